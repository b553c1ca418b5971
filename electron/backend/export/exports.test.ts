import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fieldHeads, someMembers } from '../../../shared/event/fixtures/some-event.ts'
import type { ExportOptions, ExportStatus, ExportSubject } from '../../../shared/export/file-export.ts'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import { someExportOptions } from '../../../shared/export/fixtures/some-export-options.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { printShapes } from '../../../shared/shape/print-shapes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { SnapshotRow } from '../snapshots/time-slice.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { Download, SaveFiles } from './delivery.ts'
import { createExports, type Exports, type ExportsEffects } from './exports.ts'
import { readKeptShapes } from './file-shapes.ts'
import { readKeptRules } from './file-worth.ts'
import { exportsWorld, numberedRow, writeSnapshot } from './fixtures/finished-snapshot.ts'
import { RECEIPT_ENDING } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'

const ROWS = 2_600
let world: Awaited<ReturnType<typeof exportsWorld>>
let folder = ''
beforeAll(async () => {
  world = await exportsWorld()
  const rows = Array.from({ length: ROWS }, (_, at) => numberedRow(at))
  await writeSnapshot(world.store, 'november', [
    rows.slice(0, 1_500),
    rows.slice(1_500),
    [numberedRow(9_999, ['Type'])],
  ])
  await writeSnapshot(world.store, 'unfinished', [[numberedRow(1)]], false)
})
afterAll(() => world.end())
beforeEach(async () => {
  folder = await temporaryFolder()
})

