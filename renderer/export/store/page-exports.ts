// store/ knows every file that is being made, whatever the window shows.
// The exports of this run as the page shows them. They are the backend's: it goes on with them whatever the page does.
import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import type { ExportEntry, ExportOptions } from '../../../shared/export/file-export.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotOrder } from '../../../shared/snapshot/snapshot.ts'
import { type Bridge, outcomeOf } from '../../bridge.ts'
import type { PageSnapshots, SnapshotsState } from '../../snapshot/store/page-snapshots.ts'
import type { Later } from '../../ui/later.ts'

export type Begun = Result<'begun' | 'dismissed'>

export type Exports = ReturnType<typeof createExports>

export interface ExportsEffects {
  bridge: Pick<Bridge, 'exports'>
  snapshots: Pick<PageSnapshots, 'subscribe' | 'resume' | 'refresh' | 'opensOn'> & {
    state(): Pick<SnapshotsState, 'list'>
  }
  /** Exports of all matches that this window began: once the file is ready, this window fetches it by itself. */
  begunHere: OwnExports
  /** This is what was taken off the list here; what goes on after that is there again. */
  cleared: OwnExports
  later: Later
  /** Makes the browser download from an address. */
  download: (address: string) => void
}

/** What is under way is polled so often. */
const LOOK_MS = 400

/** The file is ready, and this window is about to fetch it. */
const FETCHING: ExportEntry['status'] = {
  state: 'running',
  progress: { phase: 'offered', rows: 0, of: null, bytes: 0 },
}

/** Whether it goes on by itself. */
export const isUnderWay = ({ status }: ExportEntry) =>
  status.state === 'running' || (status.state === 'reading' && status.step?.status.state !== 'paused')

