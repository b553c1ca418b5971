// What events are worth, from a service to the last line, the file and its receipt.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { readDataFile } from '../../service/data-file.ts'
import { sampleCompanyFile } from '../../service/fixtures/sample-company-file.ts'
import { readRules, rulesVersion } from '../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-files.ts'
import { MONEY_KINDS } from '../../shared/worth/worth.ts'
import { RECEIPT_ENDING } from '../backend/export/receipt.ts'
import { verifyReceipt } from '../backend/export/verify-receipt.ts'
import { place, runHere, serve } from './fixtures/start-export.ts'

const NOW = Date.parse('2026-11-22T15:00:00Z')
const OCTOBER = ['--from', '2026-10', '--to', '2026-10', '--zone', 'Europe/Berlin']

const read = readRules(SAMPLE_COMPANY_RULES)
if (!read.ok) throw new Error(read.problems.join())
const VERSION = rulesVersion(read.rules)

/** The command over a data file of the sample company. */
async function company(atClosing = false) {
  const { events, badLines } = await readDataFile(await sampleCompanyFile({ now: NOW, atClosing }))
  expect(badLines).toEqual([])
  const service = await serve({ records: events, clock: () => NOW })
  const { out, userData } = await place()
  const rules = join(out, '..', 'rules.json')
  await writeFile(rules, SAMPLE_COMPANY_RULES)
  return async (name: string, ...args: string[]) => {
    const file = join(out, name)
    const given = [...args, '--rules', rules, '--out', file, '--user-data', userData]
    const ended = await runHere(given, { service })
    expect(ended.code, ended.stderr).toBe(0)
    const line = JSON.parse(ended.stdout)
    const receipt = JSON.parse(await readFile(file + RECEIPT_ENDING, 'utf8'))
    const { worth } = receipt.eventscope
    expect(line.worth).toEqual(worth)
    expect(worth.rules).toBe(VERSION)
    const binned = MONEY_KINDS.reduce((sum, moneyKind) => sum + Number(worth.bins[moneyKind]), 0)
    expect([String(binned), line.rows]).toEqual([receipt.eventscope.rows, binned])
    const verification = await verifyReceipt(file)
    expect(verification).toMatchObject({
      ok: true,
      agrees: expect.arrayContaining(['what its events are worth: the groups add up to all events']),
    })
    return { file, worth, ...ended, line }
  }
}

const netsOf = ({ worth }: { worth: { currencies: { currency: string; net: string | null }[] } }) =>
  Object.fromEntries(worth.currencies.map(({ currency, net }) => [currency, net]))

