import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import { askDuckDb } from './fixtures/ask-duckdb.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { RECEIPT_ENDING, receiptSchema } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { writeDayFolder } from './write-day-folder.ts'
import { writeEventFile } from './write-event-file.ts'

let home = ''
beforeEach(async () => {
  home = await temporaryFolder()
})

const event = (id: string, at: string) =>
  `{"event_id":"${id}","customer_id":"c","event_code":"e","event_type":"debit","created_at":"${at}","event_properties":{"amount":1.5,"dt":"theirs","filename":"theirs too"}}`
const EVENTS = [event('e1', '2026-11-02T12:00:00Z'), event('e2', '2026-11-03T12:00:00Z'), event('e3', 'never')]
const ORDER = {
  source: heldEvents(EVENTS),
  format: someFormats.parquet,
  sums: [wantedSum('amount', [])],
  subject: { ...someSubject, header: { ...someSubject.header, range: { from: null, until: null, zone: 'UTC' } } },
  now: () => 0,
}

/** Names that an engine takes for something else. */
const NAMES = [
  'dt=2020-01-01',
  'amount=7',
  'event_id=mine',
  'a[b]*?',
  "it's",
  ...(process.platform === 'win32' ? [] : ['back\\slash', 'back\\[slash]*', '\\']),
]

async function loaded({ load, check }: { load: string; check: string }) {
  const rows = await askDuckDb(load, check)
  expect(rows.filter(({ agrees }) => agrees !== true)).toEqual([])
  return askDuckDb(load, 'SELECT * FROM events ORDER BY event_id')
}

describe.each(NAMES)('below a folder named %s', (name) => {
  test('a folder of days is loaded by its own days', async () => {
    // What a pattern must not take for it.
    for (const path of [join(home, name), join(home, name.replaceAll('\\', 'x'))]) {
      const written = await writeDayFolder({ ...ORDER, path: join(path, 'dt=events') })
      if (!written.ok || written.value.statements === null) throw new Error(JSON.stringify(written))
      const days = (await loaded(written.value.statements)).map(({ dt }) => dt)
      expect(days).toEqual(['2026-11-02', '2026-11-03', null])
      expect(await verifyReceipt(written.value.path)).toMatchObject({ ok: true })
    }
  })

  test('a file of that name is loaded with its own columns, and agrees with its receipt', async () => {
    for (const path of [join(home, name), join(home, name.replaceAll('\\', 'x'))]) {
      const file = join(path, `${name}.parquet`)
      await mkdir(dirname(file), { recursive: true })
      const written = await writeEventFile({ ...ORDER, path: file })
      if (!written.ok || written.value.statements === null) throw new Error(JSON.stringify(written))
      const { fields } = receiptSchema.parse(JSON.parse(await readFile(file + RECEIPT_ENDING, 'utf8'))).resources[0]
        .schema
      const rows = await loaded(written.value.statements)
      expect(rows.map(({ event_id }) => event_id)).toEqual(['e1', 'e2', 'e3'])
      expect(Object.keys(rows[0] ?? {})).toEqual(fields.map((field) => field.name))
      for (const one of [file, file + RECEIPT_ENDING]) expect(await verifyReceipt(one)).toMatchObject({ ok: true })
    }
  })
})

test('sums of one event code are found by code, in a file and over days that know other units', async () => {
  const counted = (id: string, code: string, date: string, properties: string) =>
    `{"event_id":"${id}","customer_id":"c","event_code":"${code}","event_type":"debit","created_at":"2026-11-${date}T12:00:00Z","event_properties":{${properties}}}`
  const source = heldEvents([
    counted('e1', 'calls', '02', '"amount":250000'),
    counted('e2', 'calls', '03', '"amount":1.5,"currency":"EUR"'),
    counted('e3', 'gigabytes', '03', '"amount":7'),
  ])
  for (const written of [
    await writeEventFile({ ...ORDER, source, path: join(home, 'events.parquet') }),
    await writeDayFolder({ ...ORDER, source, path: join(home, 'days') }),
  ]) {
    if (!written.ok || written.value.statements === null) throw new Error(JSON.stringify(written))
    const { load, check } = written.value.statements
    const rows = await askDuckDb(load, check)
    const sums = rows.filter(({ figure }) => String(figure).startsWith('sum of amount'))
    expect(sums.map(({ figure, found, agrees }) => [figure, String(found).split(';')[0], agrees]).sort()).toEqual([
      ['sum of amount: debit, (none), calls', '250000.0', true],
      ['sum of amount: debit, (none), gigabytes', '7.0', true],
      ['sum of amount: debit, EUR, (none)', '1.5', true],
    ])
    expect(await verifyReceipt(written.value.path)).toMatchObject({ ok: true })
  }
})
