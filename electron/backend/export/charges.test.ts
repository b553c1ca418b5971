// Who is charged what: what files say of it, read back by programs that are not ours.
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { writeEvent } from '../../../service/event-record.ts'
import { SAMPLE_COMPANY_ZONE, sampleCompany } from '../../../service/sample-company.ts'
import { compareDecimals, type Decimal, plus, readPlain } from '../../../shared/exact/decimal.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { parseInstant } from '../../../shared/time/instant.ts'
import { billingMonths } from '../../../shared/worth/billing-months.ts'
import { anyMonth } from '../../../shared/worth/fixtures/any-month.ts'
import { asWorthEvent } from '../../../shared/worth/fixtures/plain-event.ts'
import type { ComputedLine } from '../../../shared/worth/period-lines.ts'
import { readRules, rulesVersion } from '../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../../shared/worth/sample-company-files.ts'
import { createValuation } from '../../../shared/worth/valuation.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createCharges } from './charges.ts'
import { heldEvents } from './event-source.ts'
import type { Valuing } from './file-worth.ts'
import { askDuckDb } from './fixtures/ask-duckdb.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { writeDayFolder } from './write-day-folder.ts'
import { writeEventFile } from './write-event-file.ts'

const [FROM, UNTIL] = ['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z']
const october = [...sampleCompany({ now: Date.parse('2026-11-22T15:00:00Z') })]
  .filter(({ createdAt }) => createdAt >= FROM && createdAt < UNTIL)
  .map(writeEvent)
const read = readRules(SAMPLE_COMPANY_RULES)
if (!read.ok) throw new Error(read.problems.join())
const { rules } = read
const valuing: Valuing = {
  rules,
  version: rulesVersion(rules),
  zone: SAMPLE_COMPANY_ZONE,
  wholeRange: { from: parseInstant(FROM), until: parseInstant(UNTIL) },
}

const ofOctober = {
  ...someSubject,
  header: { ...someSubject.header, range: { from: FROM, until: UNTIL, zone: SAMPLE_COMPANY_ZONE } },
}

async function written(format: keyof typeof someFormats) {
  const path = join(await temporaryFolder(), `october.${format}`)
  const file = await writeEventFile({
    path,
    source: heldEvents(october),
    format: someFormats[format],
    sums: [],
    valuing,
    subject: someSubject,
    now: () => 0,
  })
  if (!file.ok) throw new Error(JSON.stringify(file.failure))
  expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  return file.value
}

/** In cents: sums of doubles are not. */
const cents = (value: unknown) => Math.round(Number(value) * 100)

const KESTREL_LACKS = 'without 3 build_minutes events whose quantity is text: “150” 3 times'

