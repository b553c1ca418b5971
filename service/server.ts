// Starts the reference service: a store, the app over it, and an HTTP server on 127.0.0.1.
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate, setTimeout as sleepFor } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { errorResponse } from './error-response.ts'
import type { EventRecord } from './event-record.ts'
import { type Awaitable, type EventStore, noSuchEvent } from './event-store.ts'
import { createEventsApp } from './events-app.ts'
import type { Sleep } from './faults.ts'
import { createHistory, type History } from './history.ts'
import { createKeptRequests, type KeptRequest } from './kept-requests.ts'
import type { Mapping } from './mapping.ts'
import { createMovements } from './movements.ts'
import { isPostgresUrl, refusedByPostgres } from './postgres-limits.ts'
import type { MappedStore, PostgresStore } from './postgres-store.ts'
import { type SampleOptions, sampleEvents } from './sample-events.ts'
import { seededRandom } from './seeded-random.ts'
import { defaultGaps, type Faults, type Gaps, noFaults, type SampleTraits, usualSamples } from './service-options.ts'
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts'

export type ServiceOptions = {
  /** The valid Bearer token: visible ASCII without spaces. */
  token: string
  /** The port on 127.0.0.1; 0, the default, lets the system pick one. */
  port?: number
  /** The events to serve, stored in this order; stored ids are skipped. Default: generated events. */
  records?: Iterable<EventRecord>
  /** How many events to generate if no records are given and the store is empty; default 1000. */
  events?: number
  /** Traits of generated events; default none, see `usualSamples`. */
  traits?: Partial<SampleTraits>
  /** Seeds generated events, shuffled orders, faults, movements and request ids; default 1. */
  seed?: number
  /** How the gaps of the interface are filled; see `defaultGaps`. */
  gaps?: Partial<Gaps>
  /** Faults to inject; default none, see `noFaults`. */
  faults?: Partial<Faults>
  /** The file in which SQLite keeps the events, or postgres://…, whose schema `eventscope` does; default ':memory:'. */
  database?: string
  /** PostgreSQL has at most so many, default 10; a statement takes at most so many milliseconds, default 30,000. */
  databaseConnections?: number
  databaseTimeout?: number
  /** With postgres://: tells the rows of a table that is there as events, which are only read. */
  mapping?: Mapping
  /** Milliseconds since 1970; default Date.now. For the Date header, the sample's end, movements and rate limits. */
  clock?: () => number
  /** Waits out latency and offset costs; default a timer. */
  sleep?: Sleep
  /** How long closing waits for requests in flight, in milliseconds; default 10,000. */
  drain?: number
  /** Told, in whole lines, what whoever runs the service should know of its database; default: nobody. */
  warn?: (lines: string) => void
  /** Keeps every version of every event in memory for `history`; default false. */
  keepHistory?: boolean
  /** Keeps every request to /v1 in memory for `requests`; default false. */
  keepRequests?: boolean
  /** Whether its process, or thread, runs nothing else: quicker classes then take the place of its global Request and Response; default false. */
  isAlone?: boolean
}

export type Service = {
  /** The base URL, without a slash at its end. */
  url: string
  port: number
  /** How many events the store held at the start, and how many of them this start added. */
  count: number
  added: number
  /** It says, with a mapping, what of the table is served, what is left out and what is not said, in whole lines. */
  about: string | null
  /** Adds events: now, where SQLite holds them. */
  add(events: Iterable<EventRecord>): Awaitable<void>
  /** Replaces the event that has this event's id; throws if there is none, and with postgres://. */
  amend(event: EventRecord): void
  /** Removes the event with this id; throws if there is none, and with postgres://. */
  remove(eventId: string): void
  /** What the store held when; throws without `keepHistory`. */
  history(): History
  /** What it was sent, in order of arrival; throws without `keepRequests`. */
  requests(): readonly KeptRequest[]
  /** Stops accepting connections, finishes requests in flight, closes the store. */
  close(): Promise<void>
}

