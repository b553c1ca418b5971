// "Explore sample data": the reference service, started on demand, and the connection to it.
import pLimit from 'p-limit'
import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { inZone } from '../../../shared/time/instant.ts'
import type { Connections } from './connections.ts'

export interface Sample {
  baseUrl: string
  token: string
  /** Resolves with the reason when the service stops. */
  ended: Promise<string>
  /** Adds the events that arrived after the company's last month was closed; until then the service lacks them. */
  addLateEvents(): Promise<void>
  stop(): Promise<void>
}

export type SampleData = ReturnType<typeof createSampleData>

/** The sample's company bills in Berlin's time. */
const ZONE = 'Europe/Berlin'

export interface SampleDataEffects {
  start: () => Promise<Sample>
  /** Stores the company's rules, and a closed snapshot of its last month. A failure is only logged. */
  closeLastMonth: (connection: Connection) => Promise<Result<null>>
  randomId: () => string
  log: (line: string) => void
}

/** Calls run one at a time. `connect` fails with nothing but `unreachable`. */
export function createSampleData({ start, closeLastMonth, randomId, log }: SampleDataEffects) {
  const inTurn = pLimit(1)
  // The same for every service started: after one has ended, its connection leads to the next.
  const id = randomId()
  let running: Sample | null = null

  async function startService(): Promise<Sample> {
    const sample = await start()
    running = sample
    void sample.ended.then((why) => {
      if (running !== sample) return
      running = null
      log(`The sample service ended: ${why}`)
    })
    return sample
  }

  /** The connection to the sample service, which is started first if it does not run. */
  async function connect(connections: Connections): Promise<Result<Connection>> {
    const existing = (await connections.list()).find((connection) => connection.id === id)
    if (existing !== undefined && running !== null) return succeeded(existing)
    try {
      const isNew = running === null
      const service = running ?? (await startService())
      const { baseUrl, token } = service
      const kind = { environment: 'test', origin: 'sample', billingZone: ZONE } as const
      const facts = { id, name: 'Sample data', baseUrl, ...kind }
      const added = await connections.addForThisRun(facts, token, 'The sample service exists for this run only.')
      if (isNew) {
        const closed = await closeLastMonth(added)
        if (!closed.ok) log(`The sample's last month was not closed: ${closed.failure.kind}`)
        await service.addLateEvents()
      }
      return succeeded(added)
    } catch (error) {
      const detail = `The sample service did not start: ${error instanceof Error ? error.message : String(error)}`
      return failed({ kind: 'unreachable', reason: 'other', detail, attempts: 0, durationMs: 0 })
    }
  }

  async function stop(): Promise<void> {
    const sample = running
    running = null
    await sample?.stop()
  }

  return { connect: (connections: Connections) => inTurn(() => connect(connections)), stop: () => inTurn(stop) }
}

/** The month before that of `now` (ms since 1970) in a zone, such as "2026-10": the sample has it closed. */
export function lastMonth(now: number, zone = ZONE): string {
  const today = inZone(new Date(now).toISOString(), zone)?.date ?? ''
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 7)
}
