// The reference service for a test: a real server for the interface, with faults and ambiguities by switch.
import { randomBytes } from 'node:crypto'
import { startProgram } from './started-program.ts'

/** An event as the interface has it: an object, or its JSON text, which keeps every digit of a number. */
export type ServiceEvent =
  | string
  | {
      event_id: string
      customer_id: string
      event_code: string
      event_type: 'credit' | 'debit'
      /** RFC 3339. */
      created_at: string
      event_properties: Record<string, string | number>
    }

/** A request that the service was sent. */
export interface ServiceRequest {
  /** From 1, in order of arrival: what `#2` of a fault counts. */
  number: number
  /** When it arrived, by the service's clock: RFC 3339. */
  at: string
  method: string
  path: string
  /** The text of a search; null of a fetch. */
  body: string | null
  /** Null while it is not answered. */
  status: number | null
}

export interface RunningService {
  /** The base URL, as `http://127.0.0.1:41234`. */
  url: string
  /** The API key that is let in. */
  token: string
  /** What it was sent so far, in order of arrival. The page sees none of it: the inspector's process asks. */
  requests: () => Promise<ServiceRequest[]>
  /** Adds events now. Rejects with what does not fit the interface. */
  add: (...events: ServiceEvent[]) => Promise<void>
  /** Puts this event in place of the one with its ID. Rejects where there is none. */
  amend: (event: ServiceEvent) => Promise<void>
  /** Removes the event with this ID. Rejects where there is none. */
  remove: (eventId: string) => Promise<void>
  /** Moves its clock ahead: what `--grow 1/s` and the like make due happens with the next request. In milliseconds. */
  advance: (milliseconds: number) => Promise<void>
  /** Ends it. Calling it again does nothing. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Starts the reference service with switches as on its command line (docs/service.md), as `['--events', '237',
 * '--total', 'page']`. Without `--port` it takes a free one, without `--token` a random API key. It listens on
 * 127.0.0.1 only, and ends with this process, even where that is killed.
 * @throws Error in a sentence: a switch that it does not know, a value that does not fit, a port that is taken, a data
 * file
 *   that cannot be read, no Node 24.5 or later
 */
export async function startReferenceService(switches: readonly string[] = []): Promise<RunningService> {
  const given = switchValue(switches, '--token')
  const token = given ?? randomBytes(24).toString('hex')
  const defaults = [
    ...(switchValue(switches, '--port') === null ? ['--port', '0'] : []),
    ...(given === null ? ['--token', token] : []),
  ]
  const program = await startProgram(
    'service',
    [...defaults, '--stop-with-stdin', ...switches],
    /^Reference service listening at (\S+)$/,
    {},
  )
  const { ask } = program
  return {
    url: program.address,
    token,
    requests: async () => (await ask({ ask: 'requests' })).requests as ServiceRequest[],
    add: async (...events) => void (await ask({ ask: 'add', events: events.map(textOf) })),
    amend: async (event) => void (await ask({ ask: 'amend', event: textOf(event) })),
    remove: async (eventId) => void (await ask({ ask: 'remove', eventId })),
    advance: async (milliseconds) => void (await ask({ ask: 'advance', milliseconds })),
    stop: program.stop,
  }
}

const textOf = (event: ServiceEvent) => (typeof event === 'string' ? event : JSON.stringify(event))

/** `--token x` and `--token=x` alike; the last one counts, as for the service. */
function switchValue(switches: readonly string[], name: string): string | null {
  let value: string | null = null
  for (const [at, text] of switches.entries()) {
    if (text === name) value = switches[at + 1] ?? ''
    else if (text.startsWith(`${name}=`)) value = text.slice(name.length + 1)
  }
  return value
}