/** Exports of this page and what became of each. Its promises never reject: every outcome is a value. */
export function createExports({ bridge, snapshots, begunHere, cleared, later, download }: ExportsEffects) {
  const calls = bridge.exports
  const store = createStore<{ entries: readonly ExportEntry[] }>(() => ({ entries: [] }))
  /** They are as listed last, with what was taken off. */
  let all: readonly ExportEntry[] = []
  /** Counts the calls of `look`: only the answer to the latest is shown. */
  let looks = 0
  let isWatching = false
  let stopLooking = () => {}
  const entries = () => store.getState().entries
  const find = (exportId: string) => entries().find((one) => one.exportId === exportId)

  /** Shows what the backend lists, and fetches the files of this window that have become ready. */
  function publish(listed: readonly ExportEntry[]) {
    all = listed
    for (const { readFirst, subject } of listed) {
      // What was read for a file does not open by itself, as other snapshots do.
      if (readFirst && subject.of === 'snapshot') snapshots.opensOn(subject.snapshotId, null)
    }
    const readHere = listed.filter(({ exportId, status }) => begunHere.has(exportId) && status.state !== 'reading')
    const ready = readHere.filter(({ status }) => status.state === 'ready')
    const shown = listed.map((entry) => (ready.includes(entry) ? { ...entry, status: FETCHING } : entry))
    store.setState({ entries: shown.filter((entry) => !cleared.has(entry.exportId) || isUnderWay(entry)) })
    // They are dropped before they are fetched: `save` looks at the list again, and must not find them there.
    for (const { exportId } of readHere) begunHere.drop(exportId)
    for (const { exportId } of ready) void save(exportId)
  }

  /** Polls while any is under way: a stream for each would exhaust the few connections of a browser. */
  async function look(): Promise<void> {
    stopLooking()
    looks += 1
    const mark = looks
    const listed = await outcomeOf(() => calls.list())
    if (listed.ok && mark === looks) publish(listed.value)
    stopLooking()
    if (isWatching && entries().some(isUnderWay)) stopLooking = later(LOOK_MS, () => void look())
  }

  /** Looks again where a reading is listed as paused that is not any more: it goes on, or ends, where snapshots are. */
  function lookAtReadings() {
    const known = snapshots.state().list?.snapshots
    const isStale = ({ status }: ExportEntry) =>
      status.state === 'reading' &&
      status.step?.status.state === 'paused' &&
      known?.find(({ id }) => id === status.snapshotId)?.status.state !== 'paused'
    if (known !== undefined && all.some(isStale)) void look()
  }

  /** Writes what was opened with `exports.open`; it joins the list unless the user chose no place for it. */
  async function write(exportId: string, options: ExportOptions): Promise<Begun> {
    return outcomeOf(async () => {
      const begun = await calls.start({ exportId, options })
      if (begun.kind === 'dismissed') return 'dismissed'
      // It is in the list before the browser asks what to do with it.
      await look()
      if (begun.kind === 'download') download(begun.address)
      return 'begun'
    })
  }

  /** Fetches a file that is ready. */
  async function save(exportId: string): Promise<Result<null>> {
    const saved = await outcomeOf(async () => {
      const { address } = await calls.save({ exportId })
      await look()
      download(address)
      return null
    })
    // It may be another window's by now.
    if (!saved.ok) await look()
    return saved
  }

  async function again({ exportId, options }: ExportEntry): Promise<Begun> {
    const opened = await outcomeOf(() => calls.again({ exportId }))
    if (!opened.ok) return opened
    const begun = await write(opened.value.exportId, options)
    if (!begun.ok || begun.value === 'dismissed') await calls.cancel(opened.value).catch(() => null)
    return begun
  }

  /** Removes one that is over from the list, or gives up one that is ready. */
  function dismiss(exportId: string) {
    const state = find(exportId)?.status.state
    cleared.add(exportId)
    publish(all)
    // A paused one goes on from where snapshots are.
    if (state === 'reading' || state === 'running') return
    // What was read for its file goes too, so the list of snapshots is another one.
    void outcomeOf(() => calls.remove({ exportId })).then(() => snapshots.refresh())
  }

  return {
    /** Latest first. */
    state: entries,
    subscribe: store.subscribe,
    /** Lists the exports of this run and starts watching them; returns how to stop. */
    start(): () => void {
      isWatching = true
      void look()
      const stop = snapshots.subscribe(lookAtReadings)
      return () => {
        isWatching = false
        stopLooking()
        stop()
      }
    },
    /** Lists them again: another window may have begun some. */
    refresh: look,
    write,
    /** Reads every match, then writes it; asks where to first, if it can. `namedAt`: as `exports.startAll`. */
    writeAll: (order: SnapshotOrder, options: ExportOptions, namedAt: number): Promise<Begun> =>
      outcomeOf(async () => {
        const begun = await calls.startAll({ order, options, namedAt })
        if (begun.kind === 'dismissed') return 'dismissed'
        begunHere.add(begun.exportId)
        await look()
        await snapshots.refresh()
        return 'begun'
      }),
    /** Whether a snapshot is taken for a file: then its reading is shown here. */
    isForFile: (snapshotId: string): boolean =>
      entries().some(({ status }) => status.state === 'reading' && status.snapshotId === snapshotId),
    async cancel(exportId: string): Promise<Result<null>> {
      const isReading = find(exportId)?.status.state === 'reading'
      const cancelled = await outcomeOf(() => calls.cancel({ exportId }))
      await look()
      if (isReading) await snapshots.refresh()
      return cancelled
    },
    save,
    /** Resumes the reading, or writes the file again in its place. */
    async retry(exportId: string): Promise<Result<null>> {
      const entry = find(exportId)
      if (entry === undefined) return succeeded(null)
      if (entry.status.state === 'reading') {
        const resumed = await snapshots.resume(entry.status.snapshotId)
        await look()
        return resumed
      }
      const begun = await again(entry)
      if (!begun.ok) return begun
      if (begun.value === 'begun') dismiss(exportId)
      return succeeded(null)
    },
    /** The same rows in another file. */
    async again(exportId: string): Promise<Result<null>> {
      const entry = find(exportId)
      const begun = entry === undefined ? succeeded('dismissed') : await again(entry)
      return begun.ok ? succeeded(null) : begun
    },
    dismiss,
  }
}

// This is what this window knows of exports, stored so that a reload loses none of it.

/** IDs of exports. */
type OwnExports = ReturnType<typeof createOwnExports>

const KEYS = {
  /** They are of all matches, begun here and not fetched yet: this window fetches them by itself. */
  begun: 'eventscope-own-exports',
  /** Taken off the list here. */
  cleared: 'eventscope-cleared-exports',
}

/** @param storage of this window only */
export function createOwnExports(which: keyof typeof KEYS, storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const key = KEYS[which]
  const ids = new Set(read())

  function read(): string[] {
    try {
      return z.array(z.string()).parse(JSON.parse(storage.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }

  function keep() {
    try {
      storage.setItem(key, JSON.stringify([...ids]))
    } catch {
      // Full or refused: after a reload this window knows no more of them than any other.
    }
  }

  return {
    has: (exportId: string) => ids.has(exportId),
    add(exportId: string): void {
      ids.add(exportId)
      keep()
    },
    drop(exportId: string): void {
      if (ids.delete(exportId)) keep()
    },
  }
}
