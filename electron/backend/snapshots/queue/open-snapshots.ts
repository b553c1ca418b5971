// Composes the parts for snapshots. The store is opened when first needed, because that may prompt for the keychain.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Connection } from '../../../../shared/connection/connection.ts'
import { LIMIT_CAP } from '../../../../shared/event/event.ts'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { MadeFor } from '../../../../shared/snapshot/made-for.ts'
import type { Extension, SnapshotOrder, SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import { NOTHING_IN_RANGE } from '../../../../shared/snapshot/snapshot-range.ts'
import { ONLY_PROVED_EXTENDS } from '../../../../shared/snapshot/verdict-name.ts'
import { compareInstants, isZone, parseInstant, unknownZone } from '../../../../shared/time/instant.ts'
import { accountMark } from '../../connections/connection-access.ts'
import type { Connections } from '../../connections/connections.ts'
import { backgroundLimits } from '../../http/attempt.ts'
import { type Activity, createEventService, UNEXPECTED } from '../../http/event-service.ts'
import type { LiveCalls } from '../../http/live-calls.ts'
import { describeError } from '../../http/secrets.ts'
import type { ServiceFetch } from '../../http/service-fetch.ts'
import type { Keychain } from '../../keychain/keychain.ts'
import { createQuestionDesk } from '../questions/question-desk.ts'
import { MOST_ANSWERS } from '../reading/pages/read-time-slices.ts'
import type { ServiceFindings } from '../reading/service-findings.ts'
import { createSnapshotReader, type SnapshotReader } from '../reading/snapshot-reader.ts'
import { partsToTake } from '../reading/taken-over-parts.ts'
import type { SnapshotHeader } from '../snapshot-journal.ts'
import type { SnapshotFile } from '../store/snapshot-file.ts'
import { createSnapshotStore, type SnapshotStore, type StoreKey, storeKey } from '../store/snapshot-store.ts'
import { createSampleAsking, refused } from './snapshot-closing.ts'
import { createSnapshots } from './snapshots.ts'

export type OpenSnapshots = ReturnType<typeof openSnapshots>

export interface OpenSnapshotsParts {
  fetch: ServiceFetch
  now: () => number
  /** Usable in a file's name. */
  randomId: () => string
  folder: string
  keychain: Keychain
  /** EVENTSCOPE_STORE_KEY as it is set. */
  storeKeyVariable: string | undefined
  activity: Activity
  connections: Connections
  findings: ServiceFindings
  /** The file of the worker that answers questions: questions-worker.js where it is built. */
  questionsWorker: string
  live: LiveCalls
  log: (line: string) => void
}

/** Opens the snapshots of a user data folder; the key and the files are opened once they are needed. */
export function openSnapshots(parts: OpenSnapshotsParts) {
  const { fetch, now, randomId, folder, keychain, storeKeyVariable, activity, connections, findings, log } = parts
  const { turn } = parts.live
  /** Set once open. `end` does not wait for it: a keychain prompt may stay unanswered. */
  let ready: SnapshotStore | null = null
  let opened: Promise<{ key: StoreKey; store: SnapshotStore }> | null = null

  async function open() {
    const key = await storeKey({ keychain, variable: storeKeyVariable }, join(folder, 'snapshots-key.lock'))
    const store = createSnapshotStore({ folder, storeKey: key, now })
    store.expire()
    ready = store
    return { key, store }
  }

  const once = () => {
    opened ??= open()
    return opened
  }
  const store = async () => (await once()).store
  const markOf = async (connectionId: string) => {
    const { key } = (await once()).key
    const connection = (await connections.list()).find(({ id }) => id === connectionId)
    return accountMark(key, connection?.baseUrl ?? '', await connections.cacheOwner(connectionId))
  }
  const service = createEventService({ fetch, now, activity: NOT_NOTED })
  const reader = createSnapshotReader({
    search: async (access, request, signal) => {
      await turn()
      return service.searchRows(access, request, { signal, report: () => undefined, limits: backgroundLimits, turn })
    },
    getText: async (access, eventId, signal) => {
      await turn()
      return service.getText(access, eventId, { signal, report: () => undefined })
    },
    note: activity.start,
    now,
    connections,
    findings,
    accountMark: markOf,
  })
  const onUnexpected = (error: unknown) => {
    log(`Unexpected error in a reading: ${describeError(error)}`)
    return UNEXPECTED
  }
  const desk = createQuestionDesk({
    workerFile: parts.questionsWorker,
    fileOf: async (id) => {
      const kept = await store()
      const file = kept.fileOf(id)
      return file.ok ? succeeded({ ...file.value, id, pathOf: kept.pathOf }) : file
    },
  })
  const snapshots = createSnapshots({ store, reader, now, beforeDelete: desk.close, onUnexpected })
  const extending = createExtending({ store, reader })
  return {
    snapshots,
    /** It is the call `snapshots.extension`. */
    async extension(id: string, range: SnapshotRange, signal: AbortSignal): Promise<Result<Extension>> {
      const message = rangeProblem(range)
      if (message !== null) return failed({ kind: 'invalid', field: 'request', message })
      return extending.extension(id, range, signal)
    },
    ...createSampleAsking({ store, reader, desk, now }),
    /** It is the call `snapshots.take`. */
    async take(order: SnapshotOrder, name: string | null, madeFor?: MadeFor): Promise<Result<{ snapshotId: string }>> {
      const header = headerFor(order, await connections.list(), randomId(), now())
      if (!header.ok) return header
      const marked = { ...header.value, accountMark: await markOf(order.connectionId) }
      if (order.extends === undefined) return snapshots.take(marked, name, madeFor)
      const allowed = await extending.mayExtend(order.extends, marked)
      return allowed.ok ? snapshots.take({ ...marked, extends: order.extends }, name, madeFor) : allowed
    },
    store,
    /** Snapshots loaded for questions. */
    desk,
    /** Stops the readings and releases every file. */
    async end(): Promise<void> {
      await Promise.all([desk.end(), snapshots.end()])
      await ready?.end()
    },
  }
}

/** A reading is one entry, which its reader notes. */
const NOT_NOTED: Activity = {
  start: () => ({ attempt: () => undefined, finish: () => undefined }),
  list: () => [],
}

// The header of a snapshot that the page asks for: of the connection as it is, and of a range that holds something.

/** Fails with `no-connection`, `connection-changed`, or `invalid` where the range cannot be. */
function headerFor(
  { connectionId, account, search, range }: SnapshotOrder,
  connections: readonly Connection[],
  id: string,
  now: number,
): Result<SnapshotHeader> {
  const connection = connections.find((one) => one.id === connectionId)
  if (connection === undefined) return failed({ kind: 'no-connection', connectionId })
  if (connection.account !== account) return failed({ kind: 'connection-changed', connectionId })
  const message = rangeProblem(range)
  if (message !== null) return failed({ kind: 'invalid', field: 'request', message })
  const { name, baseUrl } = connection
  const begunAt = new Date(now).toISOString()
  return succeeded({ id, connection: { id: connectionId, name, baseUrl, account }, search, range, begunAt })
}

function rangeProblem({ from, until, zone }: SnapshotRange): string | null {
  if (!isZone(zone)) return unknownZone(zone)
  const [start, end] = [from, until].map((text) => (text === null ? null : parseInstant(text)))
  if ((from !== null && start === null) || (until !== null && end === null)) {
    return 'The ends of a range are RFC 3339 date-times.'
  }
  const isEmpty = start != null && end != null && compareInstants(start, end) >= 0
  return isEmpty ? NOTHING_IN_RANGE : null
}

// This says which snapshot may be extended by which, and what that takes.

interface ExtendingParts {
  store: () => Promise<Pick<SnapshotStore, 'look'>>
  reader: Pick<SnapshotReader, 'countRange'>
}

function createExtending({ store, reader }: ExtendingParts) {
  /** Gives what `look` finds in a complete snapshot. */
  async function lookAtComplete<T>(id: string, look: (source: SnapshotFile) => T): Promise<Result<T>> {
    const read = await (await store()).look(id, (source) => {
      const { verdict, proof } = source.state()
      return proof === 2 && verdict?.kind === 'complete' ? { found: look(source) } : null
    })
    if (!read.ok) return read
    return read.value === null ? refused(ONLY_PROVED_EXTENDS) : succeeded(read.value.found)
  }

  return {
    /**
     * Tells what another range of a snapshot's search takes with its parts; asks the service for one total. Fails with
     * `invalid` for a snapshot that is not complete, with `connection-changed` for another account, or as the service
     * does.
     */
    async extension(id: string, range: SnapshotRange, signal: AbortSignal): Promise<Result<Extension>> {
      const source = await lookAtComplete(id, (file) => ({ header: file.header, taken: partsToTake(file, range) }))
      if (!source.ok) return source
      const { header, taken } = source.value
      const total = await reader.countRange({ ...header, range }, { signal })
      if (!total.ok) return total
      // They are so few that all of them are read by offset.
      const isSmall = (total.value ?? 0) <= MOST_ANSWERS * LIMIT_CAP
      const parts = isSmall ? [] : taken
      const events = parts.reduce((sum, { kept }) => sum + kept, 0)
      return succeeded({ total: total.value, parts: parts.length, events })
    },
    /** Fails with `invalid` unless the header is of the same search and account as a complete snapshot. */
    async mayExtend(id: string, { search, connection, accountMark }: SnapshotHeader): Promise<Result<null>> {
      const source = await lookAtComplete(id, ({ header }) => header)
      if (!source.ok) return source
      const before = source.value
      if (!isDeepStrictEqual(before.search, search) || before.connection.id !== connection.id)
        return refused('A snapshot is extended by another range of the same search.')
      const mark = before.accountMark ?? before.file?.accountMark
      const isSame =
        before.connection.baseUrl === connection.baseUrl &&
        before.connection.account === connection.account &&
        (mark === undefined || mark === accountMark)
      if (!isSame)
        return refused('The base URL or the API key of this connection has changed since. Load the search again.')
      return succeeded(null)
    },
  }
}
