import { describe, expect, test } from 'vitest'
import type { AllMatchesStart, ExportEntry, ExportStart, ExportStatus } from '../../../shared/export/file-export.ts'
import { someExportOptions } from '../../../shared/export/fixtures/some-export-options.ts'
import { type Failure, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotList, SnapshotStatus, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { createExports, createOwnExports } from './page-exports.ts'

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
  charges: null,
  duckdb: null,
  remarks: [],
}

const reading = (status: SnapshotStatus): ExportStatus => ({
  state: 'reading',
  snapshotId: 's',
  step: { status, progress: null },
})

/** The backend and the snapshots in memory; what was called is in `told`. */
function someExports({
  start = () => ({ kind: 'download', address: '/downloads/x' }),
  all,
  kept,
  entries = [],
}: World = {}) {
  const recorded: string[] = []
  const closed: string[] = []
  const timers = manualTimers()
  const storage = kept ?? new Map<string, string>()
  let opened = 0
  let list: SnapshotList | null = null
  const listeners = new Set<() => void>()
  const set = (exportId: string, status: ExportStatus, changed: Partial<ExportEntry> = {}) => {
    const at = entries.findIndex((one) => one.exportId === exportId)
    if (at < 0) entries.unshift({ ...entryOf(exportId, status), ...changed })
    else entries[at] = { ...entryOf(exportId, status), ...changed }
  }
  const calls = {
    again: async ({ exportId }: { exportId: string }) => {
      opened += 1
      recorded.push(`again ${exportId}`)
      return { exportId: `e${opened}` }
    },
    start: async ({ exportId }: { exportId: string }) => {
      const begun = start()
      if (begun.kind !== 'dismissed') set(exportId, RUNNING)
      return begun
    },
    startAll: async () => {
      const begun = all?.() ?? ({ kind: 'begun', exportId: 'a1' } as const)
      if (begun.kind === 'begun') set(begun.exportId, reading({ state: 'reading' }), ALL)
      return begun
    },
    save: async ({ exportId }: { exportId: string }) => {
      recorded.push(`save ${exportId}`)
      set(exportId, RUNNING, ALL)
      return { address: `/downloads/${exportId}` }
    },
    cancel: async ({ exportId }: { exportId: string }) => {
      recorded.push(`cancel ${exportId}`)
      return null
    },
    remove: async ({ exportId }: { exportId: string }) => {
      recorded.push(`remove ${exportId}`)
      return null
    },
    list: async () => [...entries],
  }
  const snapshots = {
    state: () => ({ list }),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: async () => void recorded.push('refresh'),
    resume: async (id: string): Promise<Result<null>> => {
      recorded.push(`resume ${id}`)
      return succeeded(null)
    },
    opensOn: (id: string) => void closed.push(id),
  }
  function setReading(status: SnapshotStatus | null) {
    const one = { id: 's', status, progress: null } as SnapshotSummary
    list = { snapshots: status === null ? [] : [one], unreadable: [], thisRunOnly: null, refused: null }
    for (const listener of listeners) listener()
  }
  const ofWindow = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
  }
  const exports = createExports({
    bridge: { exports: calls as unknown as Bridge['exports'] },
    snapshots,
    begunHere: createOwnExports('begun', ofWindow),
    cleared: createOwnExports('cleared', ofWindow),
    later: timers.later,
    download: (to) => recorded.push(`download ${to}`),
  })
  const stop = exports.start()
  const later = async () => {
    timers.goOff()
    await settled()
  }
  return { exports, recorded, entries, set, timers, later, setReading, stop, kept: storage, closed }
}

interface World {
  start?: () => ExportStart
  all?: () => AllMatchesStart
  kept?: Map<string, string>
  entries?: ExportEntry[]
}

const ALL = { readFirst: true, fileName: 'acme.csv', words: '' }

