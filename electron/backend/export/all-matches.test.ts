// "All matches" as the bridge's calls, of a real service whose answers can be held back. A window is a client; one that
// is closed or reloaded just calls nothing more.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { matchesFileName } from '../../../shared/export/export-file-name.ts'
import type { ExportEntry, ExportOptions } from '../../../shared/export/file-export.ts'
import { someExportOptions } from '../../../shared/export/fixtures/some-export-options.ts'
import type { SnapshotOrder } from '../../../shared/snapshot/snapshot.ts'
import { createBackend } from '../bridge/backend.ts'
import { backendUnderTest } from '../bridge/fixtures/backend-under-test.ts'
import { serviceFetch } from '../http/service-fetch.ts'
import { serviceBehindDoor } from '../snapshots/fixtures/service-behind-door.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { Download } from './delivery.ts'
import { RECEIPT_ENDING } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'

const EVENTS = 700
/** `answer`: the place that the user of the desktop names; undefined: in `out`, as proposed; null: none. */
async function program(shell: 'desktop' | 'browser', answer?: string | null) {
  const out = await temporaryFolder()
  const asked: string[] = []
  const saving = {
    askWhere: async (fileName: string) => {
      asked.push(fileName)
      return answer === undefined ? join(out, fileName) : answer
    },
    showInFolder: () => undefined,
    showProgress: () => undefined,
    announce: () => undefined,
  }
  const door = await serviceBehindDoor(EVENTS)
  const effects = await backendUnderTest({
    fetch: door.fetch,
    environment: { baseUrl: door.url, token: 'key' },
    storeKey: Buffer.alloc(32, 7).toString('base64'),
    saving: shell === 'desktop' ? saving : null,
  })
  const backend = await createBackend(effects)
  onTestFinished(() => backend.close())
  const downloads: Download[] = []
  const offerDownload = (download: Download) => `/download/${downloads.push(download)}`
  const window = () => createRouterClient(backend.router, { context: shell === 'browser' ? { offerDownload } : {} })
  return { backend, effects, door, out, asked, downloads, window }
}

type Window = ReturnType<Awaited<ReturnType<typeof program>>['window']>

const range = { from: '2020-01-01T00:00:00Z', until: null, zone: 'UTC' }

async function orderIn(window: Window) {
  const [connection] = await window.connections.list()
  return {
    connectionId: connection?.id ?? '',
    account: connection?.account ?? 0,
    search: { propertyFilters: [] },
    range,
  }
}

async function begun(
  window: Window,
  changed: Partial<ExportOptions> = {},
  range: Partial<SnapshotOrder['range']> = {},
): Promise<string> {
  const options = { ...someExportOptions, ...changed }
  const order = await orderIn(window)
  const start = await window.exports.startAll({ order: { ...order, range: { ...order.range, ...range } }, options })
  if (start.kind !== 'begun') throw new Error(start.kind)
  return start.exportId
}

/** What the list of exports says of it once that fits. */
function seen(window: Window, exportId: string, fits: (entry: ExportEntry) => boolean): Promise<ExportEntry> {
  const look = async () => {
    const entry = (await window.exports.list()).find((one) => one.exportId === exportId)
    if (entry === undefined || !fits(entry)) throw new Error(`It is ${JSON.stringify(entry?.status)}`)
    return entry
  }
  return vi.waitFor(look, { timeout: 20_000, interval: 5 })
}

const is = (state: ExportEntry['status']['state']) => (entry: ExportEntry) => entry.status.state === state
const isPaused = ({ status }: ExportEntry) => status.state === 'reading' && status.step?.status.state === 'paused'

const bytesOf = async (download: Download | undefined) =>
  download === undefined ? Buffer.alloc(0) : buffer(download.bytes())

async function idsIn(path: string): Promise<Set<string | undefined>> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(EVENTS)
  return new Set(lines.map((line) => line.split(',')[0]))
}

