// store/ keeps snapshots as encrypted files, each its own journal.
// All snapshots of a user-data folder, each an encrypted file in `snapshots/`.
import { randomBytes } from 'node:crypto'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { nameTooLong } from '../../../../shared/failure/failure-words.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import type { MadeFor } from '../../../../shared/snapshot/made-for.ts'
import { type KeySource, keptKey } from '../../keychain/keychain.ts'
import { KEY_BYTES } from '../../storage/sealing.ts'
import type { SnapshotHeader } from '../snapshot-journal.ts'
import { type Closing, LONGEST_NAME, type SnapshotLabel, type Unreadable } from './snapshot-contents.ts'
import { createSnapshotFile, openSnapshotFile, type SnapshotFile } from './snapshot-file.ts'
import { type HeldLock, isId, snapshotFolder } from './snapshot-folder.ts'
import { entriesMadeFor, exportOf, isLeftover, isOver, type SnapshotEntry, snapshotList } from './snapshot-list.ts'

export type SnapshotStore = ReturnType<typeof createSnapshotStore>

export interface SnapshotStoreOptions {
  /** The user-data folder, which exists. */
  folder: string
  storeKey: StoreKey
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Makes the folder at once, and deletes what ended runs kept in it for themselves only. */
export function createSnapshotStore({ folder, storeKey, now }: SnapshotStoreOptions) {
  const { key, thisRunOnly } = storeKey
  const files = snapshotFolder(folder, thisRunOnly !== null)
  const open = new Set<SnapshotFile>()

  function read(id: string): SnapshotFile | Unreadable {
    if (!files.exists(id)) return { why: 'disk', words: 'This snapshot no longer exists.' }
    return openSnapshotFile({ path: files.pathOf(id), key, id })
  }

  function openForReading(id: string): Result<SnapshotFile> {
    const file = read(id)
    return 'why' in file ? failed({ kind: 'disk', detail: file.words }) : succeeded(tracked(file))
  }

  /** The file, which also releases its lock when it is closed. */
  function tracked(file: SnapshotFile, lock?: HeldLock): SnapshotFile {
    const trackedFile: SnapshotFile = {
      ...file,
      async close() {
        if (!open.delete(trackedFile)) return
        await file.close()
        lock?.release()
      },
    }
    open.add(trackedFile)
    return trackedFile
  }

  /** Opens a file by `make`, under its writer's lock. */
  function openForWriting(id: string, make: () => Result<SnapshotFile>): Result<SnapshotFile> {
    if (files.refused !== null) return failed({ kind: 'disk', detail: files.refused })
    const lock = files.lock(id)
    if (lock === null)
      return failed({
        kind: 'disk',
        detail: 'Another Eventscope is reading this snapshot right now. Wait until it has finished.',
      })
    const file = make()
    if (file.ok) return succeeded(tracked(file.value, lock))
    lock.release()
    return file
  }

  const list = snapshotList({ files, read, now })

  /** The trimmed name, or why it cannot be used. It must be unique in its connection, without regard to case. */
  function nameFor(id: string, connectionId: string | null, name: string): Result<string> {
    const trimmed = name.trim()
    const refuse = (message: string) => failed({ kind: 'invalid', field: 'name', message })
    if (trimmed === '') return refuse('A snapshot needs a name.')
    if ([...trimmed].length > LONGEST_NAME) return refuse(nameTooLong(LONGEST_NAME))
    const same = (entry: SnapshotEntry) =>
      entry.kind === 'readable' &&
      entry.id !== id &&
      entry.header.connection.id === connectionId &&
      fold(entry.label.name) === fold(trimmed)
    return list().some(same) ? refuse(`A snapshot named "${trimmed}" already exists.`) : succeeded(trimmed)
  }

  function relabel(id: string, change: (label: SnapshotLabel) => SnapshotLabel): Result<null> {
    const file = openForReading(id)
    if (!file.ok) return file
    const done = file.value.relabel(change(file.value.label()))
    void file.value.close()
    return done
  }

  const makeFor = (id: string, madeFor: MadeFor | null) =>
    relabel(id, ({ madeFor: _, ...label }) => (madeFor === null ? label : { ...label, madeFor }))

  const remove = (id: string): Result<null> =>
    isId(id) ? files.remove(id) : failed({ kind: 'disk', detail: 'This snapshot no longer exists.' })

  return {
    /** Why snapshots do not outlive this run, in a sentence; null if they do. */
    thisRunOnly,
    /** Why the folder of snapshots is not used, in a sentence; then it lists none and nothing can be taken. */
    refused: files.refused,
    /** Latest first. A damaged file is set aside and named in this one answer. */
    list,
    /** A new snapshot, which only the caller writes. Fails with `disk`, or `invalid` if the name cannot be used. */
    begin(header: SnapshotHeader, wanted: string, madeFor?: MadeFor): Result<SnapshotFile> {
      const { id } = header
      if (!isId(id)) throw new Error(`Not a snapshot ID: ${id}`)
      const name = nameFor(id, header.connection.id, wanted)
      if (!name.ok) return name
      const label = { name: name.value, closed: null, deleteAfterDays: null, ...(madeFor && { madeFor }) }
      return openForWriting(id, () => createSnapshotFile({ path: files.pathOf(id), key, id }, header, label))
    },
    /** Opens one for reading; a concurrent writer is not disturbed. */
    open: openForReading,
    /** Tells what `look` finds in one, which is closed afterwards. */
    async look<T>(id: string, look: (file: SnapshotFile) => T): Promise<Result<T>> {
      const file = openForReading(id)
      if (!file.ok) return file
      const found = look(file.value)
      await file.value.close()
      return succeeded(found)
    },
    /**
     * Tells a worker where a snapshot's file is, and the store's key that opens it. Fails with `disk` if there is none.
     */
    fileOf: (id: string) =>
      files.exists(id)
        ? succeeded({ path: files.pathOf(id), key })
        : failed({ kind: 'disk', detail: 'This snapshot no longer exists.' }),
    /** Its path; the file need not exist. */
    pathOf: files.pathOf,
    /** Opens one for writing. Fails with `disk` while another process writes it. */
    resume: (id: string) =>
      openForWriting(id, () => {
        const file = read(id)
        return 'why' in file ? failed({ kind: 'disk', detail: file.words }) : succeeded(file)
      }),
    rename(id: string, wanted: string): Result<null> {
      const renamed = list().find((entry) => entry.id === id)
      const name = nameFor(id, renamed?.kind === 'readable' ? renamed.header.connection.id : null, wanted)
      return name.ok ? relabel(id, (label) => ({ ...label, name: name.value })) : name
    },
    /** Marks it as closed, which exempts it from `expire`; null removes the mark. */
    close: (id: string, closed: Closing | null) => relabel(id, (label) => ({ ...label, closed })),
    /** Keeps a sample in place of the last one. */
    keepSample: (id: string, sample: NonNullable<SnapshotLabel['sample']>) =>
      relabel(id, (label) => ({ ...label, sample })),
    /** Keeps when the totals of one that is closed were asked for again; nothing happens to one that is not. */
    noteRecheck: (id: string, recheckedAt: string) =>
      relabel(id, (label) => ({ ...label, closed: label.closed && { ...label.closed, recheckedAt } })),
    /** Null: it stands for itself from now on. */
    makeFor,
    deleteAfter: (id: string, deleteAfterDays: number | null) =>
      relabel(id, (label) => ({ ...label, deleteAfterDays })),
    /** Deletes also one that cannot be read. Fails with `disk` while it is being written. */
    delete: remove,
    /**
     * Deletes expired snapshots with what was made for them, those left over from checks, and those made for a file
     * that an earlier run wrote; returns their ids. A snapshot that an earlier run read for a file that was never
     * written stands for itself.
     */
    expire(): string[] {
      const entries = list()
      for (const entry of entries) if (exportOf(entry) === 'unwritten') makeFor(entry.id, null)
      const isGone = (entry: SnapshotEntry) =>
        isLeftover(entry) || exportOf(entry) === 'written' || isOver(entry, now())
      const over = entries.filter(isGone)
      return [...over.flatMap(({ id }) => entriesMadeFor(entries, id)), ...over]
        .filter(({ id }) => remove(id).ok)
        .map(({ id }) => id)
    },
    /** Ids of the readable snapshots that hold an event of the customer; reads every row. */
    async holding(customerId: string): Promise<string[]> {
      const found: string[] = []
      for (const id of files.ids()) {
        const file = openForReading(id)
        if (!file.ok) continue
        if (await holdsCustomer(file.value, customerId)) found.push(id)
        await file.value.close()
      }
      return found
    },
    /** Closes everything, and deletes what was kept for this run only. */
    async end(): Promise<void> {
      await Promise.all([...open].map((file) => file.close()))
      files.end()
    },
  }
}

const fold = (name: string) => name.normalize('NFKC').toLocaleLowerCase('en')

/** Searches every row of a snapshot for an event of a customer. */
async function holdsCustomer(file: SnapshotFile, customerId: string): Promise<boolean> {
  if (file.header.search.customerId === customerId) return true
  const isTheirs = (source: string) => {
    const parsed = parseEventText(source)
    return parsed.ok && parsed.event.customerId === customerId
  }
  for (const { id } of file.slices()) {
    for await (const segment of file.rows(id)) {
      if (segment.ok && segment.value.some(({ source }) => isTheirs(source))) return true
    }
  }
  return false
}

// The key of the snapshot store: from the keychain, or for this run only.

export interface StoreKey {
  /** 32 bytes. */
  key: Buffer
  /** Why snapshots do not outlive this run, in a sentence; null if they do. */
  thisRunOnly: string | null
}

/** Its entry in the keychain; entries of connections are named by their random ids. */
const ACCOUNT = 'snapshots-key'

/** @param lock an empty file, so that two shells that start at once make one key */
export async function storeKey(source: KeySource, lock: string): Promise<StoreKey> {
  const kept = await keptKey(source, ACCOUNT, lock)
  if ('key' in kept) return { key: kept.key, thisRunOnly: null }
  return { key: randomBytes(KEY_BYTES), thisRunOnly: `${kept.why} Snapshots are kept for this run only.` }
}
