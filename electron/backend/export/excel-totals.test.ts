import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { someMembers } from '../../../shared/event/fixtures/some-event.ts'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { rulesVersion } from '../../../shared/worth/rules-text.ts'
import { type WorthRules, worthRulesSchema } from '../../../shared/worth/worth-rules.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import { excelFormat } from './excel-format.ts'
import type { Valuing } from './file-worth.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { receiptSchema } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { type EventFileOrder, writeEventFile } from './write-event-file.ts'

const event = (id: string, eventType: string, properties: string, eventCode = 'api_calls') =>
  `{${someMembers({ eventId: id, eventType, eventCode, createdAt: '2026-10-05T10:00:00Z' })},"event_properties":{${properties}}}`

const sources = [
  event('e1', 'debit', '"amount":940.59,"currency":"EUR"'),
  event('e2', 'credit', '"amount":1764.69,"currency":"EUR"'),
  event('e3', 'debit', '"amount":12345.6,"currency":"JPY"'),
  event('e4', 'debit', '"quantity":7', 'seats'),
  event('e5', 'debit', '"quantity":9', 'seats'),
]

const rules = worthRulesSchema.parse({
  rules: [
    {
      codes: ['api_calls'],
      type: 'debit',
      effect: 'as-sent',
      money: { by: 'amount', property: 'amount' },
      currency: { property: 'currency' },
    },
    {
      codes: ['api_calls'],
      type: 'credit',
      effect: 'reduces',
      money: { by: 'amount', property: 'amount' },
      currency: { property: 'currency' },
    },
    {
      codes: ['seats'],
      effect: 'as-sent',
      quantity: { by: 'maximum', property: 'quantity' },
      money: { by: 'rate-card' },
    },
  ],
  prices: [{ code: 'seats', price: '29', currency: 'EUR' }],
})
const october = {
  from: { seconds: Date.UTC(2026, 9, 1) / 1_000, nanoseconds: 0 },
  until: { seconds: Date.UTC(2026, 10, 1) / 1_000, nanoseconds: 0 },
}
const valuingBy = (rules: WorthRules): Valuing => ({
  rules,
  version: rulesVersion(rules),
  zone: 'UTC',
  wholeRange: october,
})

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

async function sheetOf(order: Partial<EventFileOrder>) {
  const path = join(folder, 'events.xlsx')
  const file = {
    path,
    source: heldEvents(sources),
    format: someFormats.xlsx,
    sums: [],
    subject: someSubject,
    now: () => 0,
  }
  const written = await writeEventFile({ ...file, ...order })
  expect(written.ok).toBe(true)
  const { sheets } = await readXlsx(await readFile(path), { readStyles: true })
  const receipt = receiptSchema.parse(JSON.parse(await readFile(`${path}.datapackage.json`, 'utf8')))
  const [sheet] = sheets
  return {
    path,
    receipt,
    sheets,
    rows: sheet?.rows ?? [],
    filter: sheet?.autoFilter?.range,
    formatOf: (place: string) => sheet?.cells?.get(place)?.style?.numFmt,
    alignmentOf: (place: string) => sheet?.cells?.get(place)?.style?.alignment?.horizontal,
  }
}

describe('above the rows of a sheet', () => {
  test('stand debit, credit and net by the rules, and beside each event its worth', async () => {
    const { path, receipt, rows, filter, formatOf } = await sheetOf({ valuing: valuingBy(rules) })
    expect(rows.slice(0, 6).map((row) => row.slice(0, 5).filter((cell) => cell !== null))).toEqual([
      [`By your price rules ${rulesVersion(rules)}`, 'Charged', 'Taken off', 'Total', 'Of whole months'],
      // 9 seats at 29.00 are of the whole month.
      ['EUR', 1201.59, -1764.69, -563.1, 261],
      ['JPY', 12345.6, 0, 12345.6],
      ['-824.10 EUR of events + 261.00 EUR billed by the month = -563.10 EUR'],
      [],
      ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at'],
    ])
    const heads = rows[5] ?? []
    const worth = heads.indexOf('worth')
    expect(rows.slice(6).map((row) => row.slice(worth))).toEqual([
      [940.59, 'EUR', 'Charged'],
      [-1764.69, 'EUR', 'Taken off'],
      [12345.6, 'JPY', 'Charged'],
      [null, null, 'Billed by the month, not per event'],
      [null, null, 'Billed by the month, not per event'],
    ])
    expect(filter).toMatch(/^A6:[A-Z]+11$/)
    expect([formatOf('1,1'), formatOf('2,1'), formatOf(`7,${worth}`), formatOf(`8,${worth}`)]).toEqual([
      '#,##0.00',
      '#,##0.0',
      '#,##0.00',
      '#,##0.0',
    ])
    expect(receipt.resources[0].dialect).toMatchObject({ headerRows: [6] })
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })

  test('the head of what events are worth stands over its numbers, also where a property has that name', async () => {
    const named = event('e6', 'debit', '"amount":1.5,"currency":"EUR","worth":"high"')
    const source = heldEvents([...sources, named])
    const { rows, alignmentOf } = await sheetOf({ source, valuing: valuingBy(rules) })
    const heads = rows[5] ?? []
    const aligned = ['worth', 'worth (2)', 'worth currency'].map((head) => alignmentOf(`5,${heads.indexOf(head)}`))
    expect(aligned).toEqual([undefined, 'right', undefined])
  })

  test('says that nothing is netted where an event has no rule', async () => {
    const { rows } = await sheetOf({ valuing: valuingBy({ ...rules, rules: rules.rules.slice(1) }) })
    const words = rows
      .slice(0, 6)
      .flat()
      .filter((cell) => typeof cell === 'string')
    expect(words).toContain('no total')
    expect(words).toContain('No total: some events have no price rule')
  })

  test('stand the exact sums without rules: debit and credit apart, a line for each currency', async () => {
    const { path, rows } = await sheetOf({ sums: [wantedSum('amount', [])] })
    expect(rows.slice(0, 5).map((row) => row.slice(0, 4))).toEqual([
      ['Sum of amount', 'Debit', 'Credit', 'Not in the total'],
      ['EUR', 940.59, 1764.69, null],
      ['JPY', 12345.6, null, null],
      ['seats (unit not set)', null, null, 'without 2 seats events without a number in amount'],
      [null, null, null, null],
    ])
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })

  test('stands nothing where nothing is summed; a second sheet has its heads alone', async () => {
    const plain = await sheetOf({})
    expect(plain.rows[0]?.[0]).toBe('event_id')
    expect(plain.receipt.resources[0].dialect).not.toHaveProperty('headerRows')
    const format = excelFormat({ zone: 'UTC', about: () => [], mostRows: 8 })
    const { path, sheets } = await sheetOf({ format, valuing: valuingBy(rules) })
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Events', 8],
      ['Events 2', 4],
      ['Charges', 7],
      ['About', 0],
    ])
    expect(sheets[1]?.rows[0]?.[0]).toBe('event_id')
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })
})