describe('the sample company', () => {
  test('is worth, as things are now, what its story tells: in the line, the receipt and standard error', async () => {
    const run = await company()
    const month = await run('october.csv', ...OCTOBER, '--sum', 'amount')
    expect(netsOf(month)).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
    expect(month.stderr).toContain(
      `Total by your price rules ${VERSION}: 42803.30 EUR, 3843.70 GBP (without 3 build_minutes events whose quantity is text: “150” 3 times), 64916.00 USD. Events whose number is missing: 3.\n`,
    )
    expect(month.worth).toMatchObject({
      zone: 'Europe/Berlin',
      bins: {
        charged: '3212',
        reduces: '4',
        balance: '1',
        'not-money': '0',
        'number-missing': '3',
        'no-rule': '0',
      },
      granted: [{ currency: null, events: '1', sum: '50000' }],
      notValued: [],
      numberMissing: [{ why: 'text', events: '3' }],
      noRule: [],
      negativeDebits: [{ currency: 'EUR', events: '1', sum: '-412.50' }],
      differs: [{ currency: 'EUR', events: '4', sum: '32.00' }],
      differsByRounding: [],
    })
    expect(month.worth.currencies[0]).toEqual({
      currency: 'EUR',
      net: '42803.30',
      charged: '43465.00',
      reduces: '-661.70',
      tax: ['net'],
      events: expect.any(String),
    })
    expect(month.line.sums[0].property).toBe('amount')

    const nets = { nordlicht: '13782.00', halden: '9699.70', lumen: '15196.00', atelier: '563.60' }
    for (const [name, net] of Object.entries(nets)) {
      const ofCustomer = await run(`${name}.ndjson`, ...OCTOBER, '--customer-id', `cus_${name}`)
      expect(netsOf(ofCustomer)).toEqual({ EUR: net })
    }
    const seats = await run('s.ndjson', ...OCTOBER, '--customer-id', 'cus_costa-verde', '--event-code', 'seats')
    expect(netsOf(seats)).toEqual({ EUR: '1392.00' })
  })

  test('was worth 43,178.60 EUR at closing', async () => {
    const run = await company(true)
    const month = await run('october.ndjson', ...OCTOBER)
    expect(netsOf(month)).toEqual({ EUR: '43178.60', USD: '64916.00', GBP: '3843.70' })
  })

  test('has no worth of period lines where not all of the month is in hand', async () => {
    const run = await company()
    const partOfLine = [{ why: 'part-of-line', events: expect.any(String) }]
    const ways = [
      ['--from', '2026-10-01', '--to', '2026-10-30', '--zone', 'Europe/Berlin'],
      ['--from', '2026-10', '--to', '2026-10', '--zone', 'UTC'],
      ['--from', '2026-11', '--to', '2026-11', '--zone', 'Europe/Berlin'],
      [...OCTOBER, '--event-type', 'debit'],
      [...OCTOBER, '--property', 'quantity=number:160'],
    ]
    for (const way of ways) {
      const part = await run('part.ndjson', ...way, '--customer-id', 'cus_bluefin')
      if (way.includes('UTC')) expect(part.worth.notValued).toEqual([])
      else {
        expect(part.worth.notValued).toEqual(partOfLine)
        expect(part.stderr).toContain('Events that are not valued: ')
      }
    }
  })

  test('says its worth in "About" of an Excel file', async () => {
    const run = await company()
    const { file } = await run('october.xlsx', ...OCTOBER)
    const sheets = await readExcelFile(file)
    const about = JSON.stringify(sheets.find(({ sheet }) => sheet === 'About'))
    expect(about).toContain(`Worth by your price rules ${VERSION}, by currency`)
    for (const text of ['42803.30', '64916.00', '3843.70', 'Bin: Number missing', '3,212 events']) {
      expect(about).toContain(text)
    }
  })
})

