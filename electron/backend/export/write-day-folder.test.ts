import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { isLong, runs } from '../../../shared/exact/fixtures/runs.ts'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { folderStatements } from './duckdb-statements.ts'
import { type EventSource, heldEvents } from './event-source.ts'
import { askDuckDb } from './fixtures/ask-duckdb.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { loadedFolder } from './folder-receipt.ts'
import type { FolderReceipt } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { type DayFolderOrder, writeDayFolder } from './write-day-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = join(await temporaryFolder(), 'events')
})

const november = { from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z', zone: 'Europe/Berlin' }
const ofRange = (range: typeof november) => ({ ...someSubject, header: { ...someSubject.header, range } })
const day = (date: number, until = date + 1) => ({
  ...november,
  from: `2026-11-${String(date - 1).padStart(2, '0')}T23:00:00Z`,
  until: `2026-11-${String(until - 1).padStart(2, '0')}T23:00:00Z`,
})

const event = (id: string, at: string, amount: string) =>
  `{"event_id":"${id}","customer_id":"c","event_code":"e","event_type":"debit","created_at":"${at}","event_properties":{"amount":${amount},"currency":"EUR"}}`

const order = (source: EventSource, more: Partial<DayFolderOrder> = {}): DayFolderOrder => ({
  path: folder,
  source,
  format: someFormats.parquet,
  sums: [wantedSum('amount', [])],
  subject: ofRange(november),
  now: () => 0,
  ...more,
})

async function written(sources: readonly string[], more: Partial<DayFolderOrder> = {}) {
  const result = await writeDayFolder(order(heldEvents(sources), more))
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

/** As its first export leaves the folder where it is killed before the receipt. */
async function leftUnfinished({ resources }: FolderReceipt) {
  await rm(join(folder, 'datapackage.json'))
  const begun = { eventscopeDays: 1, files: resources.map(({ path }) => path) }
  await writeFile(join(folder, '.eventscope-days.json'), JSON.stringify(begun))
}

const filesIn = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => !/^dt=[^/\\]*$/.test(name)).sort()
const disagreeing = (rows: readonly Record<string, unknown>[]) => rows.filter(({ agrees }) => agrees !== true)

const three = [
  event('e1', '2026-11-02T22:59:59.999999999Z', '1.5'),
  event('e2', '2026-11-02T23:00:00Z', '2.5'),
  event('e3', '2026-11-04T12:00:00Z', '4'),
]

describe('a folder of days', () => {
  test('has a file for each day of the zone, and a receipt that all of it agrees with', async () => {
    const { receiptData: receipt } = await written(three)
    expect(await filesIn()).toEqual([
      'datapackage.json',
      ...['02', '03', '04'].map((date) => join(`dt=2026-11-${date}`, 'part-000.parquet')),
    ])
    expect(receipt.eventscope).toMatchObject({
      receipt: '2',
      zone: 'Europe/Berlin',
      encrypted: false,
      rows: '3',
      sums: [{ property: 'amount', figures: [{ type: 'debit', units: ['EUR'], sum: '8.0', numbers: '3' }] }],
    })
    for (const path of [folder, join(folder, 'datapackage.json')]) {
      expect(await verifyReceipt(path)).toMatchObject({ ok: true, agrees: expect.arrayContaining(['3 rows']) })
    }
    if (process.platform !== 'win32')
      for (const name of await filesIn()) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
    const { load, check } = folderStatements(folder, loadedFolder(receipt))
    expect(disagreeing(await askDuckDb(load, check))).toEqual([])
  })

  test('a day is replaced as a whole, others stay, and one that has no events any more is gone', async () => {
    await written(three)
    const kept = await readFile(join(folder, 'dt=2026-11-04', 'part-000.parquet'))
    const { receiptData: receipt } = await written([event('e9', '2026-11-03T12:00:00Z', '0.125')], {
      subject: ofRange(day(2, 4)),
    })
    expect(await filesIn()).toEqual([
      'datapackage.json',
      ...['03', '04'].map((date) => join(`dt=2026-11-${date}`, 'part-000.parquet')),
    ])
    expect((await readFile(join(folder, 'dt=2026-11-04', 'part-000.parquet'))).equals(kept)).toBe(true)
    expect(receipt.eventscope).toMatchObject({ rows: '2', sums: [{ figures: [{ sum: '4.125', numbers: '2' }] }] })
    expect(receipt.eventscope.exports).toHaveLength(2)
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
    const { load, check } = folderStatements(folder, loadedFolder(receipt))
    expect(disagreeing(await askDuckDb(load, check))).toEqual([])
  })

  test('has times by the zone’s clock, as one file has, unless days of an earlier version have none', async () => {
    await written(three)
    const { receiptData: receipt } = await written([event('e9', '2026-11-05T12:00:00Z', '1')], {
      subject: ofRange(day(5)),
    })
    const { load, check } = folderStatements(folder, loadedFolder(receipt))
    const times = 'SELECT event_id, "created_at (Europe/Berlin)" AS t FROM events ORDER BY event_id'
    expect(await askDuckDb(load, times)).toEqual([
      { event_id: 'e1', t: '2026-11-02T23:59:59.999999999+01:00' },
      { event_id: 'e2', t: '2026-11-03T00:00:00+01:00' },
      { event_id: 'e3', t: '2026-11-04T13:00:00+01:00' },
      { event_id: 'e9', t: '2026-11-05T13:00:00+01:00' },
    ])
    expect(disagreeing(await askDuckDb(load, check))).toEqual([])
    const isClock = ({ name }: { name: string }) => name === 'created_at (Europe/Berlin)'
    expect(receipt.resources.every(({ schema }) => schema.fields.filter(isClock).length === 1)).toBe(true)
    const earlier = receipt.resources.map((one) => ({
      ...one,
      schema: { ...one.schema, fields: one.schema.fields.filter((field) => !isClock(field)) },
    }))
    await writeFile(join(folder, 'datapackage.json'), JSON.stringify({ ...receipt, resources: earlier }))
    const { receiptData: later } = await written([event('e8', '2026-11-06T12:00:00Z', '1')], {
      subject: ofRange(day(6)),
    })
    expect(later.resources.flatMap(({ schema }) => schema.fields.filter(isClock))).toEqual([])
  })

  test('the first export fixes the scale; what does not fit it later has no decimal', async () => {
    await written(three)
    await written([event('e8', '2026-11-05T12:00:00Z', '0.12345678901')], { subject: ofRange(day(5)) })
    const { receiptData: receipt } = await written([event('e9', '2026-11-06T12:00:00Z', '7')], {
      subject: ofRange(day(6)),
    })
    const { load, check } = folderStatements(folder, loadedFolder(receipt))
    expect(
      await askDuckDb(load, 'SELECT amount_decimal AS d, typeof(amount_decimal) AS t FROM events ORDER BY event_id'),
    ).toEqual(
      ['1.500000000', '2.500000000', '4.000000000', null, '7.000000000'].map((d) => ({ d, t: 'DECIMAL(38,9)' })),
    )
    expect(disagreeing(await askDuckDb(load, check))).toEqual([])
  })

  test('of an export that ends half way, nothing is left, and each day is as it was', async () => {
    const broken: EventSource = {
      rows: 3,
      async *batches() {
        yield { ok: true, value: three.slice(0, 2).map((source) => ({ source })) }
        yield { ok: false, failure: { kind: 'cancelled' } }
      },
    }
    let ways = 0
    const onSecondWay: EventSource = {
      rows: 3,
      batches: () => {
        ways += 1
        return ways === 1 ? heldEvents(three).batches() : broken.batches()
      },
    }
    expect(await writeDayFolder(order(onSecondWay))).toMatchObject({ ok: false })
    // Made for this export, and gone with it.
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' })
    await written(three)
    const before = await readFile(join(folder, 'dt=2026-11-02', 'part-000.parquet'))
    ways = 0
    expect(await writeDayFolder(order(onSecondWay))).toMatchObject({ ok: false })
    expect((await readFile(join(folder, 'dt=2026-11-02', 'part-000.parquet'))).equals(before)).toBe(true)
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
    expect((await filesIn()).some((name) => name.endsWith('.part'))).toBe(false)
  })

  test('what a killed export left of its range is replaced as a whole; verifying says that it is not finished', async () => {
    const { receiptData } = await written(three)
    await leftUnfinished(receiptData)
    expect(await verifyReceipt(folder)).toMatchObject({ ok: false, reason: expect.stringContaining('not finished') })
    await written([event('e9', '2026-11-03T12:00:00Z', '1')], { subject: ofRange(day(2, 4)) })
    expect(await filesIn()).toEqual([
      // The fourth is still named nowhere else.
      '.eventscope-days.json',
      'datapackage.json',
      ...['03', '04'].map((date) => join(`dt=2026-11-${date}`, 'part-000.parquet')),
    ])
    expect(await verifyReceipt(folder)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/does not name dt=2026-11-04.*not finished/),
    })
    await written(three)
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
    expect(await filesIn()).not.toContain('.eventscope-days.json')
  })

  test('another search, other sums and other files are refused', async () => {
    await written(three)
    const other = await writeDayFolder(order(heldEvents(three), { sums: [] }))
    expect(other).toMatchObject({ ok: false, failure: { message: expect.stringContaining('other sums') } })
    await rename(join(folder, 'datapackage.json'), join(folder, 'notes.txt'))
    expect(await writeDayFolder(order(heldEvents(three)))).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('holds other files') },
    })
  })

  test('is refused where a file was changed, is gone, or lies there besides', async () => {
    await written(three)
    const path = join(folder, 'dt=2026-11-03', 'part-000.parquet')
    const bytes = await readFile(path)
    await writeFile(path, bytes.with(20, (bytes[20] ?? 0) ^ 1))
    expect(await verifyReceipt(folder)).toMatchObject({ ok: false, reason: expect.stringContaining('dt=2026-11-03') })
    await writeFile(path, bytes)
    await writeFile(join(folder, 'dt=2026-11-03', 'part-001.parquet'), bytes)
    expect(await verifyReceipt(folder)).toMatchObject({ ok: false, reason: expect.stringContaining('does not name') })
  })

  test.each([
    ['deeper', 'dt=2026-11-03/archive/old.parquet'],
    ['of another engine', 'archive/2026/part-000.parquet'],
    ['in the folder itself', 'all.parquet'],
    ['in capitals', 'dt=2026-11-03/PART-001.PARQUET'],
    ['of a day in capitals', 'DT=2026-11-03/part-000.parquet'],
  ])('is refused where a file lies there besides: %s', async (_, name) => {
    await written(three)
    const bytes = await readFile(join(folder, 'dt=2026-11-03', 'part-000.parquet'))
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
    const reason = `The receipt does not name ${name}. If an export into this folder was interrupted, it is not finished: run it again.`
    expect(await verifyReceipt(folder)).toEqual({ ok: false, reason })
  })

  test('is refused where a link leads to files that nobody looks at', async () => {
    await written(three)
    await mkdir(join(folder, '..', 'elsewhere'))
    await symlink(join('..', 'elsewhere'), join(folder, 'more'))
    expect(await verifyReceipt(folder)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('more is a link to a folder'),
    })
  })

  test('is refused where the days of its receipt are not all that it says', async () => {
    const { receiptData } = await written(three)
    const refused = async (changed: object, reason: RegExp) => {
      const receipt = { ...receiptData, eventscope: { ...receiptData.eventscope, ...changed } }
      await writeFile(join(folder, 'datapackage.json'), JSON.stringify(receipt))
      expect(await verifyReceipt(folder)).toEqual({ ok: false, reason: expect.stringMatching(reason) })
    }
    const { days, exports, sums } = receiptData.eventscope
    await refused({ rows: '4' }, /^Its days have 3 rows, but the receipt says 4\.$/)
    const [sum] = sums
    const figures = sum?.figures.map((figure) => ({ ...figure, sum: '9.0' }))
    await refused({ sums: [{ ...sum, figures }] }, /^The sums of its days are not those of the receipt/)
    await refused({ days: days.slice(1) }, /^It does not say of each file which day it holds\.$/)
    await refused({ exports: exports.map((one) => ({ ...one, rows: '2' })) }, /more rows than their export wrote/)
    const [exported] = exports
    const counts = exported?.decimals?.map((one) => ({ ...one, numbers: '7' }))
    for (const more of [{ fingerprint: '7' }, { fingerprint: `${exported?.fingerprint}0` }, { decimals: counts }]) {
      await refused(
        { exports: [{ ...exported, ...more }] },
        /another fingerprint, or other decimals, than their export/,
      )
    }
    await refused(
      { exports: [{ ...exported, decimals: [] }] },
      /another fingerprint, or other decimals, than their export/,
    )
    await refused({ exports: [{ ...exported, sums: [{ ...sum, figures }] }] }, /not the sums that their export wrote/)
    const twice = (one: typeof sums) => one.map((of) => ({ ...of, figures: [...of.figures, ...of.figures] }))
    await refused({ days: days.map((one) => ({ ...one, sums: twice(one.sums) })) }, /twice/)
    await refused({ exports: [{ ...exported, sums: twice(exported?.sums ?? []) }] }, /twice/)
  })

  test('its receipt says how many events each export found as expected', async () => {
    const expected = { codes: ['no such code'], shapes: [] }
    const { receiptData: receipt } = await written(three, { expected })
    expect(receipt.eventscope.exports).toMatchObject([{ shapes: { expected: '0', unexpected: '3' } }])
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
    const path = join(folder, 'datapackage.json')
    const other = (await readFile(path, 'utf8')).replace('"unexpected": "3"', '"unexpected": "2"')
    await writeFile(path, other)
    expect(await verifyReceipt(folder)).toMatchObject({ ok: false, reason: expect.stringContaining('as expected') })
  })

  test('its receipt may lie elsewhere, and is none of a file', async () => {
    await written(three)
    const path = join(folder, 'datapackage.json')
    const elsewhere = join(folder, '..', 'copied.json')
    await rename(path, elsewhere)
    expect(await verifyReceipt(folder)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('could not be read'),
    })
    expect(await verifyReceipt(folder, { receipt: elsewhere })).toMatchObject({ ok: true })
    const day = join(folder, 'dt=2026-11-03', 'part-000.parquet')
    expect(await verifyReceipt(day, { receipt: elsewhere })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('a folder of days'),
    })
    await rename(day, `${day}.gone`)
    expect(await verifyReceipt(folder, { receipt: elsewhere })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('could not be read'),
    })
  })

  test('of an export of which days were replaced since, no figure can be less than its days have', async () => {
    await written([
      ...three,
      event('e4', '2026-11-04T13:00:00Z', '"text"'),
      event('e5', '2026-11-05T12:00:00Z', '1e40'),
    ])
    const { receiptData } = await written([event('e9', '2026-11-02T12:00:00Z', '0.125')], { subject: ofRange(day(2)) })
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
    const [first, ...others] = receiptData.eventscope.exports
    const exports = [{ ...first, fingerprint: '7' }, ...others]
    const receipt = { ...receiptData, eventscope: { ...receiptData.eventscope, exports } }
    await writeFile(join(folder, 'datapackage.json'), JSON.stringify(receipt))
    expect(await verifyReceipt(folder)).toMatchObject({ ok: false, reason: expect.stringContaining('fingerprint') })
  })

  test('events of many currencies, kinds and days are added up alike by day and by export', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            date: fc.integer({ min: 1, max: 5 }),
            amount: fc.constantFrom('1.50', '-0', '1e3', '"text"', 'null', '1e2000', '0.000000000001'),
            unit: fc.constantFrom('"currency":"EUR"', '"currency":"USD"', '"unit":"h","currency":"EUR"', '"x":1'),
            type: fc.constantFrom('debit', 'credit', 'other'),
          }),
          { maxLength: 12 },
        ),
        async (all) => {
          const sources = all.map(
            ({ date, amount, unit, type }, at) =>
              `{"event_id":"e${at}","customer_id":"c","event_code":"e","event_type":"${type}","created_at":"2026-11-0${date}T12:00:00Z","event_properties":{"amount":${amount},${unit}}}`,
          )
          folder = join(await temporaryFolder(), 'events')
          await written(sources)
          expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
        },
      ),
      runs(6, 25),
    )
  })

  test('events in no order of time, and without a time, are in the files of their days', async () => {
    const sources = Array.from({ length: 500 }, (_, at) =>
      event(
        `e${at}`,
        at % 50 === 0 ? 'never' : `2026-11-${String(1 + ((at * 7) % 30)).padStart(2, '0')}T12:00:00Z`,
        `${at}.5`,
      ),
    )
    const { receiptData: receipt } = await written(sources)
    expect(receipt.eventscope.days).toHaveLength(31)
    const { load, check } = folderStatements(folder, loadedFolder(receipt))
    expect(disagreeing(await askDuckDb(load, check))).toEqual([])
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
  })
})

