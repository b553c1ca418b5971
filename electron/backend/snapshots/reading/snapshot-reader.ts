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
import type { SnapshotHeader, SnapshotJournal } from '../snapshot-journal.ts'
import type { Closing } from '../store/snapshot-contents.ts'
import { type ReadingOutcome, readSnapshot } from './read-snapshot.ts'
import type { ServiceFindings } from './service-findings.ts'
import { type Bounds, type ReadingEffects, rangeFilters, type SearchedRows } from './session/requests.ts'

export interface SnapshotReader {
  /**
   * Reads a journal to its verdict, or until something prevents it; calling it again continues. Pauses with
   * `connection-changed` if the connection's server or account is no longer the one that the snapshot was begun with,
   * unless `sameAccount`: the user confirms that the account is the same. Aborting `signal` stops it; what was read is
   * kept.
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
   * Fetches events by ID, each with the retries of a call that somebody waits for. `onEvent`: the place of the ID and
   * the answer's text, null for a 404; in no order. Fails with the first other failure, and as `read` pauses.
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
  note(entry: NotedEntry): ReadingNote
  connections: Pick<Connections, 'list' | 'access'>
  findings: ServiceFindings
  /** The connection's present `accountMark`. */
  accountMark: (connectionId: string) => Promise<string>
}

/** An answer and its size in bytes. */
type NotedAnswer = SearchedRows & { info: Pick<AnswerInfo, 'bytes'> }

type NotedEntry = Pick<ActivityEntry, 'startedAt' | 'connectionName' | 'method' | 'url' | 'body'>

/** Sends one request of an entry. */
type Ask = <T extends { info: Pick<AnswerInfo, 'bytes'> }>(request: () => Promise<Result<T>>) => Promise<Result<T>>

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
      const outcome = await noted(searchEntry(header, access.value), (ask) => {
        const search: ReadingEffects['search'] = (request, until) =>
          ask(() => parts.search(access.value, request, until))
        const effects = { search, now, elapsed: () => performance.now(), wait, random: Math.random }
        return readSnapshot(journal, effects, signal, report)
      })
      const kept = await findings.add(header.connection, journal.state().findings)
      return kept.ok || outcome.kind === 'finished' ? outcome : { kind: 'paused', because: kept.failure }
    },
    async countDays(header, days, { signal, sameAccount = false }) {
      const counted = await countEach(header, days, { signal, sameAccount })
      if (!counted.ok) return counted
      return succeeded(days.map(({ from, to }, at) => ({ from, to, total: counted.value[at] ?? null })))
    },
    async countRange(header, { signal }) {
      const { from, until: to } = header.range
      const counted = await countEach(header, [{ from, to }], { signal, sameAccount: false })
      return counted.ok ? succeeded(counted.value[0] ?? null) : counted
    },
    async getEvents(header, eventIds, { signal, sameAccount = false, onEvent }) {
      const access = await accessTo(header, sameAccount)
      if (!access.ok) return access
      const url = `${access.value.baseUrl}/v1/events/{event_id}`
      return noted({ ...entryOf(access.value), method: 'GET', url, body: null }, async (ask) => {
        const stopping = new AbortController()
        const either = AbortSignal.any([signal, stopping.signal])
        let failure: Failure | null = null
        const getOne = async (eventId: string, at: number) => {
          if (either.aborted) return
          const answered = await ask(() => parts.getText(access.value, eventId, either))
          if (either.aborted) return
          if (!answered.ok && answered.failure.kind !== 'not-found') {
            failure = answered.failure
            return stopping.abort()
          }
          onEvent(at, answered.ok ? answered.value.text : null)
        }
        await pLimit(EVENTS_AT_ONCE).map(eventIds, getOne)
        if (signal.aborted) failure = { kind: 'cancelled' }
        return failure === null ? succeeded(null) : failed(failure)
      })
    },
  }

  /** The totals, one request after the other, as one entry of the activity. */
  async function countEach(
    header: SnapshotHeader,
    segments: readonly Bounds[],
    { signal, sameAccount }: { signal: AbortSignal; sameAccount: boolean },
  ): Promise<Result<(number | null)[]>> {
    const access = await accessTo(header, sameAccount)
    if (!access.ok) return access
    return noted(searchEntry(header, access.value), async (ask) => {
      const counted: (number | null)[] = []
      for (const bounds of segments) {
        const request = { filters: { ...header.search, ...rangeFilters(bounds) }, limit: 1, offset: 0 }
        const answered = await ask(() => parts.search(access.value, request, signal))
        if (!answered.ok) return answered
        counted.push(answered.value.page.total)
      }
      return succeeded(counted)
    })
  }

  /** Sends the requests of `work` as one entry of the activity. */
  async function noted<T extends ReadingOutcome | Result<unknown>>(
    entry: NotedEntry,
    work: (ask: Ask) => Promise<T>,
  ): Promise<T> {
    const note = parts.note(entry)
    const startedAt = performance.now()
    let [requests, bytes] = [0, 0]
    let failure: Failure | null = { kind: 'cancelled' }
    try {
      const end = await work(async (request) => {
        requests += 1
        note.attempt(requests)
        const answered = await request()
        if (answered.ok) bytes += answered.value.info.bytes
        return answered
      })
      failure = failureOf(end)
      return end
    } finally {
      note.finish(
        failure === null ? { state: 'answered', status: 200, bytes } : { state: 'failed', failure },
        Math.round(performance.now() - startedAt),
      )
    }
  }

  function entryOf({ connectionName }: Access) {
    return { startedAt: new Date(now()).toISOString(), connectionName }
  }

  function searchEntry({ search, range }: SnapshotHeader, access: Access): NotedEntry {
    const filters = { ...search, ...rangeFilters({ from: range.from, to: range.until }) }
    const body = searchBody({ filters, limit: 100, offset: 0 })
    return { ...entryOf(access), method: 'POST', url: `${access.baseUrl}/v1/events/search`, body }
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

/** Null: it was answered. */
function failureOf(end: ReadingOutcome | Result<unknown>): Failure | null {
  if ('ok' in end) return end.ok ? null : end.failure
  switch (end.kind) {
    case 'finished':
      return null
    case 'paused':
      return end.because
    case 'stopped':
      return { kind: 'cancelled' }
  }
}

async function wait(ms: number, until: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: until })
  } catch (error) {
    if (!until.aborted) throw error
  }
}