describe('rules that somebody wrote', () => {
  /** What the command says of a file of rules, while nothing is read or written. */
  async function refusedFor(text: string | Uint8Array) {
    const service = await serve({ events: 1 })
    const { out, userData, folder } = await place()
    const rules = join(folder, 'rules.json')
    await writeFile(rules, text)
    const file = join(out, 'all.csv')
    const ended = await runHere(['--rules', rules, '--out', file, '--user-data', userData], { service })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect([await readdir(out), await readdir(folder)]).toEqual([[], ['out', 'rules.json']])
    const lines = ended.stderr.trimEnd().split('\n')
    for (const line of lines) expect(line.startsWith(`--rules ${rules}: `)).toBe(true)
    return lines.map((line) => line.slice(`--rules ${rules}: `.length))
  }

  const text = (rest: object) => JSON.stringify({ eventscopeRules: 1, ...rest })
  const sent = { effect: 'as-sent', money: { by: 'amount', property: 'amount' } }

  test.each<[string, string | Uint8Array, string[]]>([
    ['no JSON', 'eventscopeRules', ['This is not a set of price rules: it is not JSON.']],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), ['This is not a set of price rules: it is not UTF-8.']],
    ['another text', '{}', ['This is not a set of price rules: it does not begin with "eventscopeRules".']],
    [
      'two faults, one of them a currency that nobody knows',
      text({
        rules: [{ ...sent, currency: { fixed: 'XQX' } }],
        prices: [
          {
            code: 'a',
            currency: 'EUR',
            tiers: [
              { upTo: null, price: 1 },
              { upTo: null, price: 2 },
            ],
          },
        ],
      }),
      [
        'Price 1: its tiers overlap: one that has no end stands before another.',
        'Rule 1: its currency “XQX” is no code of ISO 4217, such as EUR.',
      ],
    ],
    [
      'a price of 2,000 digits',
      text({ prices: [{ code: 'a', currency: 'EUR', price: '9'.repeat(2_000) }] }),
      ['Price 1, price: has more than 100 digits.'],
    ],
    [
      '10,000 rules for any code',
      text({ rules: Array.from({ length: 10_000 }, () => sent) }),
      ['10000 rules are for any event code; 100 can be.'],
    ],
    ['a text without end', new Uint8Array(33_000_000).fill(0x20), ['This is too long for price rules.']],
  ])('%s: exit 2, a sentence each, and nothing is touched', async (_, written, sentences) => {
    expect(await refusedFor(written)).toEqual(sentences)
  })

  test('of the terminal nothing is obeyed that is in them', async () => {
    const [sentence] = await refusedFor(text({ '\u001b[2J\u202e': 1 }))
    expect(sentence).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]*$/u)
    expect(sentence).toContain('which means nothing here')
  })

  test('a file that is not there: exit 2, named', async () => {
    const service = await serve({ events: 1 })
    const { out, userData } = await place()
    const args = ['--rules', join(out, 'none.json'), '--out', join(out, 'all.csv'), '--user-data', userData]
    const ended = await runHere(args, { service })
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('The file cannot be read: ') })
    expect(await readdir(out)).toEqual([])
  })

  test('10,000 of them, for codes and properties of their own, with names like __proto__, are applied', async () => {
    const rules = Array.from({ length: 10_000 }, (_, at) => ({
      ...sent,
      codes: [at === 0 ? '__proto__' : `code ${at}`],
      has: [at === 0 ? '__proto__' : `property ${at}`],
      currency: { property: 'constructor' },
    }))
    const event = { createdAt: '2026-11-20T12:00:00Z', customerId: '__proto__', eventType: 'debit' as const }
    const properties = [
      { name: '__proto__', kind: 'number' as const, text: '1' },
      { name: 'amount', kind: 'number' as const, text: '0.10' },
      { name: 'constructor', kind: 'string' as const, text: 'EUR' },
    ]
    const records = Array.from({ length: 2_000 }, (_, at) => ({
      ...event,
      eventId: `e${at}`,
      eventCode: '__proto__',
      properties,
    }))
    const service = await serve({ records })
    const { out, userData, folder } = await place()
    const path = join(folder, 'rules.json')
    await writeFile(path, text({ rules }))
    const file = join(out, 'all.ndjson')
    const ended = await runHere(['--rules', path, '--out', file, '--user-data', userData], { service })
    expect(ended.code, ended.stderr).toBe(0)
    const { worth } = JSON.parse(ended.stdout)
    expect(worth.bins).toMatchObject({ charged: '2000', 'no-rule': '0' })
    expect(netsOf({ worth })).toEqual({ EUR: '200.00' })
  })

  test('that leave events without one net nothing, and it is said', async () => {
    const properties = [{ name: 'amount', kind: 'number' as const, text: '5' }]
    const event = { createdAt: '2026-11-20T12:00:00Z', customerId: 'c', properties }
    const records = [
      { ...event, eventId: 'a', eventCode: 'usage', eventType: 'debit' as const },
      { ...event, eventId: 'b', eventCode: 'refund', eventType: 'credit' as const },
    ]
    const service = await serve({ records })
    const { out, userData, folder } = await place()
    const path = join(folder, 'rules.json')
    await writeFile(path, text({ rules: [{ ...sent, codes: ['usage'] }] }))
    const file = join(out, 'all.ndjson')
    const ended = await runHere(['--rules', path, '--out', file, '--user-data', userData], { service })
    expect(ended.stderr).toMatch(/No total by your price rules [0-9a-f]{12}\. Events without a price rule: 1\.\n/)
    expect(JSON.parse(ended.stdout).worth).toMatchObject({
      currencies: [{ currency: null, net: null, charged: '5', reduces: '0' }],
      noRule: [{ type: 'credit', eventCode: 'refund', events: '1' }],
    })
    expect(await verifyReceipt(file)).toMatchObject({ ok: true })
  })
})