const options: ExportOptions = { ...someExportOptions, zone: 'Europe/Berlin', sums: ['amount'] }
const november: ExportSubject = { of: 'snapshot', snapshotId: 'november', scope: null, sort: null }
const page: ExportSubject = {
  of: 'page',
  connectionId: 'c1',
  filters: {
    customerId: 'northwind',
    createdAtFrom: '2026-10-31T23:00:00Z',
    createdAtTo: '2026-11-30T22:59:59.999999999Z',
    propertyFilters: [],
  },
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

interface Shell extends SaveFiles {
  asked: string[]
  shown: string[]
  announced: string[]
  progress: (number | null)[]
}

/** One whose user always says `answer`; as proposed where that is undefined. */
function shell(answer?: string | null): Shell {
  const asked: string[] = []
  const shown: string[] = []
  const announced: string[] = []
  const progress: (number | null)[] = []
  return {
    asked,
    shown,
    announced,
    progress,
    askWhere: async (fileName) => {
      asked.push(fileName)
      return answer === undefined ? join(folder, fileName) : answer
    },
    showInFolder: (path) => void shown.push(path),
    showProgress: (share) => void progress.push(share),
    announce: (title, body) => void announced.push(`${title}: ${body}`),
  }
}

const exportsWith = (changed: Partial<ExportsEffects> = {}, most?: number) =>
  createExports({ ...world.effects, ...changed }, most)

async function opened(exports: Exports, subject = november, sources: string[] = []): Promise<string> {
  const { exportId } = value(await exports.open(subject))
  if (subject.of !== 'snapshot') value(exports.add(exportId, sources))
  return exportId
}

async function lastStatus(exports: Exports, exportId: string): Promise<ExportStatus> {
  const isOver = () => {
    const status = exports.list().find((entry) => entry.exportId === exportId)?.status
    if (status === undefined || status.state === 'running') throw new Error('It is still running')
    return status
  }
  return vi.waitFor(isOver, { timeout: 20_000, interval: 5 })
}

/** Written by the desktop shell: the path, and what it came to. */
async function written(changed: Partial<ExportOptions> = {}, subject = november) {
  const saving = shell()
  const exports = exportsWith({ saving })
  const exportId = await opened(exports, subject, page === subject ? [numberedRow(1).source] : [])
  expect(value(await exports.start(exportId, { ...options, ...changed }, null))).toEqual({ kind: 'writing' })
  const status = await lastStatus(exports, exportId)
  return { exports, exportId, saving, status, path: status.state === 'written' ? (status.path ?? '') : '' }
}

test('the file has the name that the preview said, however long the dialog was open', async () => {
  let now = Date.UTC(2026, 10, 22, 9)
  const saving = shell()
  const exports = exportsWith({ saving, now: () => now })
  for (const subject of [page, november]) {
    const exportId = await opened(exports, subject, subject === page ? [numberedRow(1).source] : [])
    const { fileName } = value(await exports.preview(exportId, options, new AbortController().signal))
    now += 61_000
    value(await exports.start(exportId, options, null))
    expect(saving.asked.at(-1)).toBe(fileName)
    await lastStatus(exports, exportId)
  }
})

test('what was read for a file goes once no other export needs it', async () => {
  const letGo = vi.fn(async () => succeeded(null))
  const exports = exportsWith({ saving: shell(), matches: { ...world.effects.matches, letGo } })
  const [first, second] = [await opened(exports), await opened(exports)]
  for (const exportId of [first, second]) {
    value(await exports.start(exportId, options, null))
    await lastStatus(exports, exportId)
  }
  value(await exports.remove(first))
  expect(letGo).not.toHaveBeenCalled()
  value(await exports.remove(second))
  expect(letGo).toHaveBeenCalledExactlyOnceWith('november')
})

test('a file is said to be written once what it was made from is closed', async () => {
  let open = 0
  const openSnapshot: ExportsEffects['openSnapshot'] = async (id) => {
    const file = value(await world.effects.openSnapshot(id))
    open += 1
    const close = async () => {
      await setTimeout(20)
      await file.close()
      open -= 1
    }
    return succeeded({ ...file, close })
  }
  const exports = exportsWith({ saving: shell(), openSnapshot })
  const exportId = await opened(exports)
  value(await exports.start(exportId, options, null))
  expect(await lastStatus(exports, exportId)).toMatchObject({ state: 'written' })
  expect(open).toBe(0)
})

test('the receipt of a file that was written to the disk is the one that is kept of it, as long as it is', async () => {
  const kept = new Map<string, string>()
  const exports = exportsWith({
    saving: shell(),
    keepReceipt: async (text, { sha256 }) => void kept.set(sha256, text),
    findReceipt: async ({ sha256 }) => kept.get(sha256) ?? null,
  })
  const exportId = await opened(exports)
  value(await exports.start(exportId, options, null))
  await lastStatus(exports, exportId)
  expect(value(await exports.receiptFacts(exportId)).receipt.file).toBe('eventscope-test-cus-1-2026-11.csv')
  kept.clear()
  expect(await exports.receiptFacts(exportId)).toMatchObject({
    ok: false,
    failure: { kind: 'invalid', message: expect.stringContaining('is not kept here any more') },
  })
})

const linesOf = async (path: string) => (await readFile(path, 'utf8')).slice(1).trimEnd().split('\r\n')

describe('a snapshot as a file', () => {
  test.each(FILE_FORMATS)('is all of its rows, with a receipt that holds: %s', async (format) => {
    const { path, status, saving, exports, exportId } = await written({ format })
    expect(status).toMatchObject({ state: 'written', rows: ROWS, receipt: `${saving.asked[0]}${RECEIPT_ENDING}` })
    expect(saving.asked).toEqual([`eventscope-test-cus-1-2026-11.${format}`])
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
    expect(status).toHaveProperty(
      'remarks',
      expect.arrayContaining(['Left out: Not matching a filter of the search: 1.']),
    )
    expect((await readdir(folder)).sort()).toEqual([saving.asked[0], `${saving.asked[0]}${RECEIPT_ENDING}`])
    expect(value(exports.showInFolder(exportId))).toBe(null)
    expect(saving.shown).toEqual([path])
    expect(saving.announced).toEqual([`Exported: ${saving.asked[0]}: 2,600 rows`])
    expect(saving.progress.at(-1)).toBe(null)
    expect(exports.list()).toMatchObject([
      { exportId, words: '2,600 rows', repeatable: true, inFolder: true, verdict: { kind: 'complete' } },
    ])
  })

  test('holds what the filter set in it holds, and says so; also newest first, sorted, and with what misses the search', async () => {
    const scope = {
      where: [
        { is: 'sign' as const, sign: 'debit' as const },
        { is: 'between' as const, key: amount, from: '10', to: '19' },
      ],
      misses: true,
    }
    const few = await written({ first: 'newest' }, { ...november, scope })
    const lines = await linesOf(few.path)
    expect(lines).toHaveLength(10)
    expect(await verifyReceipt(few.path)).toMatchObject({ ok: true })
    const receipt = JSON.parse(await readFile(few.path + RECEIPT_ENDING, 'utf8'))
    const filtered = { words: 'type = debit; amount is from 10 to 19', of: '2600' }
    expect(receipt.eventscope).toMatchObject({ rows: '9', filtered, order: 'newest first' })
    expect(receipt.eventscope.leftOut).toContainEqual({ why: 'Filtered', rows: '2591' })
    expect(few.exports.list()).toMatchObject([
      {
        words: '9 of 2,600 events: type = debit; amount is from 10 to 19',
        fileName: 'eventscope-test-cus-1-2026-11-filtered.csv',
      },
    ])
    const sorted = await written({ misses: true }, { ...november, sort: { key: amount, descending: true } })
    const ids = (await linesOf(sorted.path)).slice(1).map((line) => line.split(',')[0])
    expect(ids.slice(0, 2)).toEqual(['evt_9999', 'evt_2599'])
    expect(ids).toHaveLength(ROWS + 1)
    const misses = await written({ misses: true, format: 'ndjson' })
    expect(await readFile(misses.path, 'utf8')).toContain('evt_9999')
  })

  test('has the columns that were chosen, all properties in one, or for a customer nothing that is internal', async () => {
    const chosen = await written({ columns: { are: 'chosen', columns: [amount2, { field: 'eventId' }, none] } })
    expect((await linesOf(chosen.path)).slice(0, 2)).toEqual(['amount,event_id,none', '0.50,evt_0,'])
    expect(chosen.status).toHaveProperty('remarks', expect.arrayContaining(['No event has none: its column is empty.']))
    const one = await written({ properties: 'one' })
    expect((await linesOf(one.path))[0]).toBe([...fieldHeads, 'created_at (Europe/Berlin)', 'event_properties'].join())
    for (const format of FILE_FORMATS) {
      const columns = {
        are: 'for-the-customer',
        leave: [{ property: 'internal_note' }, { field: 'customerId' }],
      } as const
      for (const properties of ['columns', 'one'] as const) {
        const given = { ...columns, leave: [...columns.leave] }
        const { path, status } = await written({
          format,
          columns: given,
          properties,
          sums: ['internal_note', 'amount'],
        })
        expect(status).toMatchObject({ state: 'written', receipt: null })
        expect(await readdir(folder)).not.toContain(`${path}${RECEIPT_ENDING}`)
        if (format === 'xlsx') continue
        const content = await readFile(path, 'utf8')
        expect(content).toContain('amount')
        expect(content).not.toMatch(/secret|internal|customer_id/)
      }
    }
  })

  test('has an exact sum that is asked for with debit and credit apart, in its receipt and in "About"', async () => {
    const row = (eventType: string, amount: string) => ({
      source: `{${someMembers({ eventId: eventType, eventType })},"event_properties":{"amount":${amount},"currency":"EUR"}}`,
      misses: [],
    })
    await writeSnapshot(world.store, 'both-sides', [[row('debit', '940.59'), row('credit', '1764.69')]])
    const { path } = await written({ format: 'xlsx' }, { ...november, snapshotId: 'both-sides' })
    const { sums } = JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')).eventscope
    const figure = (type: string, sum: string) => expect.objectContaining({ type, units: ['EUR'], sum })
    expect(sums).toMatchObject([
      { property: 'amount', figures: [figure('credit', '1764.69'), figure('debit', '940.59')] },
    ])
    const about = (await readXlsx(await readFile(path))).sheets.at(-1)?.rows.map((cells) => cells.slice(0, 2))
    expect(about).toEqual(
      expect.arrayContaining([
        ['Credit, EUR', '1764.69'],
        ['Debit, EUR', '940.59'],
      ]),
    )
    expect(JSON.stringify(about)).not.toContain('2705.28')
  })

  test('says in "About" in which zone its date-times are, whatever its own is, and to a customer no more than that', async () => {
    const aboutOf = async (changed: Partial<ExportOptions>) => {
      const { path } = await written({ format: 'xlsx', zone: 'Asia/Tokyo', ...changed })
      const { sheets } = await readXlsx(await readFile(path))
      return JSON.stringify(sheets.at(-1)?.rows)
    }
    const all = await aboutOf({})
    for (const words of ['created_at (Asia/Tokyo)', 'Europe/Berlin', 'Base URL', 'Requests'])
      expect(all).toContain(words)
    const customer = await aboutOf({ columns: { are: 'for-the-customer', leave: [{ property: 'internal_note' }] } })
    for (const words of ['created_at (Asia/Tokyo)', '2,600 rows', 'All events read']) expect(customer).toContain(words)
    expect(customer).not.toMatch(/Base URL|127\.0\.0\.1|Connection|Requests|Filter|internal/)
  })

  test('is refused where it is not finished, is not there, or the zone is none', async () => {
    const exports = exportsWith({ saving: shell() })
    const words = { kind: 'invalid', field: 'export', message: expect.stringContaining('is not finished') }
    expect(await exports.open({ ...november, snapshotId: 'unfinished' })).toEqual({ ok: false, failure: words })
    expect(await exports.open({ ...november, snapshotId: 'none' })).toMatchObject({
      ok: false,
      failure: { kind: 'disk' },
    })
    expect(await exports.start(await opened(exports), { ...options, zone: 'Mars/Olympus' }, null)).toMatchObject({
      failure: { kind: 'invalid', message: 'The time zone Mars/Olympus is not known here.' },
    })
    expect(await exports.open({ ...page, connectionId: 'gone' })).toMatchObject({ failure: { kind: 'no-connection' } })
  })

  test.each(['deleted', 'damaged'])('that is %s under way fails in words and leaves what was there', async (how) => {
    const rows = Array.from({ length: 5_000 }, (_, at) => numberedRow(at))
    await writeSnapshot(world.store, how, [rows, rows])
    const saving = shell()
    const path = join(folder, `eventscope-test-cus-1-2026-11.csv`)
    await writeFile(path, 'what was there')
    const exports = exportsWith({
      saving: {
        ...saving,
        askWhere: async () => {
          if (how === 'deleted') world.store.delete(how)
          else await writeFile(world.store.pathOf(how), 'no database')
          return path
        },
      },
    })
    const exportId = await opened(exports, { ...november, snapshotId: how })
    value(await exports.start(exportId, options, null))
    const status = await lastStatus(exports, exportId)
    expect(status).toMatchObject({ state: 'failed', failure: { kind: 'disk' } })
    if (how === 'deleted') expect(JSON.stringify(status)).toContain('The snapshot was deleted')
    expect(await readdir(folder)).toEqual(['eventscope-test-cus-1-2026-11.csv'])
    expect(await readFile(path, 'utf8')).toBe('what was there')
    expect(saving.announced).toEqual(['Export failed: eventscope-test-cus-1-2026-11.csv'])
  })
})

const amount = { of: 'property', name: 'amount' } as const
const amount2 = { property: 'amount' }
const none = { property: 'none' }

describe('rows of the screen', () => {
  test('become a file named after customer and period, without a receipt, and are kept for "Export again"', async () => {
    const { path, status, exports, exportId, saving } = await written({}, page)
    expect(saving.asked).toEqual(['eventscope-staging-northwind-2026-11-page.csv'])
    expect(status).toMatchObject({ state: 'written', rows: 1, receipt: null })
    expect(await linesOf(path)).toHaveLength(2)
    const { exportId: again } = value(await exports.again(exportId))
    expect(value(await exports.preview(again, options, new AbortController().signal))).toMatchObject({ rows: 1 })
    expect(exports.add(exportId, ['{}'])).toMatchObject({ ok: false })
  })

  test('are bounded together; those that were written go first', async () => {
    const long = numberedRow(1).source
    const exports = exportsWith({ saving: shell() }, long.length * 2)
    const first = await opened(exports, page, [long])
    value(await exports.start(first, options, null))
    await lastStatus(exports, first)
    expect(exports.list()).toMatchObject([{ repeatable: true }])
    const second = await opened(exports, page, [long, long])
    expect(exports.list()).toMatchObject([{ repeatable: false }])
    expect(await exports.again(first)).toMatchObject({ ok: false })
    expect(exports.add(second, ['1'])).toMatchObject({ ok: false, failure: { kind: 'invalid', field: 'export' } })
    expect(exports.add(second, ['{"event_id":'])).toMatchObject({ ok: false })
    exports.cancel(second)
    await opened(exports, page, [long])
  })
})

describe('the preview', () => {
  const previewed = async (changed: Partial<ExportOptions> = {}, subject = november) => {
    const exports = exportsWith()
    return value(
      await exports.preview(await opened(exports, subject), { ...options, ...changed }, new AbortController().signal),
    )
  }

  test('shows the first rows as they will be, and what a spreadsheet would change in a CSV', async () => {
    const csv = await previewed({ separator: ';', decimal: ',' })
    expect(csv).toMatchObject({
      fileName: 'eventscope-test-cus-1-2026-11.csv',
      rows: ROWS,
      of: null,
      words: '2,600 rows',
    })
    expect(csv).toMatchObject({ order: 'oldest first', looked: 2_000, lines: null, besides: 0 })
    expect(csv.table?.heads).toEqual([
      ...fieldHeads,
      'created_at (Europe/Berlin)',
      'amount',
      'currency',
      'internal_note',
    ])
    expect(csv.table?.rows).toHaveLength(8)
    expect(csv.table?.rows[1]?.slice(-3).map((cell) => cell.text)).toEqual(['1,50', 'USD', 'secret 1'])
    expect(csv.properties.map(({ name, numbers }) => [name, numbers])).toEqual([
      ['amount', 2_000],
      ['currency', 0],
      ['internal_note', 0],
    ])
    const excel = await previewed({ format: 'xlsx' })
    expect(excel.table?.heads).toContain('created_at (Europe/Berlin)')
    expect(excel.table?.rows[0]?.map(({ kind }) => kind)).toEqual([
      'text',
      'text',
      'text',
      'text',
      'text',
      'date-time',
      'number',
      'text',
      'text',
    ])
    const lines = await previewed({ format: 'ndjson' }, { ...november, sort: { key: amount, descending: true } })
    expect(lines).toMatchObject({ table: null, order: 'by amount, largest first', looked: 2_000 })
    expect(lines.lines?.[0]).toBe(numberedRow(2_599).source)
  })

  test('counts what a spreadsheet would change', async () => {
    const exports = exportsWith()
    const hostile = numberedRow(1).source.replace('"secret 1"', '"=SUM(A1)"').replace('1.50', '90071992547409931')
    const exportId = await opened(exports, page, [hostile, numberedRow(2).source.replace('"secret 2"', '"007"')])
    const { changed, table } = value(await exports.preview(exportId, options, new AbortController().signal))
    expect(changed).toEqual(
      expect.arrayContaining([
        { how: 'digits', cells: 1 },
        { how: 'apostrophe', cells: 1 },
        { how: 'number', cells: 1 },
      ]),
    )
    expect(table?.rows[0]?.at(-1)).toEqual({ text: "'=SUM(A1)", kind: 'text', changed: 'apostrophe' })
  })

  test('asked again drops the one before', async () => {
    const exports = exportsWith()
    const exportId = await opened(exports)
    const first = exports.preview(exportId, options, new AbortController().signal)
    const second = exports.preview(exportId, options, new AbortController().signal)
    expect(await first).toMatchObject({ failure: { kind: 'cancelled' } })
    expect(await second).toMatchObject({ ok: true })
  })
})

describe('an export under way', () => {
  test('that is started goes on, whatever is previewed of it meanwhile', async () => {
    const exports = exportsWith({ saving: shell() })
    const exportId = await opened(exports)
    const started = exports.start(exportId, options, null)
    void exports.preview(exportId, options, new AbortController().signal)
    expect(await started).toMatchObject({ ok: true, value: { kind: 'writing' } })
    expect(await lastStatus(exports, exportId)).toMatchObject({ state: 'written' })
  })

  test('that is dismissed can be started again; one that is cancelled meanwhile is over', async () => {
    const exports = exportsWith({ saving: shell(null) })
    const exportId = await opened(exports)
    expect(value(await exports.start(exportId, options, null))).toEqual({ kind: 'dismissed' })
    expect(value(await exports.start(exportId, options, null))).toEqual({ kind: 'dismissed' })
    expect(exports.list()).toEqual([])
    const asking = exports.start(exportId, options, null)
    exports.cancel(exportId)
    expect(await asking).toMatchObject({ ok: false })
    expect(await exports.preview(exportId, options, new AbortController().signal)).toMatchObject({ ok: false })
  })

  test.each(FILE_FORMATS)('that is cancelled leaves nothing: %s', async (format) => {
    const exports = exportsWith({ saving: shell() })
    const exportId = await opened(exports)
    value(await exports.start(exportId, { ...options, format }, null))
    exports.cancel(exportId)
    expect(await lastStatus(exports, exportId)).toEqual({ state: 'cancelled' })
    expect(await readdir(folder)).toEqual([])
  })

  test('ends with the backend, and nothing half is left', async () => {
    const exports = exportsWith({ saving: shell() })
    value(await exports.start(await opened(exports), options, null))
    await exports.end()
    expect(exports.list()).toMatchObject([{ status: { state: 'cancelled' } }])
    expect(await readdir(folder)).toEqual([])
  })
})

const textOf = async (download: Download | undefined) => (download === undefined ? '' : text(download.bytes()))

describe('a download', () => {
  async function offered(changed: Partial<ExportOptions> = {}) {
    const exports = exportsWith()
    const exportId = await opened(exports)
    const downloads: Download[] = []
    const offer = (download: Download) => `/download/${downloads.push(download)}`
    const start = value(await exports.start(exportId, { ...options, ...changed }, offer))
    expect(start).toEqual({ kind: 'download', address: '/download/1' })
    const [download] = downloads
    if (download === undefined) throw new Error('none')
    return { exports, exportId, download, downloads, offer }
  }

  test.each(FILE_FORMATS)(
    'is the same file, made while it is fetched, and its receipt is to be had after it: %s',
    async (format) => {
      const { exports, exportId, download, downloads, offer } = await offered({ format })
      expect(exports.receipt(exportId, offer)).toMatchObject({ ok: false })
      const chunks: Uint8Array[] = []
      for await (const chunk of download.bytes()) chunks.push(chunk)
      expect(await lastStatus(exports, exportId)).toMatchObject({ state: 'written', rows: ROWS, path: null })
      value(exports.receipt(exportId, offer))
      const path = join(folder, download.fileName)
      await writeFile(path, Buffer.concat(chunks))
      await writeFile(join(folder, downloads[1]?.fileName ?? ''), await textOf(downloads[1]))
      expect(await verifyReceipt(path)).toMatchObject({ ok: true })
      expect(exports.showInFolder(exportId)).toMatchObject({ ok: false })
    },
  )

  test('says what its receipt says, for the case of its connection, once it is there', async () => {
    const { exports, exportId, download } = await offered()
    expect(await exports.receiptFacts(exportId)).toMatchObject({ ok: false })
    await textOf(download)
    await lastStatus(exports, exportId)
    expect(value(await exports.receiptFacts(exportId))).toMatchObject({
      connectionId: 'c1',
      receipt: { file: download.fileName, rows: String(ROWS), customerId: 'cus_1' },
    })
  })

  test('that nobody fetches, or somebody leaves off, is over', async () => {
    const late = await offered()
    late.download.expired()
    expect(await lastStatus(late.exports, late.exportId)).toMatchObject({
      state: 'failed',
      failure: { kind: 'invalid' },
    })
    const left = await offered()
    for await (const chunk of left.download.bytes()) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    expect(await lastStatus(left.exports, left.exportId)).toEqual({ state: 'cancelled' })
    const cancelled = await offered()
    cancelled.exports.cancel(cancelled.exportId)
    expect(cancelled.download.signal.aborted).toBe(true)
    expect(await lastStatus(cancelled.exports, cancelled.exportId)).toEqual({ state: 'cancelled' })
  })

  test('throws where its snapshot is gone, so that whoever sends it can say so by a reset', async () => {
    await writeSnapshot(world.store, 'short-lived', [[numberedRow(1)]])
    const exports = exportsWith()
    const exportId = await opened(exports, { ...november, snapshotId: 'short-lived' })
    const downloads: Download[] = []
    value(await exports.start(exportId, options, (download) => String(downloads.push(download))))
    world.store.delete('short-lived')
    await expect(textOf(downloads[0])).rejects.toThrow()
    expect(await lastStatus(exports, exportId)).toMatchObject({ state: 'failed', failure: { kind: 'disk' } })
  })
})

describe('what the events of a file are worth', () => {
  const text = `{"eventscopeRules":1,"rules":[
    {"codes":["api_calls"],"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},
    {"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"quantity"},"money":{"by":"rate-card"}}],
    "prices":[{"code":"seats","currency":"GBP","price":"2"}]}`
  const seats = (number: number, customerId: string): SnapshotRow => ({
    source: `{${someMembers({ eventId: `seat_${number}`, eventCode: 'seats', customerId })},"event_properties":{"quantity":${number}}}`,
    misses: [],
  })
  const rulesOf = async () => readKeptRules(text, null)
  const isOneOf = (field: 'customerId' | 'eventType', value: string): Scope => ({
    where: [{ is: 'one-of', key: { of: 'field', field }, values: [{ kind: 'string', text: value }], zone: null }],
    misses: false,
  })
  beforeAll(() =>
    writeSnapshot(
      world.store,
      'valued',
      [[numberedRow(2), numberedRow(3), seats(5, 'cus_1'), seats(7, 'cus_1'), seats(9, 'cus_2')]],
      true,
      { propertyFilters: [] },
    ),
  )

  async function valued(subject: ExportSubject, changed: Partial<ExportOptions> = {}, sources: string[] = []) {
    const exports = exportsWith({ saving: shell(), rulesOf })
    const exportId = await opened(exports, subject, sources)
    value(await exports.start(exportId, { ...options, ...changed }, null))
    const status = await lastStatus(exports, exportId)
    if (status.state !== 'written' || status.path === null) throw new Error(JSON.stringify(status))
    const receipt = status.receipt === null ? null : JSON.parse(await readFile(status.path + RECEIPT_ENDING, 'utf8'))
    return { path: status.path, remarks: status.remarks, worth: receipt?.eventscope.worth }
  }
  const ofSnapshot = (scope: Scope | null): ExportSubject => ({
    of: 'snapshot',
    snapshotId: 'valued',
    scope,
    sort: null,
  })
  const netsOf = (worth: { currencies: { currency: string; net: string }[] }) =>
    Object.fromEntries(worth.currencies.map(({ currency, net }) => [currency, net]))

  test('is in its receipt, by the rules that are kept for the connection; the month is whole in a whole snapshot', async () => {
    const { path, worth, remarks } = await valued(ofSnapshot(null))
    expect(netsOf(worth)).toEqual({ EUR: '2.50', GBP: '32.00', USD: '3.50' })
    expect(worth.notValued).toEqual([])
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
    expect(remarks[0]).toBe(`Total by your price rules ${worth.rules}: 2.50 EUR, 32.00 GBP, 3.50 USD.`)
  })

  test('is added up in charges beside it, which a browser fetches after the file; a workbook has a sheet of them', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const exports = exportsWith({ rulesOf })
      const exportId = await opened(exports, ofSnapshot(null))
      const downloads: Download[] = []
      const offer = (download: Download) => `/download/${downloads.push(download)}`
      value(await exports.start(exportId, { ...options, format }, offer))
      expect(exports.charges(exportId, offer)).toMatchObject({ ok: false })
      await textOf(downloads[0])
      const status = await lastStatus(exports, exportId)
      if (status.state !== 'written') throw new Error(JSON.stringify(status))
      if (format === 'xlsx') {
        expect(status.charges).toBeNull()
        expect(exports.charges(exportId, offer)).toMatchObject({ ok: false })
        continue
      }
      value(exports.charges(exportId, offer))
      expect(downloads[1]?.fileName).toBe(status.charges)
      expect(status.remarks.join()).toContain(`is in ${status.charges}`)
      const lines = (await textOf(downloads[1])).trim().split('\r\n')
      expect(lines[0]).toContain('customer_id')
      expect(lines).toHaveLength(5)
    }
  })

  test('holds whole months under a condition on the customer, and under no other', async () => {
    const ofCustomer = await valued(ofSnapshot(isOneOf('customerId', 'cus_2')))
    expect(netsOf(ofCustomer.worth)).toEqual({ GBP: '18.00' })
    const debits = await valued(ofSnapshot(isOneOf('eventType', 'debit')))
    expect(debits.worth).toMatchObject({
      bins: { charged: '5' },
      notValued: [{ why: 'part-of-line', events: '3' }],
    })
    expect(netsOf(debits.worth)).toEqual({ EUR: '2.50', USD: '3.50' })
  })

  test('is that of a part for rows of the screen, and is not told to a customer', async () => {
    const sources = [numberedRow(2).source, seats(5, 'cus_1').source]
    const { path, remarks } = await valued({ ...page, of: 'selection' }, { format: 'xlsx' }, sources)
    const about = JSON.stringify((await readXlsx(await readFile(path))).sheets.find(({ name }) => name === 'About'))
    expect(about).toMatch(/Worth by your price rules [0-9a-f]{12}/)
    for (const words of ['2.50', 'Billed by the month, not per event']) expect(about).toContain(words)
    expect(remarks[0]).toContain('2.50 EUR. Events that are not valued: 1.')
    const columns = { are: 'for-the-customer' as const, leave: [] }
    for (const subject of [ofSnapshot(null), page]) {
      const file = await valued(subject, { format: 'xlsx', columns }, sources)
      expect(JSON.stringify(await readXlsx(await readFile(file.path)))).not.toContain('Worth')
      expect(file.remarks.join()).not.toContain('Net by')
    }
  })

  test('splits sums as the rules say, and as it was said before where there are none', async () => {
    const meanings = JSON.stringify([
      { name: 'internal_note', meaning: 'unit' },
      { name: 'amount', meaning: 'quantity' },
    ])
    expect(readKeptRules(null, meanings).meanings).toEqual(JSON.parse(meanings))
    expect(readKeptRules('{"eventscopeRules":1,"units":["sku"]}', meanings)).toMatchObject({
      rules: null,
      meanings: [{ name: 'sku', meaning: 'unit' }],
    })
    expect(readKeptRules(text, meanings).meanings).toContainEqual({ name: 'currency', meaning: 'currency' })
    expect(readKeptRules('no rules', meanings)).toEqual({
      rules: null,
      areUnreadable: true,
      meanings: JSON.parse(meanings),
    })
  })

  test('is not there where the kept rules cannot be read, which is said', async () => {
    const exports = exportsWith({ saving: shell(), rulesOf: async () => readKeptRules('{"eventscopeRules":2}', null) })
    const exportId = await opened(exports)
    expect(value(await exports.preview(exportId, options, new AbortController().signal))).toMatchObject({
      rules: null,
      areRulesUnreadable: true,
    })
    value(await exports.start(exportId, options, null))
    const status = await lastStatus(exports, exportId)
    if (status.state !== 'written') throw new Error(status.state)
    expect(status.remarks[0]).toContain('cannot be read')
    expect(await readFile(`${status.path}${RECEIPT_ENDING}`, 'utf8')).not.toContain('"worth"')
  })
})

