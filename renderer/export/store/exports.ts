// store/ knows every file that is being made, whatever the window shows.
// The exports of the whole page. One of all matches is read first and then written, and is one item throughout. The
// backend carries on with them whatever the page does.
import type { ExportOptions } from '../../../shared/export/file-export.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotList, SnapshotOrder } from '../../../shared/snapshot/snapshot.ts'
import { type Bridge, outcomeOf } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import type { ExportItem } from './export-item.ts'
import { createExportList } from './export-list.ts'
import { type Begun, createExportWriting } from './export-writing.ts'
import type { PendingExports } from './pending-exports.ts'

export interface Exports {
  /** Latest first. */
  state(): readonly ExportItem[]
  subscribe(listener: () => void): () => void
  /** Lists the exports of this run and starts watching them; returns how to stop. */
  start(): () => void
  /** Writes what was opened with `exports.open`; it joins the list unless the user chose no place for it. */
  write(exportId: string, options: ExportOptions): Promise<Begun>
  /** Asks where to where that can be chosen, reads every match, then writes it. */
  writeAll(order: SnapshotOrder, told: ToldOfAll): Promise<Begun>
  /** Whether a snapshot was taken for a file: then its reading is shown here. */
  isForFile(snapshotId: string): boolean
  cancel(key: string): Promise<Result<null>>
  /** Resumes the reading, or writes the file again. */
  retry(key: string): Promise<Result<null>>
  /** The same rows in another file. */
  again(key: string): Promise<Result<null>>
  /** Removes a finished one from the list. */
  dismiss(key: string): void
}

export interface ToldOfAll {
  connectionName: string
  /** The proposed name of the file. */
  name: string
  options: ExportOptions
}

export interface ExportsEffects {
  bridge: Pick<Bridge, 'exports'>
  snapshots: {
    state(): { list: SnapshotList | null }
    subscribe(listener: () => void): () => void
    take(order: SnapshotOrder): Promise<Result<{ snapshotId: string }>>
    stop(snapshotId: string, keep: boolean): Promise<Result<null>>
    resume(snapshotId: string): Promise<Result<null>>
    /** Null: it does not open automatically. */
    opensOn(snapshotId: string, tab: null): void
  }
  pending: PendingExports
  later: Later
  /** Makes the browser download from an address. */
  download: (address: string) => void
}

export function createExports({ bridge, snapshots, pending, later, download }: ExportsEffects): Exports {
  const calls = bridge.exports
  const list = createExportList()
  const { items, subscribe, find, add, remove, change, newKey } = list
  const { write, again, start: startWriting } = createExportWriting({ calls, list, later, download })
  /** IDs of snapshots taken for files. */
  const taken = new Set<string>()
  /** Keys of exports begun before a reload of the page. */
  const restored = new Set<string>()

  async function writeSnapshot(key: string, snapshotId: string, options: ExportOptions): Promise<void> {
    change(key, { stage: { is: 'read', snapshotId, failure: null } })
    const written = await outcomeOf(async () => {
      const { exportId } = await calls.open({ of: 'snapshot', snapshotId, scope: null, sort: null })
      const begun = await write(exportId, options, key)
      if (!begun.ok || begun.value === 'dismissed') await calls.cancel({ exportId }).catch(() => null)
      return begun
    })
    const begun = written.ok ? written.value : written
    if (!begun.ok) change(key, { stage: { is: 'read', snapshotId, failure: begun.failure } })
  }

  /** Follows the readings for files in the list of snapshots. */
  function lookAtReadings() {
    const { list: known } = snapshots.state()
    if (known === null) return
    for (const { key, options, stage } of items()) {
      if (stage.is !== 'reading') continue
      const found = known.snapshots.find(({ id }) => id === stage.snapshotId)
      if (found === undefined) {
        // Only once it has been seen: a list already under way may not contain it yet.
        if (stage.step !== null || restored.has(key)) change(key, { stage: { is: 'stopped' } })
      } else if (found.status.state === 'finished') {
        void writeSnapshot(key, stage.snapshotId, options)
      } else if (found.status !== stage.step?.status || found.progress !== stage.step.progress) {
        const { status, progress } = found
        change(key, { stage: { ...stage, step: { status, progress } } })
      }
    }
  }

  function keepClosed(snapshotId: string) {
    taken.add(snapshotId)
    snapshots.opensOn(snapshotId, null)
  }

  function restore() {
    for (const { snapshotId, ...told } of pending.read()) {
      if (taken.has(snapshotId)) continue
      const key = newKey()
      keepClosed(snapshotId)
      restored.add(key)
      add({ key, steps: 2, ...told, stage: { is: 'reading', snapshotId, step: null } })
    }
  }

  function keep() {
    const waiting = items().flatMap(({ connectionName, name, options, placeId, stage }) => {
      const isWaiting = stage.is === 'reading' || stage.is === 'read'
      return isWaiting ? [{ connectionName, name, options, placeId, snapshotId: stage.snapshotId }] : []
    })
    pending.write(waiting)
  }

  return {
    state: items,
    subscribe,
    start() {
      const stopWriting = startWriting()
      restore()
      const stops = [snapshots.subscribe(lookAtReadings), subscribe(keep)]
      lookAtReadings()
      return () => {
        stopWriting()
        for (const stop of stops) stop()
      }
    },
    write: (exportId, options) => write(exportId, options),
    async writeAll(order, told) {
      const place = await outcomeOf(() => calls.place({ fileName: told.name, format: told.options.format }))
      if (!place.ok) return place
      if (place.value.kind === 'dismissed') return succeeded('dismissed')
      const placeId = place.value.kind === 'chosen' ? place.value.placeId : null
      const begun = await snapshots.take(order)
      if (!begun.ok) return begun
      const { snapshotId } = begun.value
      keepClosed(snapshotId)
      add({ key: newKey(), steps: 2, placeId, ...told, stage: { is: 'reading', snapshotId, step: null } })
      lookAtReadings()
      return succeeded('begun')
    },
    isForFile: (snapshotId) => taken.has(snapshotId),
    async cancel(key) {
      const stage = find(key)?.stage
      if (stage?.is === 'reading') {
        const stopped = await snapshots.stop(stage.snapshotId, false)
        if (stopped.ok) change(key, { stage: { is: 'stopped' } })
        return stopped
      }
      return stage?.is === 'file' ? outcomeOf(() => calls.cancel({ exportId: stage.entry.exportId })) : succeeded(null)
    },
    async retry(key) {
      const item = find(key)
      if (item?.stage.is === 'reading') return snapshots.resume(item.stage.snapshotId)
      if (item?.stage.is === 'read') {
        await writeSnapshot(key, item.stage.snapshotId, item.options)
        return succeeded(null)
      }
      if (item === undefined) return succeeded(null)
      const begun = await again(item)
      if (!begun.ok) return begun
      if (begun.value === 'begun') remove(key)
      return succeeded(null)
    },
    async again(key) {
      const item = find(key)
      const begun = item === undefined ? succeeded('dismissed') : await again(item)
      return begun.ok ? succeeded(null) : begun
    },
    dismiss: remove,
  }
}