test('the October of the sample company adds up in a workbook, to the cent and currency by currency', async () => {
  const { path } = await written('xlsx')
  const { sheets } = await readXlsx(await readFile(path))
  expect(sheets.map(({ name }) => name)).toEqual(['Events', 'Charges', 'About'])
  const [events, charges] = sheets.map(({ rows }) => rows)
  expect(events?.flat()).toContain('27,825.50 EUR of events + 14,977.80 EUR billed by the month = 42,803.30 EUR')
  const headsAt = charges?.findIndex((row) => row[0] === 'Customer') ?? -1
  const heads = charges?.[headsAt] ?? []
  expect(heads).toEqual([
    'Customer',
    'Event code',
    'Month',
    'Currency',
    'Quantity',
    'Unit',
    'Price',
    'Charged',
    'Taken off',
    'Total',
    'Events',
    'Events not in the total',
    'Not in the total',
  ])
  const lines = (charges ?? []).slice(headsAt + 1)
  const at = (head: string) => heads.indexOf(head)
  const sumOf = (head: string, fits: (row: unknown[]) => boolean) =>
    lines.filter(fits).reduce((sum, row) => sum + cents(row[at(head)] ?? 0), 0)
  const above = (currency: string) => charges?.slice(0, headsAt).find((row) => row[at('Currency')] === currency) ?? []
  for (const [currency, net] of [
    ['EUR', 4_280_330],
    ['USD', 6_491_600],
    ['GBP', 384_370],
  ] as const) {
    const isOf = (row: unknown[]) => row[at('Currency')] === currency
    expect([currency, sumOf('Total', isOf), cents(above(currency)[at('Total')])]).toEqual([currency, net, net])
    for (const head of ['Charged', 'Taken off', 'Events', 'Events not in the total'] as const) {
      expect(sumOf(head, isOf)).toBe(cents(above(currency)[at(head)]))
    }
  }
  const ofCustomer = (id: string) => sumOf('Total', (row) => row[0] === `cus_${id}`)
  expect(['nordlicht', 'halden', 'lumen', 'atelier', 'costa-verde', 'kestrel'].map(ofCustomer)).toEqual([
    1_378_200, 969_970, 1_519_600, 56_360, 356_200, 384_370,
  ])
  const lineOf = (customer: string, code: string) =>
    lines.find((row) => row[0] === `cus_${customer}` && row[1] === code)
  // Three of its batches are texts.
  expect(lineOf('kestrel', 'build_minutes')?.slice(at('Events'))).toEqual([28, 3, KESTREL_LACKS])
  expect(above('GBP')[at('Not in the total')]).toBe(KESTREL_LACKS)
  expect(lineOf('costa-verde', 'seats')?.slice(2)).toEqual(['2026-10', 'EUR', 48, null, 29, 1392, 0, 1392, 2, 0, null])
  expect(lineOf('nordlicht', 'refund')?.slice(at('Charged'), at('Events'))).toEqual([0, -150, -150])
  // A column of numbers has numbers and empty cells alone: in a pivot a text is a line of its own.
  for (const head of ['Quantity', 'Price', 'Charged', 'Taken off', 'Total', 'Events', 'Events not in the total']) {
    const kinds = new Set(lines.map((row) => (row[at(head)] == null ? 'empty' : typeof row[at(head)])))
    expect([...kinds].filter((kind) => kind !== 'empty')).toEqual(['number'])
  }
})

test.each([
  ['csv', 'total', (path: string) => `read_csv('${path}', delim = ';', decimal_separator = ',')`],
  ['ndjson', 'total', (path: string) => `read_json('${path}', format = 'newline_delimited')`],
  ['parquet', 'total_decimal', (path: string) => `read_parquet('${path}')`],
] as const)('it adds up in the charges beside a file of %s, to the cent', async (format, total, from) => {
  const { path, charges, receipt } = await written(format)
  expect(charges).toBe(path.replace('october', 'october.charges'))
  const stated = JSON.parse(await readFile(receipt ?? '', 'utf8')).eventscope
  expect(stated.charges).toMatchObject({ path: basename(charges ?? '') })
  const sums = await askDuckDb(
    `SELECT currency, CAST(sum(CAST(${total} AS DECIMAL(38, 9))) AS DECIMAL(38, 2))::VARCHAR AS total
     FROM ${from(charges ?? '')} WHERE currency IS NOT NULL GROUP BY ALL ORDER BY ALL`,
  )
  expect(sums).toEqual([
    { currency: 'EUR', total: '42803.30' },
    { currency: 'GBP', total: '3843.70' },
    { currency: 'USD', total: '64916.00' },
  ])
  const [lines] = await askDuckDb(`SELECT count(*)::VARCHAR AS lines FROM ${from(charges ?? '')}`)
  expect(lines).toEqual({ lines: stated.charges.lines })
  const [minutes] = await askDuckDb(
    `SELECT events::VARCHAR AS events, events_not_in_total::VARCHAR AS without, not_in_total AS words FROM ${from(charges ?? '')}
     WHERE customer_id = 'cus_kestrel' AND event_code = 'build_minutes'`,
  )
  expect(minutes).toEqual({ events: '28', without: '3', words: KESTREL_LACKS })
})

test('the receipt knows the charges beside its file: others are told, and that they are not there', async () => {
  const { path, charges } = await written('csv')
  const named = `its charges, ${basename(charges ?? '')}`
  const agreed = await verifyReceipt(path)
  expect(agreed.ok && agreed.agrees.join()).toContain(`${named}: `)
  await appendFile(charges ?? '', 'x')
  expect(await verifyReceipt(path)).toMatchObject({ ok: false, reason: expect.stringContaining('Its charges') })
  await rm(charges ?? '')
  const alone = await verifyReceipt(path)
  expect(alone.ok && alone.unchecked.join()).toContain('its charges, in october.charges.csv')
})

