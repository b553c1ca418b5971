// Files of exports: begun, watched while they are written, and written again. The list of exports has how far each is.
import type { ExportOptions } from '../../../shared/export/file-export.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { type Bridge, outcomeOf } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import { type ExportItem, factsOf, isWriting } from './export-item.ts'
import type { ExportList } from './export-list.ts'

export type Begun = Result<'begun' | 'dismissed'>

interface ExportWritingEffects {
  calls: Bridge['exports']
  list: ExportList
  later: Later
  /** Makes the browser download from an address. */
  download: (address: string) => void
}

/** Between two polls of what is being written. */
const LOOK_MS = 400

export function createExportWriting({ calls, list, later, download }: ExportWritingEffects) {
  const { items, find, add, addEarlier, change, newKey } = list
  let isWatching = true
  let stopLooking = () => {}

  /** Polls the exports under way: a stream for each would exhaust the few connections of a browser. */
  async function look(): Promise<void> {
    stopLooking()
    if (!isWatching) return
    const listed = await outcomeOf(() => calls.list())
    if (listed.ok) {
      const entries = new Map(listed.value.map((entry) => [entry.exportId, entry]))
      for (const { key, stage } of items()) {
        const entry = stage.is === 'file' ? entries.get(stage.entry.exportId) : undefined
        if (entry !== undefined) change(key, factsOf(entry))
      }
    }
    stopLooking()
    if (isWatching && items().some(isWriting)) stopLooking = later(LOOK_MS, () => void look())
  }

  /** Adds the export, or puts it in place of its reading. */
  async function show(key: string, exportId: string): Promise<void> {
    const entry = (await calls.list()).find((one) => one.exportId === exportId)
    if (entry === undefined) return
    if (find(key) === undefined) add({ key, steps: 1, placeId: null, ...factsOf(entry) })
    else change(key, factsOf(entry))
  }

  /** Writes what was opened. @param key of the item that it continues */
  async function write(exportId: string, options: ExportOptions, key = newKey()): Promise<Begun> {
    const placeId = find(key)?.placeId ?? null
    return outcomeOf(async () => {
      const begun = await calls.start({ exportId, options, ...(placeId === null ? {} : { placeId }) })
      if (begun.kind === 'dismissed') return 'dismissed'
      // In the list before the browser asks what to do with it.
      await show(key, exportId)
      if (begun.kind === 'download') download(begun.address)
      void look()
      return 'begun'
    })
  }

  return {
    write,
    /** The same rows in another file. */
    async again({ stage, options }: ExportItem): Promise<Begun> {
      if (stage.is !== 'file') return succeeded('dismissed')
      const opened = await outcomeOf(() => calls.again({ exportId: stage.entry.exportId }))
      if (!opened.ok) return opened
      const begun = await write(opened.value.exportId, options)
      if (!begun.ok || begun.value === 'dismissed') await calls.cancel(opened.value).catch(() => null)
      return begun
    },
    /** Lists the files of this run and watches those under way; returns how to stop. */
    start() {
      isWatching = true
      void outcomeOf(async () => {
        const entries = await calls.list()
        const known = new Set(items().map(({ stage }) => stage.is === 'file' && stage.entry.exportId))
        addEarlier(entries.filter(({ exportId }) => !known.has(exportId)))
        await look()
      })
      return () => {
        isWatching = false
        stopLooking()
      }
    },
  }
}