describe('on the desktop', () => {
  test('the file and its receipt are there though the window closed while it was read', async () => {
    const { window, door, out, asked, backend } = await program('desktop')
    const closing = window()
    await begun(closing)
    expect(asked).toHaveLength(1)
    await vi.waitFor(() => expect(door.arrived()).toBeGreaterThan(0))
    expect(await readdir(out)).toEqual([])
    expect(backend.files()).toEqual({ reading: 1, paused: 0, writing: 0 })
    door.open()
    // Nobody asks for anything any more.
    const files = [asked[0] ?? '', `${asked[0]}${RECEIPT_ENDING}`]
    await vi.waitFor(async () => expect((await readdir(out)).sort()).toEqual(files), { timeout: 20_000 })
    const path = join(out, asked[0] ?? '')
    expect((await idsIn(path)).size).toBe(EVENTS)
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(backend.files()).toEqual({ reading: 0, paused: 0, writing: 0 }))
    const later = window()
    const [entry] = await later.exports.list()
    expect(entry).toMatchObject({
      readFirst: true,
      repeatable: true,
      inFolder: true,
      status: { state: 'written', path },
    })
    expect(entry?.verdict).toMatchObject({ kind: 'complete' })
    const fileName = asked[0]
    const read = async () => (await later.snapshots.list()).snapshots.map(({ madeFor }) => madeFor)
    await vi.waitFor(async () => expect(await read()).toEqual([{ of: 'export', fileName, isOver: true }]))
    const { exportId } = await later.exports.again({ exportId: entry?.exportId ?? '' })
    await later.exports.start({ exportId, options: someExportOptions })
    await seen(later, exportId, is('written'))
    // It stays as long as an export of it is listed.
    await later.exports.remove({ exportId: entry?.exportId ?? '' })
    expect(await read()).toHaveLength(1)
    await later.exports.remove({ exportId })
    expect([await read(), await later.exports.list()]).toEqual([[], []])
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })

  test('a window that is reloaded sees how far it is; cancelled from there, it leaves no file and no snapshot', async () => {
    const { window, door, out } = await program('desktop')
    const exportId = await begun(window())
    await vi.waitFor(() => expect(door.arrived()).toBeGreaterThan(0))
    const again = window()
    const { status } = await seen(again, exportId, is('reading'))
    expect(status).toMatchObject({ step: { status: { state: 'reading' } } })
    expect((await again.snapshots.list()).snapshots).toHaveLength(1)
    await again.exports.cancel({ exportId })
    expect(await seen(again, exportId, is('cancelled'))).toMatchObject({ repeatable: false, verdict: null })
    expect((await again.snapshots.list()).snapshots).toEqual([])
    door.open()
    expect(await readdir(out)).toEqual([])
  })

  test('a key that is refused pauses it; it goes on once that is mended, with nobody there at its end', async () => {
    const { window, door, out, asked, backend } = await program('desktop')
    door.open()
    door.keepsKey(false)
    const first = window()
    const exportId = await begun(first)
    const paused = await seen(first, exportId, isPaused)
    expect(paused.status).toMatchObject({ step: { status: { because: { kind: 'token-refused' } } } })
    expect(backend.files()).toEqual({ reading: 0, paused: 1, writing: 0 })
    door.keepsKey(true)
    const second = window()
    const [snapshot] = (await second.snapshots.list()).snapshots
    await second.snapshots.resume({ snapshotId: snapshot?.id ?? '' })
    await vi.waitFor(async () => expect(await readdir(out)).toContain(asked[0]), { timeout: 20_000 })
    expect((await idsIn(join(out, asked[0] ?? ''))).size).toBe(EVENTS)
  })

  test('stopped and kept, what was read becomes a file that says so; deleted, none', async () => {
    const { window, door, out } = await program('desktop')
    door.open()
    door.keepsKey(false)
    const only = window()
    const [kept, gone] = [await begun(only), await begun(only)]
    for (const exportId of [kept, gone]) await seen(only, exportId, isPaused)
    const snapshotOf = async (exportId: string) => {
      const { subject } = await seen(only, exportId, isPaused)
      return subject.of === 'snapshot' ? subject.snapshotId : ''
    }
    await only.snapshots.stop({ snapshotId: await snapshotOf(gone), keep: false })
    await seen(only, gone, is('cancelled'))
    await only.snapshots.stop({ snapshotId: await snapshotOf(kept), keep: true })
    expect(await seen(only, kept, is('written'))).toMatchObject({ verdict: { kind: 'partial' }, status: { rows: 0 } })
    expect(await readdir(out)).toHaveLength(2)
  })

  test('the end of the program leaves the snapshot to be gone on with, and no file', async () => {
    const { window, door, out, backend, effects } = await program('desktop')
    await begun(window())
    await vi.waitFor(() => expect(door.arrived()).toBeGreaterThan(0))
    await backend.close()
    expect(await readdir(out)).toEqual([])
    const next = await createBackend({ ...effects, fetch: serviceFetch })
    onTestFinished(() => next.close())
    const client = createRouterClient(next.router)
    expect((await client.snapshots.list()).snapshots).toMatchObject([{ status: { state: 'paused' } }])
    expect(await client.exports.list()).toEqual([])
  })

  test('where no place was chosen, or what is asked cannot be, nothing is read', async () => {
    const { window, door } = await program('desktop', null)
    const only = window()
    const order = await orderIn(only)
    expect(await only.exports.startAll({ order, options: someExportOptions })).toEqual({ kind: 'dismissed' })
    const zone = { ...someExportOptions, zone: 'Mars/Olympus' }
    await expect(only.exports.startAll({ order, options: zone })).rejects.toMatchObject({ data: { kind: 'invalid' } })
    const unknown = { ...order, connectionId: 'none' }
    await expect(only.exports.startAll({ order: unknown, options: someExportOptions })).rejects.toMatchObject({
      data: { kind: 'no-connection' },
    })
    expect([door.arrived(), await only.exports.list()]).toEqual([0, []])
  })

  test('a place that cannot be written says why, and the same matches go to another one unread', async () => {
    const { window, door } = await program('desktop', '/no such folder/all.csv')
    door.open()
    const only = window()
    const exportId = await begun(only)
    const { repeatable, verdict } = await seen(only, exportId, is('failed'))
    expect([repeatable, verdict?.kind]).toEqual([true, 'complete'])
    const arrived = door.arrived()
    await only.exports.again({ exportId })
    expect(door.arrived()).toBe(arrived)
  })
})

