import { describe, expect, test } from 'vitest'
import type { ExportEntry, ExportPlace, ExportStart, ExportStatus } from '../../../shared/export/file-export.ts'
import { someExportOptions } from '../../../shared/export/fixtures/some-export-options.ts'
import { type Failure, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotList, SnapshotStatus, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { createExports } from './exports.ts'
import { createPendingExports } from './pending-exports.ts'

const ORDER = {
  connectionId: 'c',
  account: 1,
  search: { propertyFilters: [] },
  range: { from: null, until: null, zone: 'UTC' },
}
const DISK: Failure = { kind: 'disk', detail: 'full' }
const RUNNING: ExportStatus = { state: 'running', progress: { phase: 'writing', rows: 1, of: 3, bytes: 10 } }
const WRITTEN: ExportStatus = {
  state: 'written',
  rows: 3,
  bytes: 30,
  sha256: '',
  path: '/a',
  receipt: null,
  remarks: [],
}

/** The backend and the snapshots in memory; what was called is in `told`. */
function someExports(
  start: () => ExportStart = () => ({ kind: 'download', address: '/downloads/x' }),
  kept = new Map<string, string>(),
  place: () => ExportPlace = () => ({ kind: 'none' }),
) {
  const told: string[] = []
  const closed: string[] = []
  const entries: ExportEntry[] = []
  const timers = manualTimers()
  let opened = 0
  let list: SnapshotList | null = null
  const listeners = new Set<() => void>()
  const open = (from: string) => {
    opened += 1
    told.push(`open ${from}`)
    return { exportId: `e${opened}` }
  }
  const calls = {
    open: async ({ snapshotId }: { snapshotId: string }) => open(snapshotId),
    again: async ({ exportId }: { exportId: string }) => open(exportId),
    place: async ({ fileName }: { fileName: string }) => {
      told.push(`place ${fileName}`)
      return place()
    },
    start: async ({ exportId, placeId }: { exportId: string; placeId?: string }) => {
      if (placeId !== undefined) told.push(`start at ${placeId}`)
      const begun = start()
      if (begun.kind !== 'dismissed') entries.unshift(entryOf(exportId, RUNNING))
      return begun
    },
    cancel: async ({ exportId }: { exportId: string }) => {
      told.push(`cancel ${exportId}`)
      return null
    },
    list: async () => [...entries],
  }
  const bridge = { exports: calls as unknown as Bridge['exports'] }
  const done = async (what: string): Promise<Result<null>> => {
    told.push(what)
    return succeeded(null)
  }
  const snapshots = {
    state: () => ({ list }),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    take: async () => {
      setReading({ state: 'reading' })
      return succeeded({ snapshotId: 's' })
    },
    stop: (id: string, keep: boolean) => done(`stop ${id} ${keep}`),
    resume: (id: string) => done(`resume ${id}`),
    opensOn: (id: string) => void closed.push(id),
  }
  function setReading(status: SnapshotStatus | null) {
    const one = { id: 's', status, progress: null } as SnapshotSummary
    list = { snapshots: status === null ? [] : [one], unreadable: [], thisRunOnly: null, refused: null }
    for (const listener of listeners) listener()
  }
  const pending = createPendingExports({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  })
  const exports = createExports({
    bridge,
    snapshots,
    pending,
    later: timers.later,
    download: (to) => told.push(`download ${to}`),
  })
  const stop = exports.start()
  return { exports, told, entries, timers, setReading, stop, kept, closed }
}

function entryOf(exportId: string, status: ExportStatus): ExportEntry {
  return {
    exportId,
    subject: { of: 'snapshot', snapshotId: 's', scope: null, sort: null },
    connectionName: 'Acme',
    snapshotName: null,
    verdict: null,
    options: someExportOptions,
    fileName: `${exportId}.csv`,
    words: '3 rows',
    status,
    startedAt: '2026-11-22T00:00:00Z',
    endedAt: null,
    repeatable: true,
    inFolder: false,
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const TOLD = { connectionName: 'Acme', name: 'acme.csv', options: someExportOptions }
const FINISHED: SnapshotStatus = {
  state: 'finished',
  verdict: { kind: 'complete', soFar: false, sentence: '', reasons: [] },
}

describe('an export', () => {
  test('is listed before the browser takes it, and watched to its end', async () => {
    const { exports, told, entries, timers } = someExports()
    expect(await exports.write('e9', someExportOptions)).toEqual(succeeded('begun'))
    expect(told).toEqual(['download /downloads/x'])
    expect(exports.state()).toMatchObject([
      { name: 'e9.csv', steps: 1, stage: { is: 'file', entry: { status: RUNNING } } },
    ])
    await settled()
    entries[0] = entryOf('e9', WRITTEN)
    timers.goOff()
    await settled()
    expect(exports.state()).toMatchObject([{ stage: { entry: { status: WRITTEN } } }])
    expect(timers.waiting()).toEqual([])
  })

  test('for which no place was chosen, or that cannot begin, is not listed', async () => {
    const dismissed = someExports(() => ({ kind: 'dismissed' }))
    expect(await dismissed.exports.write('e9', someExportOptions)).toEqual(succeeded('dismissed'))
    expect(dismissed.exports.state()).toEqual([])
    const failing = someExports(() => {
      throw new FailureError(DISK)
    })
    expect(await failing.exports.write('e9', someExportOptions)).toEqual({ ok: false, failure: DISK })
    expect(failing.exports.state()).toEqual([])
  })

  test('of an earlier page of this run is there, once', async () => {
    const { exports, entries } = someExports()
    entries.push(entryOf('e7', WRITTEN))
    exports.start()
    exports.start()
    await settled()
    expect(exports.state().map(({ name }) => name)).toEqual(['e7.csv'])
  })
})

describe('all matches', () => {
  test('are one thing from the reading to the file', async () => {
    const { exports, told, setReading } = someExports()
    await exports.writeAll(ORDER, TOLD)
    const [reading] = exports.state()
    expect(reading).toMatchObject({
      name: 'acme.csv',
      steps: 2,
      stage: { is: 'reading', step: { status: { state: 'reading' } } },
    })
    setReading(FINISHED)
    expect(exports.isForFile('s')).toBe(true)
    await settled()
    expect(told).toEqual(['place acme.csv', 'open s', 'download /downloads/x'])
    expect(exports.state()).toMatchObject([{ key: reading?.key, steps: 2, stage: { is: 'file' } }])
  })

  test('that are read keep waiting for a place, or for what was in the way', async () => {
    let start = (): ExportStart => ({ kind: 'dismissed' })
    const { exports, told, setReading } = someExports(() => start())
    await exports.writeAll(ORDER, TOLD)
    setReading(FINISHED)
    await settled()
    const key = exports.state()[0]?.key ?? ''
    expect(exports.state()).toMatchObject([{ stage: { is: 'read', failure: null } }])
    expect(told).toContain('cancel e1')
    start = () => {
      throw new FailureError(DISK)
    }
    await exports.retry(key)
    expect(exports.state()).toMatchObject([{ stage: { is: 'read', failure: DISK } }])
    start = () => ({ kind: 'writing' })
    await exports.retry(key)
    expect(exports.state()).toMatchObject([{ key, stage: { is: 'file', entry: { exportId: 'e3' } } }])
  })

  test('have their place before they are read, over a reload, too; without one nothing is read', async () => {
    const before = someExports(undefined, undefined, () => ({ kind: 'chosen', placeId: 'p1' }))
    expect(await before.exports.writeAll(ORDER, TOLD)).toEqual(succeeded('begun'))
    expect(before.told).toEqual(['place acme.csv'])
    before.stop()
    const after = someExports(() => ({ kind: 'writing' }), before.kept)
    after.setReading(FINISHED)
    await settled()
    expect(after.told).toEqual(['open s', 'start at p1'])

    const dismissed = someExports(undefined, undefined, () => ({ kind: 'dismissed' }))
    expect(await dismissed.exports.writeAll(ORDER, TOLD)).toEqual(succeeded('dismissed'))
    expect(dismissed.exports.state()).toEqual([])
  })

  test('are written though the page was loaded anew meanwhile, once', async () => {
    const before = someExports()
    await before.exports.writeAll(ORDER, TOLD)
    before.stop()
    const after = someExports(undefined, before.kept)
    expect(after.exports.state()).toMatchObject([{ name: 'acme.csv', steps: 2, stage: { is: 'reading' } }])
    expect(after.exports.isForFile('s')).toBe(true)
    expect(after.closed).toEqual(['s'])
    after.setReading(FINISHED)
    await settled()
    expect(after.told).toEqual(['open s', 'download /downloads/x'])
    expect(someExports(undefined, after.kept).exports.state()).toEqual([])
  })

  test('paused, go on; cancelled or deleted, they are over', async () => {
    const { exports, told, setReading } = someExports()
    await exports.writeAll(ORDER, TOLD)
    const key = exports.state()[0]?.key ?? ''
    setReading({ state: 'paused', because: DISK })
    expect(exports.state()).toMatchObject([{ stage: { step: { status: { because: DISK } } } }])
    await exports.retry(key)
    expect(told.slice(1)).toEqual(['resume s'])
    await exports.cancel(key)
    expect(told.slice(1)).toEqual(['resume s', 'stop s false'])
    expect(exports.state()).toMatchObject([{ stage: { is: 'stopped' } }])
    exports.dismiss(key)
    expect(exports.state()).toEqual([])

    await exports.writeAll(ORDER, TOLD)
    setReading(null)
    expect(exports.state()).toMatchObject([{ stage: { is: 'stopped' } }])
  })
})

test('a failed one is written again in its place, a written one beside it', async () => {
  const { exports, told, entries } = someExports()
  entries.push(entryOf('e7', { state: 'failed', failure: DISK }))
  exports.start()
  await settled()
  await exports.retry(exports.state()[0]?.key ?? '')
  expect(exports.state().map(({ name }) => name)).toEqual(['e1.csv'])
  await exports.again(exports.state()[0]?.key ?? '')
  expect(exports.state().map(({ name }) => name)).toEqual(['e2.csv', 'e1.csv'])
  await exports.cancel(exports.state()[0]?.key ?? '')
  expect(told.at(-1)).toBe('cancel e2')
})