test('rows of days that are written wait no more: a later day has no more row groups than the first', async () => {
  const [days, rows] = [['02', '03', '04'], 7_000]
  const events = days.flatMap((date) =>
    Array.from({ length: rows }, (_, at) => event(`e${date}_${at}`, `2026-11-${date}T12:00:00Z`, '1')),
  )
  await written(events, { sums: [] })
  const groups = await askDuckDb(
    `SELECT count(DISTINCT row_group_id)::INTEGER AS groups FROM parquet_metadata('${folder}/dt=*/*.parquet') GROUP BY file_name`,
  )
  expect(groups).toEqual(days.map(() => ({ groups: 1 })))
})

test('a month of events, loaded by DuckDB, answers rows and sums; one changed event is found in its day', async () => {
  const count = isLong ? 2_000_000 : 20_000
  const source: EventSource & { rows: number } = {
    rows: count,
    async *batches() {
      for (let at = 0; at < count; at += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, of) => {
          const time = new Date(Date.UTC(2026, 9, 1) + ((at + of) * 31 * 86_400_000) / count).toISOString()
          return { source: event(`e${at + of}`, time, `${at + of}.${String((at + of) % 1_000).padStart(3, '0')}`) }
        })
        yield { ok: true, value: rows }
      }
    },
  }
  const october = { from: '2026-09-30T00:00:00Z', until: '2026-11-01T00:00:00Z', zone: 'UTC' }
  const result = await writeDayFolder(order(source, { subject: ofRange(october) }))
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  const { receiptData: receipt } = result.value
  expect(receipt.eventscope.days).toHaveLength(31)
  const { load, check } = folderStatements(folder, loadedFolder(receipt))
  const answers = await askDuckDb(load, check)
  expect(disagreeing(answers)).toEqual([])
  expect(answers).toContainEqual({ figure: 'rows', receipt: String(count), found: String(count), agrees: true })
  const change = `UPDATE events SET customer_id = 'other' WHERE event_id = 'e${count / 2}'`
  const found = disagreeing(await askDuckDb(load, change, check)).map(({ figure }) => figure)
  expect(found).toEqual(['day 2026-10-16', 'fingerprint of all texts'])
}, 600_000)
