// The events that a file is held against: a snapshot that is there, or one that is read for this check alone and goes
// with it.
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Asks } from '../../shared/check/checked-file.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import type { SnapshotRange, SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import { readSnapshotRange } from '../../shared/snapshot/snapshot-range.ts'
import { openQuestions, type Questions } from '../backend/snapshots/questions/open-questions.ts'
import { readSnapshot } from '../backend/snapshots/reading/read-snapshot.ts'
import type { ReadingState } from '../backend/snapshots/reading-state.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-journal.ts'
import type { SnapshotFile } from '../backend/snapshots/store/snapshot-file.ts'
import { isLeftover, type SnapshotEntry } from '../backend/snapshots/store/snapshot-list.ts'
import {
  type ChosenConnection,
  type CommandEffects,
  type CommandStore,
  chooseConnection,
  openCommandStore,
  type ReadEffects,
  readingEffects,
  thereAre,
} from './command-store.ts'
import { rangeWords } from './export-arguments.ts'
import { readingProgress } from './progress-line.ts'
import type { SearchArguments } from './search-options.ts'

/** Both kinds of files are checked with these. */
export interface FileArguments extends SearchArguments {
  /** It is as it was named. */
  file: string
  rulesFile?: string
  mapFile?: string
  /** The name of a snapshot that is there; absent: a new one is read. */
  snapshot?: string
}

export type CheckEnd =
  /** `agrees`: as exit code 0 is explained, and the snapshot is complete. */
  | { kind: 'checked'; agrees: boolean; comparesMoney: boolean }
  | { kind: 'asks'; asks: Asks[] }
  /** An option is missing or does not fit. */
  | { kind: 'needs'; message: string }
  | { kind: 'failed'; message: string }

type Unchecked = Extract<CheckEnd, { message: string }>
export const needs = (message: string): Unchecked => ({ kind: 'needs', message })
export const failed = (message: string): Unchecked => ({ kind: 'failed', message })

export type CheckEffects = ReadEffects & Pick<CommandEffects, 'print' | 'questionsWorker'>

type Readable = Extract<SnapshotEntry, { kind: 'readable' }>

/** A finished reading. */
interface FinishedReading {
  id: string
  header: SnapshotHeader
  state: ReadingState & { verdict: SnapshotVerdict }
}

export interface SnapshotAtHand extends FinishedReading {
  questions: Questions
  /** The snapshots that are there. */
  others: readonly Readable[]
  /** Reads what else is needed, from the same connection; it goes with the check, too. */
  readMore(search: SnapshotHeader['search'], range: SnapshotRange): Promise<Found>
}

/** Opens what the arguments name or say how to read, and closes it after the work. */
export async function withSnapshot(
  args: FileArguments,
  effects: CheckEffects,
  work: (snapshot: SnapshotAtHand) => Promise<CheckEnd>,
): Promise<CheckEnd> {
  const opened = await openCommandStore(effects)
  if (!opened.ok) return failed(opened.message)
  const { store, entries } = opened
  const readings = readingsOf(args, opened, effects)
  try {
    const found = args.snapshot === undefined ? await readings.asAsked() : keptSnapshot(args, entries)
    if (found.kind !== 'read') return found
    const file = store.fileOf(found.id)
    if (!file.ok) return failed(failureSentence(file.failure))
    const questions = openQuestions({
      workerFile: effects.questionsWorker,
      ...file.value,
      id: found.id,
      pathOf: store.pathOf,
    })
    // The worker alone keeps no process alive.
    const awake = setInterval(() => undefined, 60_000)
    try {
      const { id, header, state } = found
      const others = entries.filter(isUsable)
      const readMore = (search: SnapshotHeader['search'], range: SnapshotRange) => readings.more(header, search, range)
      return await work({ id, header, state, questions, others, readMore })
    } finally {
      clearInterval(awake)
      await questions.close()
    }
  } finally {
    await readings.forget()
    await store.end()
  }
}

/** A snapshot of the user's: none that another check reads for itself, or has left behind. */
const isUsable = (entry: SnapshotEntry): entry is Readable => entry.kind === 'readable' && !isLeftover(entry)

