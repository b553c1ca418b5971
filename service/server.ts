// Starts the reference service: a store, the app over it, and an HTTP server on 127.0.0.1.
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { errorAnswer } from './error-answer.ts'
import type { EventRecord } from './event-record.ts'
import { type EventStore, openEventStore } from './event-store.ts'
import { createEventsApp } from './events-app.ts'
import { createGrowth } from './growth.ts'
import { sampleEvents } from './sample-events.ts'
import { seededRandom } from './seeded-random.ts'
import { defaultGaps, type Faults, type Gaps, noFaults } from './service-options.ts'

export type ServiceOptions = {
  /** The Bearer token that is let in: visible ASCII without spaces. */
  token: string
  /** The port on 127.0.0.1; 0, the default, lets the system choose. */
  port?: number
  /** The events to serve, stored in this order; those whose id is stored already are left out. Default: generated ones. */
  records?: Iterable<EventRecord>
  /** How many events are generated where no records are given and the store is empty; default 1000. */
  events?: number
  /** Repeats events, shuffles, faults and request ids; default 1. */
  seed?: number
  /** How the gaps of the interface are filled; see `defaultGaps`. */
  gaps?: Partial<Gaps>
  /** What goes wrong on purpose; default nothing, see `noFaults`. */
  faults?: Partial<Faults>
  /** The file in which the events are kept; default ':memory:'. */
  database?: string
  /** Milliseconds since 1970; default Date.now. Sample events lie before it, the Date header tells it. */
  clock?: () => number
  /** How long closing waits for requests under way, in milliseconds; default 10,000. */
  drain?: number
}

export type Service = {
  /** The base URL, without a slash at its end. */
  url: string
  port: number
  /** How many events the store holds at the start, and how many of them were added now. */
  count: number
  added: number
  /** Takes no new connections, ends the requests under way, closes the store. */
  close(): Promise<void>
}

/** Starts the service; rejects when the port is taken or the database cannot be used. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { token, port = 0, seed = 1, database = ':memory:', clock = Date.now, drain = 10_000 } = options
  const gaps = { ...defaultGaps, ...options.gaps }
  const faults = { ...noFaults, ...options.faults }
  const store = openEventStore(database)
  try {
    const added = fill(store, options, faults.duplicateIds)
    const count = store.count()
    const beforeAnswer = faults.grow > 0 ? createGrowth({ store, perSecond: faults.grow, seed, clock }) : () => {}
    // Each use of randomness has a sequence of its own: more of one does not change the other.
    const [random, faultRandom] = [seededRandom(seed + 1), seededRandom(seed + 3)]
    const events = createEventsApp({ store, token, gaps, faults, clock, random, faultRandom, beforeAnswer })
    const listener = getRequestListener((request, env) => events.app.fetch(request, env), {
      overrideGlobalObjects: false,
      errorHandler: () =>
        errorAnswer({ status: 400, message: 'The request line or the Host header is not valid.' }, gaps.errors),
    })
    const server = createServer(listener)
    const sockets = openSockets(server)
    await listen(server, port)
    const { port: bound } = server.address() as AddressInfo
    let closing: Promise<void> | null = null
    return {
      url: `http://127.0.0.1:${bound}`,
      port: bound,
      count,
      added,
      close: () => {
        closing ??= close(server, sockets, events.drain, drain).then(() => store.close())
        return closing
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}

function fill(store: EventStore, options: ServiceOptions, duplicateIds: number): number {
  const { records, events = 1000, seed = 1, clock = Date.now } = options
  const before = store.count()
  if (records !== undefined) {
    store.add(withDuplicates(before === 0 ? records : unstored(records, store), duplicateIds, seed))
  } else if (before === 0) {
    store.add(withDuplicates(sampleEvents({ count: events, seed, now: clock() }), duplicateIds, seed))
  }
  return store.count() - before
}

function* unstored(records: Iterable<EventRecord>, store: EventStore): Generator<EventRecord> {
  for (const record of records) if (store.find(record.eventId) === null) yield record
}

function* withDuplicates(records: Iterable<EventRecord>, share: number, seed: number): Generator<EventRecord> {
  const random = seededRandom(seed + 4)
  for (const record of records) {
    yield record
    if (share > 0 && random() < share) yield record
  }
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

async function close(server: Server, sockets: Set<Socket>, drain: () => void, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  drain()
  // A browser opens connections ahead of need; node counts one that never sent anything as a request under way. What
  // has arrived by now is read first, so that a request is not taken for silence.
  await setImmediate()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  const deadline = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearTimeout(deadline)
}
