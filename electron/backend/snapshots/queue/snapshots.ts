// queue/ begins snapshots, and pauses, continues, stops and rechecks them, in this run or a later one.
// The snapshots of a user-data folder and their readings: taken, paused, resumed, kept or deleted.
import pLimit from 'p-limit'
import { type Failure, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { MadeFor } from '../../../../shared/snapshot/made-for.ts'
import type {
  ReadingProgress,
  SnapshotList,
  SnapshotStatus,
  SnapshotStep,
} from '../../../../shared/snapshot/snapshot.ts'
import { concludeStopped, type ReadingOutcome } from '../reading/read-snapshot.ts'
import type { SnapshotReader } from '../reading/snapshot-reader.ts'
import { copyParts } from '../reading/taken-over-parts.ts'
import type { SnapshotHeader, SnapshotJournal } from '../snapshot-journal.ts'
import { entriesMadeFor, exportOf, type SnapshotEntry } from '../store/snapshot-list.ts'
import type { SnapshotStore } from '../store/snapshot-store.ts'
import { createClosing, refused } from './snapshot-closing.ts'
import { restingStatus, summariesOf } from './snapshot-summary.ts'

export interface SnapshotsParts {
  /** Opened at the first call: it may ask the keychain. */
  store: () => Promise<SnapshotStore>
  reader: SnapshotReader
  now: () => number
  /** Called before one is deleted: whoever has its file open lets go of it. */
  beforeDelete: (id: string) => Promise<void>
  /** Logs an unexpected error; returns the failure for the page. */
  onUnexpected: (error: unknown) => Failure
}

type EndOfReading = Exclude<ReadingOutcome, { kind: 'paused' }>

/** Readings at a time; others wait. */
const AT_ONCE = 2

interface QueuedReading {
  connectionId: string
  stopping: AbortController
  /** Its current state. */
  step: SnapshotStep
  /** Resolves when the reading has ended; never rejects. */
  over: Promise<void>
}

/** Two are read at a time; others wait, in the order in which they were begun. */
export function createSnapshots({ store, reader, now, beforeDelete, onUnexpected }: SnapshotsParts) {
  const inTurn = pLimit(AT_ONCE)
  /** They are those of this run. A paused one stays, with the reason. */
  const queue = new Map<string, QueuedReading>()
  /** Callers of `outcome` that wait for the end of a reading. */
  const waiting = new Map<string, PromiseWithResolvers<EndOfReading>>()
  let isEnding = false

  function begin(id: string, connectionId: string, sameAccount = false): void {
    // The next run can continue it.
    if (isEnding) return
    const progress = queue.get(id)?.step.progress ?? null
    const queued: QueuedReading = {
      connectionId,
      stopping: new AbortController(),
      step: { status: { state: 'waiting' }, progress },
      over: Promise.resolve(),
    }
    queue.set(id, queued)
    queued.over = read(id, queued, sameAccount).catch((error: unknown) =>
      setStatus(id, queued, { state: 'paused', because: onUnexpected(error) }),
    )
  }

  function setStatus(id: string, queued: QueuedReading, status: SnapshotStatus): void {
    queued.step = { ...queued.step, status }
    if (status.state === 'finished') tellEnd(id, { kind: 'finished', verdict: status.verdict })
  }

  function tellEnd(id: string, end: EndOfReading): void {
    waiting.get(id)?.resolve(end)
    waiting.delete(id)
  }

  /** Reads when its turn comes; stopped before that, it is paused at once. */
  function read(id: string, queued: QueuedReading, sameAccount: boolean): Promise<void> {
    const { signal } = queued.stopping
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leaveQueue = () => {
      setStatus(id, queued, { state: 'paused', because: null })
      resolve()
    }
    signal.addEventListener('abort', leaveQueue, { once: true })
    inTurn(async () => {
      signal.removeEventListener('abort', leaveQueue)
      if (!signal.aborted) await readNow(id, queued, sameAccount)
    }).then(resolve, reject)
    return promise
  }

  async function readNow(id: string, queued: QueuedReading, sameAccount: boolean): Promise<void> {
    const { signal } = queued.stopping
    const pause = (because: Failure | null) => setStatus(id, queued, { state: 'paused', because })
    const journal = (await store()).resume(id)
    if (!journal.ok) return pause(journal.failure)
    setStatus(id, queued, { state: 'reading' })
    const report = (progress: ReadingProgress) => {
      queued.step = { ...queued.step, progress }
    }
    try {
      const copied = await takeOver(journal.value, signal)
      if (!copied.ok) return pause(copied.failure.kind === 'cancelled' ? null : copied.failure)
      const outcome = await reader.read(journal.value, { signal, report, sameAccount })
      // Close first, so that listeners can open the file.
      await journal.value.close()
      if (outcome.kind === 'finished') setStatus(id, queued, { state: 'finished', verdict: outcome.verdict })
      else pause(outcome.kind === 'paused' ? outcome.because : null)
    } finally {
      await journal.value.close()
    }
  }

  /**
   * Takes over before the first request of one that extends another. If that one is gone, or cannot be opened, all is
   * read.
   */
  async function takeOver(journal: SnapshotJournal, signal: AbortSignal): Promise<Result<null>> {
    const { extends: id } = journal.header
    if (id === undefined || journal.state().method !== 'undecided') return succeeded(null)
    const source = (await store()).open(id)
    if (!source.ok) return succeeded(null)
    try {
      return await copyParts(journal, source.value, signal)
    } finally {
      await source.value.close()
    }
  }

  /** Resolves once its reading has ended. */
  async function halt(id: string): Promise<void> {
    const queued = queue.get(id)
    queued?.stopping.abort()
    await queued?.over
  }

  /** What was made for it first, so that nothing is left without it where that fails. */
  async function drop(id: string): Promise<Result<null>> {
    const opened = await store()
    for (const { id: made } of entriesMadeFor(opened.list(), id)) {
      const dropped = await dropOne(made)
      if (!dropped.ok) return dropped
    }
    return dropOne(id)
  }

  async function dropOne(id: string): Promise<Result<null>> {
    await halt(id)
    await beforeDelete(id)
    const dropped = (await store()).delete(id)
    if (dropped.ok) {
      queue.delete(id)
      tellEnd(id, { kind: 'stopped' })
    }
    return dropped
  }

  /** Null where it stands for itself, or is gone. */
  async function madeForExport(id: string) {
    const entry = (await store()).list().find((one) => one.id === id)
    if (entry === undefined || exportOf(entry) === null) return null
    const madeFor = entry.kind === 'readable' ? entry.label.madeFor : undefined
    return madeFor?.of === 'export' ? madeFor : null
  }

  const stepOf = (id: string) => queue.get(id)?.step ?? null
  const isPaused = (id: string) => (stepOf(id)?.status.state ?? 'paused') === 'paused'
  const closing = createClosing({ store, reader, now })

  return {
    /**
     * Begins one, to be read at once or when its turn comes. Fails with `disk`, or `invalid` where the name cannot be
     * had; without a name it is given one of its connection and time.
     */
    async take(
      header: SnapshotHeader,
      name: string | null,
      madeFor?: MadeFor,
    ): Promise<Result<{ snapshotId: string }>> {
      const opened = await store()
      const begun = opened.begin(header, name ?? usualName(header, opened.list()), madeFor)
      if (!begun.ok) return begun
      await begun.value.close()
      begin(header.id, header.connection.id)
      return succeeded({ snapshotId: header.id })
    },
    async list(): Promise<SnapshotList> {
      const opened = await store()
      const { thisRunOnly, refused: why } = opened
      return { ...summariesOf(opened.list(), stepOf), thisRunOnly, refused: why }
    },
    /** The current state of each, from memory; null for one that this run has not read. */
    steps: (ids: readonly string[]) => ids.map(stepOf),
    /**
     * How the reading of one that was taken in this run ends: `finished`, also where it is stopped and kept; `stopped`
     * once it is deleted, or the run ends. Pauses in between do not end it.
     */
    outcome(id: string): Promise<EndOfReading> {
      const status = stepOf(id)?.status
      if (status?.state === 'finished') return Promise.resolve({ kind: 'finished', verdict: status.verdict })
      if (status === undefined || isEnding) return Promise.resolve({ kind: 'stopped' })
      const end = waiting.get(id) ?? Promise.withResolvers<EndOfReading>()
      waiting.set(id, end)
      return end.promise
    },
    /** What was read is kept. Nothing happens to one that is not being read. */
    async pause(id: string): Promise<Result<null>> {
      await halt(id)
      return succeeded(null)
    },
    /**
     * Continues where it was; one of this run that cannot be opened stays paused because of that. `sameAccount`: the
     * user confirms that the current API key is for the account that it was started with.
     */
    async resume(id: string, sameAccount?: boolean): Promise<Result<null>> {
      if (!isPaused(id)) return succeeded(null)
      const kept = await store()
      const file = kept.open(id)
      if (!file.ok) {
        const queued = queue.get(id)
        if (queued === undefined || !kept.fileOf(id).ok) return file
        // The disk may still be full: the page shows the reason beside the reading.
        setStatus(id, queued, { state: 'paused', because: file.failure })
        return succeeded(null)
      }
      const { connection } = file.value.header
      const isOver = file.value.state().verdict !== null
      await file.value.close()
      if (!isOver && isPaused(id)) begin(id, connection.id, sameAccount)
      return succeeded(null)
    },
    /** Stops it for good: what is there is kept as incomplete, or goes. */
    async stop(id: string, keep: boolean): Promise<Result<null>> {
      if (!keep) return drop(id)
      await halt(id)
      const journal = (await store()).resume(id)
      if (!journal.ok) return journal
      const concluded = await concludeStopped(journal.value, now())
      const status = restingStatus(journal.value.state())
      await journal.value.close()
      const queued = queue.get(id)
      if (queued !== undefined) setStatus(id, queued, status)
      return concluded
    },
    ...closing,
    /** Deletes it with what was made for it. Fails with `invalid` for one that is closed, unless `evenClosed`. */
    async delete(id: string, evenClosed: boolean): Promise<Result<null>> {
      const entry = evenClosed ? undefined : (await store()).list().find((one) => one.id === id)
      const isClosed = entry?.kind === 'readable' && entry.label.closed !== null
      return isClosed
        ? refused('This snapshot is a closing copy. Choose “No longer keep as closing copy” first.')
        : drop(id)
    },
    /** The file of the export that had it read is written: it goes with the export. Others stay. */
    async written(id: string): Promise<Result<null>> {
      const madeFor = await madeForExport(id)
      return madeFor === null ? succeeded(null) : (await store()).makeFor(id, { ...madeFor, isOver: true })
    },
    /** Deletes one that was made for an export which is listed no more; nothing happens to any other. */
    letGo: async (id: string) => ((await madeForExport(id)) === null ? succeeded(null) : drop(id)),
    /** Pauses the readings of a connection whose key is forgotten; `drop` deletes all that was read of it. */
    async leave(connectionId: string, isDropped: boolean): Promise<Result<null>> {
      const running = [...queue].filter(([, queued]) => queued.connectionId === connectionId)
      await Promise.all(running.map(([id]) => halt(id)))
      if (!isDropped) return succeeded(null)
      for (const entry of (await store()).list()) {
        if (entry.kind !== 'readable' || entry.header.connection.id !== connectionId) continue
        // It may have gone with the one that it was made for.
        if (!(await store()).fileOf(entry.id).ok) continue
        const dropped = await drop(entry.id)
        if (!dropped.ok) return dropped
      }
      return succeeded(null)
    },
    /** How many are read, or wait for their turn. */
    underWay: () => [...queue.values()].filter(({ step }) => ['waiting', 'reading'].includes(step.status.state)).length,
    /** Stops every reading, so that the next run can continue them. */
    async end(): Promise<void> {
      isEnding = true
      await Promise.all([...queue.keys()].map(halt))
      for (const id of [...waiting.keys()]) tellEnd(id, { kind: 'stopped' })
    },
  }
}

// The default name of a snapshot: its connection and when it was begun.

/** It bounds the connection's name. */
const LONGEST = 80

/** One that no other of its connection has. */
function usualName({ connection, begunAt }: SnapshotHeader, entries: readonly SnapshotEntry[]): string {
  const entriesOfConnection = entries.filter(
    (entry) => entry.kind === 'readable' && entry.header.connection.id === connection.id,
  )
  const taken = new Set(entriesOfConnection.map((entry) => (entry.kind === 'readable' ? entry.label.name : '')))
  const usual = `${connection.name.slice(0, LONGEST)} ${begunAt.slice(0, 16).replace('T', ' ')}`
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? usual : `${usual} (${number})`
    if (!taken.has(name)) return name
  }
}