function entryOf(exportId: string, status: ExportStatus): ExportEntry {
  return {
    exportId,
    subject: { of: 'snapshot', snapshotId: 's', scope: null, sort: null },
    connectionId: 'c1',
    connectionName: 'Acme',
    readFirst: false,
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

describe('an export', () => {
  test('is listed before the browser takes it, and watched to its end', async () => {
    const { exports, recorded, set, timers, later } = someExports()
    expect(await exports.write('e9', someExportOptions)).toEqual(succeeded('begun'))
    expect(recorded).toEqual(['download /downloads/x'])
    expect(exports.state()).toMatchObject([{ fileName: 'e9.csv', status: RUNNING }])
    await settled()
    set('e9', WRITTEN)
    await later()
    expect(exports.state()).toMatchObject([{ status: WRITTEN }])
    expect(timers.waiting()).toEqual([])
  })

  test('for which no place was chosen, or that cannot begin, is not listed', async () => {
    const dismissed = someExports({ start: () => ({ kind: 'dismissed' }) })
    expect(await dismissed.exports.write('e9', someExportOptions)).toEqual(succeeded('dismissed'))
    expect(dismissed.exports.state()).toEqual([])
    const start = () => {
      throw new FailureError(DISK)
    }
    const failing = someExports({ start })
    expect(await failing.exports.write('e9', someExportOptions)).toEqual({ ok: false, failure: DISK })
    expect(failing.exports.state()).toEqual([])
  })

  test('of an earlier page of this run, or of another window, is there, once', async () => {
    const { exports, set } = someExports({ entries: [entryOf('e7', WRITTEN)] })
    exports.start()
    await settled()
    set('e8', WRITTEN)
    await exports.refresh()
    expect(exports.state().map(({ fileName }) => fileName)).toEqual(['e8.csv', 'e7.csv'])
  })
})

describe('all matches', () => {
  test('are shown from the reading to the file, which this window fetches by itself, once', async () => {
    const { exports, recorded, set, later, closed } = someExports()
    expect(await exports.writeAll(ORDER, someExportOptions, 0)).toEqual(succeeded('begun'))
    expect(exports.state()).toMatchObject([{ exportId: 'a1', status: { state: 'reading' } }])
    expect(exports.isForFile('s')).toBe(true)
    expect(closed).toContain('s')
    set('a1', { state: 'ready' }, ALL)
    await later()
    expect(exports.state()).toMatchObject([{ exportId: 'a1', status: { state: 'running' } }])
    set('a1', WRITTEN, ALL)
    await later()
    expect(recorded).toEqual(['refresh', 'save a1', 'download /downloads/a1'])
    expect(exports.state()).toMatchObject([{ status: WRITTEN }])
  })

  test('for which no place was chosen are not listed', async () => {
    const { exports } = someExports({ all: () => ({ kind: 'dismissed' }) })
    expect(await exports.writeAll(ORDER, someExportOptions, 0)).toEqual(succeeded('dismissed'))
    expect(exports.state()).toEqual([])
  })

  test('are fetched by this window over a reload, too; any other one offers them', async () => {
    const before = someExports()
    await before.exports.writeAll(ORDER, someExportOptions, 0)
    before.stop()
    const entries = [{ ...entryOf('a1', { state: 'ready' }), ...ALL }]
    const other = someExports({ entries: [...entries] })
    await settled()
    expect([other.recorded, other.exports.state()[0]?.status]).toEqual([[], { state: 'ready' }])
    const after = someExports({ entries: [...entries], kept: before.kept })
    await settled()
    expect(after.recorded).toEqual(['save a1', 'download /downloads/a1'])
    await other.exports.save('a1')
    expect(other.recorded).toEqual(['save a1', 'download /downloads/a1'])
  })

  test('that were taken off the list are not there again after a reload', async () => {
    const entries = [entryOf('a1', WRITTEN), entryOf('a2', WRITTEN)]
    const before = someExports({ entries: [...entries] })
    await settled()
    before.exports.dismiss('a1')
    before.stop()
    const after = someExports({ entries: [...entries], kept: before.kept })
    await settled()
    expect(after.exports.state().map(({ exportId }) => exportId)).toEqual(['a2'])
  })

  test('that wait are given up, and what was read for them goes, when they are taken off the list', async () => {
    const { exports, recorded } = someExports({ entries: [entryOf('a1', { state: 'ready' })] })
    await settled()
    exports.dismiss('a1')
    expect([recorded, exports.state()]).toEqual([['remove a1'], []])
    await settled()
    expect(recorded).toEqual(['remove a1', 'refresh'])
  })

  test('paused, go on from here and from where snapshots are, also after they were taken off the list', async () => {
    const { exports, recorded, set, later, setReading, timers } = someExports()
    await exports.writeAll(ORDER, someExportOptions, 0)
    set('a1', reading({ state: 'paused', because: DISK }), ALL)
    await later()
    expect(timers.waiting()).toEqual([])
    await exports.retry('a1')
    expect(recorded).toEqual(['refresh', 'resume s'])
    setReading({ state: 'paused', because: DISK })
    exports.dismiss('a1')
    expect(exports.state()).toEqual([])
    set('a1', reading({ state: 'reading' }), ALL)
    setReading({ state: 'reading' })
    await settled()
    expect(exports.state()).toMatchObject([{ status: { step: { status: { state: 'reading' } } } }])
    await exports.cancel('a1')
    expect(recorded.slice(2)).toEqual(['cancel a1', 'refresh'])
  })
})

test('a failed one is written again in its place, a written one beside it', async () => {
  const { exports, recorded } = someExports({ entries: [entryOf('e7', { state: 'failed', failure: DISK })] })
  await settled()
  await exports.retry('e7')
  expect(exports.state().map(({ fileName }) => fileName)).toEqual(['e1.csv'])
  await exports.again('e1')
  expect(exports.state().map(({ fileName }) => fileName)).toEqual(['e2.csv', 'e1.csv'])
  await exports.cancel('e2')
  expect(recorded.at(-1)).toBe('cancel e2')
})