/** Starts the service; rejects when the port is taken, the database cannot be used, or a setting does not fit it. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { token, port = 0, seed = 1, clock = Date.now, drain = 10_000 } = options
  const gaps = { ...defaultGaps, ...options.gaps }
  const faults = { ...noFaults, ...options.faults }
  const traits = { ...usualSamples, ...options.traits }
  const { records, events = 1000 } = options
  const initial = {
    records: records ?? { count: events, now: clock(), traits },
    seed,
    duplicateIds: faults.duplicateIds,
  }
  const opened = await openStore(options, gaps, faults)
  try {
    const added = await fill(opened, initial)
    const about = opened.kind === 'mapped' ? await opened.store.about() : null
    const recorded =
      options.keepHistory === true && opened.sqlite !== null ? createHistory(opened.sqlite, gaps, clock) : null
    const sqlite = recorded?.store ?? opened.sqlite
    const store: EventStore = sqlite ?? opened.store
    const beforeAnswer =
      sqlite === null ? () => {} : createMovements({ store: sqlite, rates: faults, traits, seed, clock })
    // Each use of randomness has its own sequence, so that more of one does not change another.
    const [random, faultRandom] = [seededRandom(seed + 1), seededRandom(seed + 3)]
    const sleep =
      options.sleep ?? ((milliseconds: number, signal: AbortSignal) => sleepFor(milliseconds, undefined, { signal }))
    const kept = options.keepRequests === true ? createKeptRequests(clock) : null
    const service = createEventsApp({
      notes: opened.kind === 'mapped' ? opened.store.notes : [],
      kept,
      store,
      token,
      gaps,
      faults,
      clock,
      sleep,
      random,
      faultRandom,
      beforeAnswer,
    })
    const listener = getRequestListener((request, env) => service.app.fetch(request, env), {
      overrideGlobalObjects: options.isAlone === true,
      errorHandler: () =>
        errorResponse({ status: 400, message: 'The request line or the Host header is not valid.' }, gaps.errors),
    })
    const server = createServer(listener)
    const sockets = openSockets(server)
    await listen(server, port)
    const { port: bound } = server.address() as AddressInfo
    let closing: Promise<void> | null = null
    const changeable = () => {
      if (sqlite === null) throw new Error('With postgres:// the service changes no event that is stored.')
      return sqlite
    }
    const storedAs = (eventId: string) => {
      const stored = changeable().find(eventId)
      if (stored === null) throw new Error(noSuchEvent(eventId))
      return stored
    }
    return {
      url: `http://127.0.0.1:${bound}`,
      port: bound,
      count: about === null ? await store.count() : (about.events ?? 0),
      added,
      about: about?.lines ?? null,
      add: (arriving) => store.add(arriving),
      amend: (event) => changeable().amend(storedAs(event.eventId), event),
      remove: (eventId) => changeable().remove(storedAs(eventId)),
      history() {
        if (recorded === null) throw new Error('No history is kept: set keepHistory when the service is started.')
        return recorded.history
      },
      requests() {
        if (kept === null) throw new Error('No requests are kept: set keepRequests when the service is started.')
        return kept.requests
      },
      close: () => {
        closing ??= close(server, sockets, service.drain, drain).then(() => store.close())
        return closing
      },
    }
  } catch (error) {
    await opened.store.close()
    throw error
  }
}

type OpenedStore =
  | { kind: 'sqlite'; store: SqliteStore; sqlite: SqliteStore }
  | { kind: 'own'; store: PostgresStore; sqlite: null }
  | { kind: 'mapped'; store: MappedStore; sqlite: null }

async function openStore(options: ServiceOptions, gaps: Gaps, faults: Faults): Promise<OpenedStore> {
  const {
    database = ':memory:',
    databaseConnections = 10,
    databaseTimeout = 30_000,
    mapping,
    warn = () => {},
  } = options
  if (!isPostgresUrl(database)) {
    const store = openSqliteStore(database)
    return { kind: 'sqlite', store, sqlite: store }
  }
  const refusal = refusedByPostgres(gaps, faults, options.keepHistory === true)
  if (refusal !== null) throw new Error(refusal)
  // Loaded once it is needed: most services, and the one in the window, keep their events in SQLite.
  const { openMappedStore, openPostgresStore } = await import('./postgres-store.ts')
  const settings = { url: database, connections: databaseConnections, timeout: databaseTimeout, warn }
  if (mapping === undefined) return { kind: 'own', store: await openPostgresStore(settings), sqlite: null }
  const store = await openMappedStore(settings, mapping)
  return { kind: 'mapped', store, sqlite: null }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function openSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

async function close(server: Server, sockets: Set<Socket>, drain: () => void, gracePeriod: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  drain()
  // Browsers open spare connections, and Node waits for one that never sent anything as for a request in flight. Bytes
  // that have already arrived are read first, so that a connection with a request is not taken for a spare one.
  await setImmediate()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  const deadline = setTimeout(() => server.closeAllConnections(), gracePeriod)
  await closed
  clearTimeout(deadline)
}

// Fills the store at the start: with the given events, or with generated ones if it is empty.

export type InitialEvents = {
  /** The events to add, or what to generate if the store is empty. */
  records: Iterable<EventRecord> | Omit<SampleOptions, 'seed'>
  seed: number
  /** The share of added events that are stored twice, as after a retried write. */
  duplicateIds: number
}

/** Adds the events whose ids are not stored yet; returns how many were added. */
function fillStore(store: SqliteStore, { records, seed, duplicateIds }: InitialEvents): number {
  const before = store.count()
  if (Symbol.iterator in records) {
    store.add(withDuplicates(before === 0 ? records : unstored(records, store), duplicateIds, seed))
  } else if (before === 0) {
    store.add(withDuplicates(sampleEvents({ ...records, seed }), duplicateIds, seed))
  }
  return store.count() - before
}

/** Fills a store of ours; resolves with how many events were added. */
async function fill(opened: OpenedStore, initial: InitialEvents): Promise<number> {
  switch (opened.kind) {
    case 'sqlite':
      return fillStore(opened.store, initial)
    case 'own':
      return fillPostgres(opened.store, initial)
    case 'mapped':
      return 0
  }
}

/** Fills as `fillStore`; another service may fill the same database at once: only new ids are ever added. */
async function fillPostgres(store: PostgresStore, { records, seed }: InitialEvents): Promise<number> {
  if (Symbol.iterator in records) return store.addNew(records)
  return (await store.count()) === 0 ? store.addNew(sampleEvents({ ...records, seed })) : 0
}

function* unstored(records: Iterable<EventRecord>, store: SqliteStore): Generator<EventRecord> {
  for (const record of records) if (store.find(record.eventId) === null) yield record
}

function* withDuplicates(records: Iterable<EventRecord>, share: number, seed: number): Generator<EventRecord> {
  const random = seededRandom(seed + 4)
  for (const record of records) {
    yield record
    if (share > 0 && random() < share) yield record
  }
}