describe('what events are expected to look like', () => {
  async function judged(text: string, changed: Partial<ExportOptions> = {}, subject = november) {
    const exports = exportsWith({ saving: shell(), shapesOf: async () => readKeptShapes(text) })
    const exportId = await opened(exports, subject, subject === page ? [numberedRow(1).source] : [])
    value(await exports.start(exportId, { ...options, ...changed }, null))
    const status = await lastStatus(exports, exportId)
    if (status.state !== 'written' || status.path === null) throw new Error(JSON.stringify(status))
    const receipt = status.receipt === null ? null : JSON.parse(await readFile(status.path + RECEIPT_ENDING, 'utf8'))
    return { path: status.path, remarks: status.remarks.join(), shapes: receipt?.eventscope.shapes }
  }
  const none = printShapes({ codes: ['no such code'], shapes: [] })

  test.each(FILE_FORMATS)('is held against each row once, whatever the file: %s', async (format) => {
    const { path, shapes, remarks } = await judged(none, { format })
    expect(shapes).toMatchObject({ expected: '0', unexpected: String(ROWS), by: { 'unknown-code': String(ROWS) } })
    expect(remarks).toMatch(/2,600 of 2,600 events are not as expected \(version [0-9a-f]{12}\)\./)
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })

  test('is told of rows of the screen, not to a customer, and where it cannot be read that is said', async () => {
    expect((await judged(none, {}, page)).remarks).toContain('1 of 1 events is not as expected')
    const customer = await judged(none, { columns: { are: 'for-the-customer', leave: [] } })
    expect(customer.remarks).not.toContain('expected')
    const { shapes, remarks } = await judged('{"not": {}}')
    expect([shapes, remarks]).toEqual([undefined, expect.stringContaining('The expected shapes kept')])
  })
})
