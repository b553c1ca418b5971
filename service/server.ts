// Starts the reference service: a store, the app over it, and an HTTP server on 127.0.0.1.
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate, setTimeout as sleepFor } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { errorAnswer } from './error-answer.ts'
import type { EventRecord } from './event-record.ts'
import { openEventStore } from './event-store.ts'
import { createEventsApp } from './events-app.ts'
import type { Sleep } from './faults.ts'
import { fillStore } from './fill-store.ts'
import { createHistory, type History } from './history.ts'
import { createMovements } from './movements.ts'
import { seededRandom } from './seeded-random.ts'
import { defaultGaps, type Faults, type Gaps, noFaults, type SampleTraits, usualSamples } from './service-options.ts'

export type ServiceOptions = {
  /** The Bearer token that is let in: visible ASCII without spaces. */
  token: string
  /** The port on 127.0.0.1; 0, the default, lets the system choose. */
  port?: number
  /** The events to serve, stored in this order; those whose id is stored already are left out. Default: generated ones. */
  records?: Iterable<EventRecord>
  /** How many events are generated where no records are given and the store is empty; default 1000. */
  events?: number
  /** What generated events look like; default as usual, see `usualSamples`. */
  traits?: Partial<SampleTraits>
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
  /** Waits for latency and for what an offset costs, or rejects as soon as the client leaves; default a timer. */
  sleep?: Sleep
  /** How long closing waits for requests under way, in milliseconds; default 10,000. */
  drain?: number
  /** Whether a history is kept, which holds every text that there ever was in memory; default not. */
  keepHistory?: boolean
}

export type Service = {
  /** The base URL, without a slash at its end. */
  url: string
  port: number
  /** How many events the store holds at the start, and how many of them were added now. */
  count: number
  added: number
  /** Lets events arrive now. */
  add(events: Iterable<EventRecord>): void
  /** Puts an event in the place of the one with its id; throws where there is none. */
  amend(event: EventRecord): void
  /** Lets the event of this id vanish; throws where there is none. */
  remove(eventId: string): void
  /** Which events were there when; throws where `keepHistory` is not set. */
  history(): History
  /** Takes no new connections, ends the requests under way, closes the store. */
  close(): Promise<void>
}

/** Starts the service; rejects when the port is taken or the database cannot be used. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { token, port = 0, seed = 1, database = ':memory:', clock = Date.now, drain = 10_000 } = options
  const gaps = { ...defaultGaps, ...options.gaps }
  const faults = { ...noFaults, ...options.faults }
  const traits = { ...usualSamples, ...options.traits }
  const opened = openEventStore(database)
  try {
    const { records, events = 1000 } = options
    const added = fillStore(opened, {
      records: records ?? { count: events, now: clock(), traits },
      seed,
      duplicateIds: faults.duplicateIds,
    })
    const recorded = options.keepHistory === true ? createHistory(opened, gaps, clock) : null
    const store = recorded?.store ?? opened
    const beforeAnswer = createMovements({ store, rates: faults, traits, seed, clock })
    // Each use of randomness has a sequence of its own: more of one does not change the other.
    const [random, faultRandom] = [seededRandom(seed + 1), seededRandom(seed + 3)]
    const sleep =
      options.sleep ?? ((milliseconds: number, signal: AbortSignal) => sleepFor(milliseconds, undefined, { signal }))
    const service = createEventsApp({ store, token, gaps, faults, clock, sleep, random, faultRandom, beforeAnswer })
    const listener = getRequestListener((request, env) => service.app.fetch(request, env), {
      overrideGlobalObjects: false,
      errorHandler: () =>
        errorAnswer({ status: 400, message: 'The request line or the Host header is not valid.' }, gaps.errors),
    })
    const server = createServer(listener)
    const sockets = openSockets(server)
    await listen(server, port)
    const { port: bound } = server.address() as AddressInfo
    let closing: Promise<void> | null = null
    const storedAs = (eventId: string) => {
      const stored = store.find(eventId)
      if (stored === null) throw new Error(`There is no event with the event_id ${eventId}.`)
      return stored
    }
    return {
      url: `http://127.0.0.1:${bound}`,
      port: bound,
      count: store.count(),
      added,
      add: (arriving) => store.add(arriving),
      amend: (event) => store.amend(storedAs(event.eventId), event),
      remove: (eventId) => store.remove(storedAs(eventId)),
      history() {
        if (recorded === null) throw new Error('No history is kept: set keepHistory when the service is started.')
        return recorded.history
      },
      close: () => {
        closing ??= close(server, sockets, service.drain, drain).then(() => store.close())
        return closing
      },
    }
  } catch (error) {
    opened.close()
    throw error
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
