// Reads snapshots with their connection's key, as one activity entry each, and keeps what they learn about the service.
// Their rows enter neither the cache nor the history of events.
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { ActivityEntry } from '../../../../shared/contract/contract.ts'
import type { AnswerInfo, SearchRequest } from '../../../../shared/event/event.ts'
import { type Failure, failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { searchBody } from '../../../../shared/search/search-body.ts'
import type { ReadingProgress } from '../../../../shared/snapshot/snapshot.ts'
import type { Access } from '../../connections/connection-access.ts'
import type { Connections } from '../../connections/connections.ts'
import type { SnapshotHeader } from '../snapshot-header.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import type { Closing } from '../store/snapshot-label.ts'
import type { ReadingEffects, SearchedRows } from './course/reading-effects.ts'
import type { Bounds } from './course/requests.ts'
import { type ReadingOutcome, readSnapshot } from './read-snapshot.ts'
import type { ServiceFindings } from './service-findings.ts'

export interface SnapshotReader {
  /**
   * Reads a journal to its verdict, or until something prevents it; calling it again continues. Pauses with
   * `connection-changed` if the connection's server or account is no longer the one that the snapshot was begun with,
   * unless `sameAccount`: the user confirms that the account is the same. Aborting `signal` stops it; what was read is kept.
   */
  read(
    journal: SnapshotJournal,
    options: { signal: AbortSignal; report: (progress: ReadingProgress) => void; sameAccount?: boolean },
  ): Promise<ReadingOutcome>
  /**
   * The service's present total for each of `days`; null if it gives none. Fails with the first request that fails, and
   * with `connection-changed` as `read` pauses.
   */
  countDays(
    header: SnapshotHeader,
    days: readonly Day[],
    options: { signal: AbortSignal; sameAccount?: boolean },
  ): Promise<Result<Closing['days']>>
  /** The service's present total for the header's range; null if it gives none. Fails as `countDays` does. */
  countRange(header: SnapshotHeader, options: { signal: AbortSignal }): Promise<Result<number | null>>
  /**
   * Fetches events by ID, each with the retries of a call that somebody waits for. `onEvent`: the place of the ID and the
   * answer's text, null for a 404; in no order. Fails with the first other failure, and as `read` pauses.
   */
  getEvents(
    header: SnapshotHeader,
    eventIds: readonly string[],
    options: { signal: AbortSignal; sameAccount?: boolean; onEvent: (at: number, text: string | null) => void },
  ): Promise<Result<null>>
}

/** Fetched at a time. */
const EVENTS_AT_ONCE = 2

interface Day {
  from: string
  to: string
}

export interface SnapshotReaderParts {
  /** One attempt of a search, without an activity entry. */
  search(access: Access, request: SearchRequest, signal: AbortSignal): Promise<Result<NotedAnswer>>
  /** An event by its ID, without an activity entry. */
  getText(
    access: Access,
    eventId: string,
    signal: AbortSignal,
  ): Promise<Result<{ text: string; info: Pick<AnswerInfo, 'bytes'> }>>
  /** Milliseconds since the epoch. */
  now: () => number
  /** Adds a reading to the activity as it begins. */
  note(entry: Pick<ActivityEntry, 'startedAt' | 'connectionName' | 'method' | 'url' | 'body'>): ReadingNote
  connections: Pick<Connections, 'list' | 'access'>
  findings: ServiceFindings
  /** The connection's present `accountMark`. */
  accountMark: (connectionId: string) => Promise<string>
}

/** An answer and its size in bytes. */
type NotedAnswer = SearchedRows & { info: Pick<AnswerInfo, 'bytes'> }

/** One entry per reading: hundreds of requests would push all others off the list. */
interface ReadingNote {
  attempt(attempts: number): void
  finish(outcome: ActivityEntry['outcome'], durationMs: number): void
}

export function createSnapshotReader(parts: SnapshotReaderParts): SnapshotReader {
  const { now, connections, findings } = parts

  return {
    async read(journal, { signal, report, sameAccount = false }) {
      const { header } = journal
      const access = await accessTo(header, sameAccount)
      if (!access.ok) return { kind: 'paused', because: access.failure }
      const note = parts.note(entryOf(header, access.value, now()))
      const startedAt = performance.now()
      let requests = 0
      let bytes = 0
      const effects: ReadingEffects = {
        search: async (request, until) => {
          requests += 1
          note.attempt(requests)
          const answered = await parts.search(access.value, request, until)
          if (answered.ok) bytes += answered.value.info.bytes
          return answered
        },
        now,
        elapsed: () => performance.now(),
        wait,
        random: Math.random,
      }
      let outcome: ReadingOutcome = { kind: 'stopped' }
      try {
        outcome = await readSnapshot(journal, effects, signal, report)
      } finally {
        note.finish(noteOf(outcome, bytes), Math.round(performance.now() - startedAt))
      }
      const kept = await findings.add(header.connection, journal.state().findings)
      return kept.ok || outcome.kind === 'finished' ? outcome : { kind: 'paused', because: kept.failure }
    },
    async countDays(header, days, { signal, sameAccount = false }) {
      const counted = await countEach(header, days, signal, sameAccount)
      if (!counted.ok) return counted
      return succeeded(days.map(({ from, to }, at) => ({ from, to, total: counted.value[at] ?? null })))
    },
    async countRange(header, { signal }) {
      const { from, until: to } = header.range
      const counted = await countEach(header, [{ from, to }], signal, false)
      return counted.ok ? succeeded(counted.value[0] ?? null) : counted
    },
    async getEvents(header, eventIds, { signal, sameAccount = false, onEvent }) {
      const access = await accessTo(header, sameAccount)
      if (!access.ok) return access
      const note = parts.note({
        startedAt: new Date(now()).toISOString(),
        connectionName: access.value.connectionName,
        method: 'GET',
        url: `${access.value.baseUrl}/v1/events/{event_id}`,
        body: null,
      })
      const startedAt = performance.now()
      const stopping = new AbortController()
      const either = AbortSignal.any([signal, stopping.signal])
      const inTurn = pLimit(EVENTS_AT_ONCE)
      let failure: Failure | null = null
      let requests = 0
      let bytes = 0
      const getOne = async (eventId: string, at: number) => {
        if (either.aborted) return
        requests += 1
        note.attempt(requests)
        const answered = await parts.getText(access.value, eventId, either)
        if (either.aborted) return
        if (answered.ok) bytes += answered.value.info.bytes
        else if (answered.failure.kind !== 'not-found') {
          failure = answered.failure
          return stopping.abort()
        }
        onEvent(at, answered.ok ? answered.value.text : null)
      }
      try {
        await inTurn.map(eventIds, getOne)
        if (signal.aborted) failure = { kind: 'cancelled' }
        return failure === null ? succeeded(null) : failed(failure)
      } finally {
        const outcome: ActivityEntry['outcome'] =
          failure === null ? { state: 'answered', status: 200, bytes } : { state: 'failed', failure }
        note.finish(outcome, Math.round(performance.now() - startedAt))
      }
    },
  }

  /** The totals, one request after the other, as one entry of the activity. */
  async function countEach(
    header: SnapshotHeader,
    stretches: readonly Bounds[],
    signal: AbortSignal,
    sameAccount: boolean,
  ): Promise<Result<(number | null)[]>> {
    const access = await accessTo(header, sameAccount)
    if (!access.ok) return access
    const note = parts.note(entryOf(header, access.value, now()))
    const startedAt = performance.now()
    let outcome: ActivityEntry['outcome'] = { state: 'failed', failure: { kind: 'cancelled' } }
    let bytes = 0
    const counted: (number | null)[] = []
    try {
      for (const { from, to } of stretches) {
        note.attempt(counted.length + 1)
        const range = { ...(from === null ? {} : { createdAtFrom: from }), ...(to === null ? {} : { createdAtTo: to }) }
        const request = { filters: { ...header.search, ...range }, limit: 1, offset: 0 }
        const answered = await parts.search(access.value, request, signal)
        if (!answered.ok) {
          outcome = { state: 'failed', failure: answered.failure }
          return answered
        }
        bytes += answered.value.info.bytes
        counted.push(answered.value.page.total)
      }
      outcome = { state: 'answered', status: 200, bytes }
      return succeeded(counted)
    } finally {
      note.finish(outcome, Math.round(performance.now() - startedAt))
    }
  }

  async function accessTo(header: SnapshotHeader, sameAccount: boolean): Promise<Result<Access>> {
    const { id, baseUrl, account } = header.connection
    const access = await connections.access(id)
    if (!access.ok) return access
    const known = (await connections.list()).find((one) => one.id === id)
    const mark = header.accountMark ?? header.file?.accountMark
    // The environment's connection counts its accounts from the start in each run: only the mark identifies them.
    const isMarked = mark === undefined || mark === (await parts.accountMark(id))
    const isSame = sameAccount || (isMarked && known?.account === account)
    return isSame && access.value.baseUrl === baseUrl
      ? succeeded(access.value)
      : failed({ kind: 'connection-changed', connectionId: id })
  }
}

function entryOf({ search, range }: SnapshotHeader, { connectionName, baseUrl }: Access, now: number) {
  const from = range.from === null ? {} : { createdAtFrom: range.from }
  const to = range.until === null ? {} : { createdAtTo: range.until }
  const body = searchBody({ filters: { ...search, ...from, ...to }, limit: 100, offset: 0 })
  const startedAt = new Date(now).toISOString()
  return { startedAt, connectionName, method: 'POST' as const, url: `${baseUrl}/v1/events/search`, body }
}

function noteOf(outcome: ReadingOutcome, bytes: number): ActivityEntry['outcome'] {
  switch (outcome.kind) {
    case 'finished':
      return { state: 'answered', status: 200, bytes }
    case 'paused':
      return { state: 'failed', failure: outcome.because }
    case 'stopped':
      return { state: 'failed', failure: { kind: 'cancelled' } }
    default:
      return outcome satisfies never
  }
}

async function wait(ms: number, until: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: until })
  } catch (error) {
    if (!until.aborted) throw error
  }
}