type Found = ({ kind: 'read' } & FinishedReading) | CheckEnd

function keptSnapshot({ snapshot: name, connection }: FileArguments, entries: CommandStore['entries']): Found {
  const readable = entries.filter(isUsable).filter(({ header }) => header.file === undefined)
  const named = readable.filter(
    ({ label, header }) => label.name === name && (connection === undefined || header.connection.name === connection),
  )
  const [only] = named
  if (only === undefined) {
    const there = thereAre(
      'snapshots',
      readable.map(({ label }) => label.name),
    )
    return needs(`--snapshot: there is no snapshot “${name}”. ${there}`)
  }
  if (named.length > 1) {
    return needs(`--connection: ${named.length} connections have a snapshot “${name}”. Name the one that is meant.`)
  }
  const { id, header, state } = only
  const { verdict } = state
  if (verdict === null) return failed(`The snapshot “${name}” is not finished.`)
  return { kind: 'read', id, header, state: { ...state, verdict } }
}

/** Snapshots for this check alone. */
function readingsOf(args: FileArguments, opened: CommandStore, effects: CheckEffects) {
  const { now, progress, signal } = effects
  const { store } = opened
  /** Locked until the check is over. */
  const journals: SnapshotFile[] = []
  let known: ChosenConnection | null = null

  async function connection(name: string | undefined): Promise<ChosenConnection | CheckEnd> {
    if (known !== null) return known
    const choice = await chooseConnection(name, null, opened, effects)
    if (!choice.ok) return { kind: choice.code === 2 ? 'needs' : 'failed', message: choice.message }
    known = choice.chosen
    return known
  }

  async function read(
    chosen: ChosenConnection,
    search: SnapshotHeader['search'],
    range: SnapshotRange,
  ): Promise<Found> {
    const id = randomUUID()
    const header: SnapshotHeader = {
      id,
      connection: chosen.connection,
      search,
      range,
      begunAt: new Date(now()).toISOString(),
      accountMark: chosen.accountMark,
      forCheck: true,
    }
    const begun = store.begin(header, `Check of ${basename(args.file).slice(0, 100)} ${id}`)
    if (!begun.ok) return failed(failureSentence(begun.failure))
    const journal = begun.value
    journals.push(journal)
    const outcome = await readSnapshot(journal, readingEffects(chosen.access, effects), signal, (seen) =>
      progress.show(readingProgress(seen, now())),
    )
    const state = journal.state()
    const { verdict } = state
    if (outcome.kind === 'finished' && verdict !== null) {
      return { kind: 'read', id, header, state: { ...state, verdict } }
    }
    const message =
      outcome.kind === 'paused' ? failureSentence(outcome.because) : 'Stopped while reading. Nothing was checked.'
    return failed(message)
  }

  return {
    /** Reads what the arguments say. */
    async asAsked(): Promise<Found> {
      const chosen = await connection(args.connection)
      if ('kind' in chosen) return chosen
      const range = readSnapshotRange({ zone: chosen.billingZone ?? 'UTC', ...args.range })
      if (!range.ok) return needs(rangeWords(args.range, range))
      return read(chosen, { propertyFilters: [], ...args.search }, range.range)
    },
    /** Reads from the connection that the snapshot of this header is from, if that is still what it was. */
    async more(header: SnapshotHeader, search: SnapshotHeader['search'], range: SnapshotRange): Promise<Found> {
      const chosen = await connection(header.connection.name)
      if ('kind' in chosen) return chosen
      const { id, baseUrl, account } = chosen.connection
      const readFrom = header.connection
      if (id !== readFrom.id || baseUrl !== readFrom.baseUrl || account !== readFrom.account) {
        const message = `--edges: the connection “${readFrom.name}” is no longer the one that the snapshot was read from.`
        return needs(message)
      }
      return read(chosen, search, range)
    },
    /** Removes them. */
    async forget() {
      for (const journal of journals) {
        await journal.close()
        store.delete(journal.header.id)
      }
    },
  }
}