describe('in the browser shell', () => {
  test('the file waits for a window, is given to one alone, and is right', async () => {
    const { window, door, out, downloads, backend } = await program('browser')
    const exportId = await begun(window())
    await vi.waitFor(() => expect(door.arrived()).toBeGreaterThan(0))
    door.open()
    const later = window()
    const ready = await seen(later, exportId, is('ready'))
    expect(ready).toMatchObject({
      fileName: expect.stringMatching(/^eventscope-environment-\d{8}-\d{6}Z\.csv$/),
      verdict: { kind: 'complete' },
      words: `${EVENTS} rows`,
    })
    expect([downloads.length, backend.files()]).toEqual([0, { reading: 0, paused: 0, writing: 0 }])
    const asked = await Promise.allSettled([later.exports.save({ exportId }), window().exports.save({ exportId })])
    expect(asked).toMatchObject([
      { status: 'fulfilled', value: { address: '/download/1' } },
      { status: 'rejected', reason: { data: { kind: 'invalid', field: 'export' } } },
    ])
    const path = join(out, downloads[0]?.fileName ?? '')
    await writeFile(path, await bytesOf(downloads[0]))
    expect(await seen(later, exportId, is('written'))).toMatchObject({ status: { path: null }, repeatable: true })
    const madeFor = async () => (await later.snapshots.list()).snapshots.map(({ madeFor }) => madeFor)
    await vi.waitFor(async () => expect(await madeFor()).toMatchObject([{ of: 'export', isOver: true }]))
    await later.exports.receipt({ exportId })
    await writeFile(path + RECEIPT_ENDING, await bytesOf(downloads[1]))
    expect((await idsIn(path)).size).toBe(EVENTS)
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })

  test('its name is the one that the dialog said, and names no connection for a customer', async () => {
    const { window, door, downloads } = await program('browser')
    door.open()
    const only = window()
    const order = { ...(await orderIn(only)), search: { customerId: 'cus_5Rb7nVy', propertyFilters: [] } }
    const namedAt = Date.UTC(2026, 10, 22, 9)
    const ways: [ExportOptions['columns'], string | null][] = [
      [{ are: 'all' }, 'Environment'],
      [{ are: 'for-the-customer', leave: [] }, null],
    ]
    for (const [columns, connectionName] of ways) {
      const options: ExportOptions = { ...someExportOptions, columns }
      const start = await only.exports.startAll({ order, options, namedAt })
      if (start.kind !== 'begun') throw new Error(start.kind)
      await seen(only, start.exportId, is('ready'))
      await only.exports.save(start)
      const { customerId } = order.search
      const said = matchesFileName({ connectionName, customerId, range, format: options.format, now: namedAt })
      expect(downloads.at(-1)?.fileName).toBe(said)
    }
  })

  test('its name, which holds the second in which it was begun, stays until it is saved', async () => {
    const { window, door, downloads } = await program('browser')
    door.open()
    const exportId = await begun(window(), {}, { from: null, until: null })
    const { fileName } = await seen(window(), exportId, is('ready'))
    await sleep(1_100)
    await window().exports.save({ exportId })
    expect(downloads[0]?.fileName).toBe(fileName)
  })

  test('cancelled while it waits, it is over; saved after its snapshot was deleted, it says so', async () => {
    const { window, door } = await program('browser')
    door.open()
    const only = window()
    const [cancelled, deleted] = [await begun(only), await begun(only)]
    for (const exportId of [cancelled, deleted]) await seen(only, exportId, is('ready'))
    await only.exports.cancel({ exportId: cancelled })
    expect(await seen(only, cancelled, is('cancelled'))).toMatchObject({ repeatable: true })
    await expect(only.exports.save({ exportId: cancelled })).rejects.toMatchObject({ data: { kind: 'invalid' } })
    for (const { id } of (await only.snapshots.list()).snapshots) await only.snapshots.delete({ snapshotId: id })
    await expect(only.exports.save({ exportId: deleted })).rejects.toMatchObject({ data: { kind: 'disk' } })
    expect((await seen(only, deleted, is('failed'))).status).toMatchObject({ failure: { kind: 'disk' } })
  })
})