test('it adds up in the charges of a folder of days, which engines do not take for a day, and which go with their export', async () => {
  const folder = join(await temporaryFolder(), 'october')
  const order = { path: folder, format: someFormats.parquet, sums: [], subject: ofOctober, now: () => 0 }
  const write = async (events: readonly string[]) => {
    const done = await writeDayFolder({ ...order, source: heldEvents(events), valuing })
    if (!done.ok) throw new Error(JSON.stringify(done.failure))
    return done.value
  }
  const { charges, receiptData, statements } = await write(october)
  expect(basename(charges ?? '')).toMatch(/^_charges-[0-9a-f]{16}\.parquet$/)
  expect(receiptData.eventscope.exports[0]?.charges?.path).toBe(basename(charges ?? ''))
  const sums = await askDuckDb(
    `SELECT currency, CAST(sum(total_decimal) AS DECIMAL(38, 2))::VARCHAR AS total, max(not_in_total) AS words
     FROM read_parquet('${charges}') GROUP BY ALL ORDER BY ALL`,
  )
  expect(sums).toMatchObject([
    { currency: 'EUR', total: '42803.30', words: null },
    { currency: 'GBP', total: '3843.70', words: KESTREL_LACKS },
    { currency: 'USD', total: '64916.00', words: null },
  ])
  const checked = await askDuckDb(statements?.load ?? '', statements?.check ?? '')
  expect(checked.filter(({ agrees }) => agrees !== true)).toEqual([])
  const agreed = await verifyReceipt(folder)
  expect(agreed.ok && agreed.agrees.join()).toContain(`its charges, ${basename(charges ?? '')}: `)
  await appendFile(charges ?? '', 'x')
  expect(await verifyReceipt(folder)).toMatchObject({ ok: false, reason: expect.stringContaining('Its charges') })
  await rm(charges ?? '')
  expect(await verifyReceipt(folder)).toMatchObject({ ok: false, reason: expect.stringContaining('are not there') })

  const again = await write(october.slice(1))
  expect(again.charges).not.toBe(charges)
  expect((await readdir(folder)).filter((name) => name.startsWith('_'))).toEqual([basename(again.charges ?? '')])
  expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
})

test('an export into a folder whose receipt cannot be written leaves neither days nor charges behind', async () => {
  const above = await temporaryFolder()
  const path = join(above, 'october')
  const held = heldEvents(october)
  let passes = 0
  async function* batches() {
    passes += 1
    // The rows are gone through once before they are written: until then, what killed exports left is removed.
    if (passes === 2) await writeFile(join(path, '.eventscope-receipt.part'), '')
    yield* held.batches()
  }
  const order = { path, format: someFormats.parquet, sums: [], subject: ofOctober, now: () => 0, valuing }
  const done = await writeDayFolder({ ...order, source: { rows: held.rows, batches } })
  expect(done).toMatchObject({ ok: false, failure: { kind: 'disk' } })
  expect(await readdir(above)).toEqual([])
})

test('a file whose rows are all that is billed has no charges beside it', async () => {
  const path = join(await temporaryFolder(), 'october.csv')
  const order = { source: heldEvents(october), format: someFormats.csv, sums: [], subject: someSubject, now: () => 0 }
  const part = await writeEventFile({ ...order, path, valuing: { ...valuing, wholeRange: null } })
  expect(part.ok && part.value.charges).toBeNull()
  const plain = await writeEventFile({ ...order, path })
  expect(plain.ok && plain.value.charges).toBeNull()
})

test('charges add up to what the events are worth, in any month, and every event that is money or should be is in one', () => {
  fc.assert(
    fc.property(anyMonth, fc.constantFrom(1, 5, 1_000), ({ events, rules, range }, most) => {
      const wholeRange = range.wholeRange && {
        from: range.wholeRange.from === null ? null : parseInstant(range.wholeRange.from),
        until: range.wholeRange.until === null ? null : parseInstant(range.wholeRange.until),
      }
      const valuation = createValuation(rules, { zone: range.zone, wholeRange, unruled: null })
      const charges = createCharges(rules, billingMonths(range.zone), most)
      let counted = 0
      for (const one of events) {
        const event = asWorthEvent(one, valuation.names)
        const valued = valuation.add(event)
        charges.add(event, valued)
        if (valued.line === null && valued.moneyKind !== 'balance' && valued.moneyKind !== 'not-money') counted += 1
      }
      const found = charges.result(valuation.computedLines())
      const sums = (currency: string | null, of: 'charged' | 'reduces' | 'total') =>
        found
          .filter((one) => one.currency === currency)
          .reduce((sum, one) => plus(sum, readPlain(one[of])), { digits: 0n, scale: 0 })
      const isSame = (sum: Decimal, stated: string) => compareDecimals(sum, readPlain(stated)) === 0
      for (const { currency, charged, reduces, net } of valuation.worth().currencies) {
        expect([currency, isSame(sums(currency, 'charged'), charged)]).toEqual([currency, true])
        expect([currency, isSame(sums(currency, 'reduces'), reduces)]).toEqual([currency, true])
        if (net !== null) expect(isSame(sums(currency, 'total'), net)).toBe(true)
      }
      const all = found.reduce((sum, { events: inTotal, without }) => sum + inTotal + without, 0)
      expect(all).toBeGreaterThanOrEqual(counted)
      expect(all).toBeLessThanOrEqual(events.length)
      for (const { notIn, without } of found) {
        expect(notIn.reduce((sum, part) => sum + part.events, 0)).toBeLessThanOrEqual(without)
      }
    }),
    runs(46, 200),
  )
})

/** Adds an event of its own customer that comes to 1.50. */
function addMessage(charges: ReturnType<typeof createCharges>, customer: number, currency = 'EUR'): void {
  const event = { customerId: `cus_${customer}`, eventCode: 'sms', eventType: 'debit', createdAt: null, values: [] }
  charges.add(event, {
    rule: 0,
    moneyKind: 'charged',
    worth: { digits: 150n, scale: 2 },
    currency,
    quantity: null,
    unit: null,
    why: null,
    differs: null,
    isRounded: false,
    sent: null,
    price: null,
    line: null,
    missing: null,
  })
}

const atMostThree = () => createCharges({ ...rules }, () => ({ text: '2026-10', from: 0, until: 1 }), 3)

test('of more charges than a file has lines the others are one line in each currency, and nothing is lost', () => {
  const charges = atMostThree()
  for (let customer = 0; customer < 10; customer += 1) addMessage(charges, customer, customer % 2 === 0 ? 'EUR' : 'USD')
  const found = charges.result([])
  expect(found.map(({ currency, isRest, total, events }) => [currency, isRest, total, events])).toEqual([
    ['EUR', false, '1.50', 1],
    ['EUR', false, '1.50', 1],
    ['USD', false, '1.50', 1],
    ['EUR', true, '4.50', 3],
    ['USD', true, '6.00', 4],
  ])
})

test('lines of whole months have their places among so many, and the others are one line', () => {
  const charges = atMostThree()
  addMessage(charges, 0)
  const lines = [1, 2, 3, 4, 5].map((customer): ComputedLine => {
    const named = { customerId: `cus_${customer}`, eventCode: 'seats', month: '2026-10', currency: 'EUR', unit: null }
    const figures = { quantity: null, events: 1, numberMissing: 0, price: null, worth: '1.50', why: null }
    return {
      line: { ...named, ...figures, rules: [0], by: 'last' },
      quantity: null,
      worth: { digits: 150n, scale: 2 },
      single: null,
      property: null,
      tax: new Set(),
    }
  })
  expect(charges.result(lines).map(({ customerId, isRest, total }) => [customerId, isRest, total])).toEqual([
    ['cus_0', false, '1.50'],
    ['cus_1', false, '1.50'],
    ['cus_2', false, '1.50'],
    [null, true, '4.50'],
  ])
})
