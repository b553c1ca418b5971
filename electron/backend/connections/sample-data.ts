// "Explore sample data": the reference service, started when it does not run, and the connection to it.
import pLimit from 'p-limit'
import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { inZone } from '../../../shared/time/instant.ts'
import type { Connections } from './connections.ts'

export interface Sample {
  baseUrl: string
  token: string
  /** Resolves, with why, when it runs no more. */
  ended: Promise<string>
  /** Until it is called the company is told as it was when its last month was closed. */
  tellLateEvents(): Promise<void>
  stop(): Promise<void>
}

export interface SampleData {
  /** The connection to the sample service, which is started first where it does not run. */
  connect(connections: Connections): Promise<Result<Connection>>
  stop(): Promise<void>
}

/** The company of the sample makes its invoices in Berlin. */
const ZONE = 'Europe/Berlin'

export interface SampleDataEffects {
  start: () => Promise<Sample>
  /** Makes what a company would have made until its last month was closed. What fails is only logged. */
  closeLastMonth: (connection: Connection) => Promise<Result<null>>
  randomId: () => string
  log: (line: string) => void
}

export function createSampleData({ start, closeLastMonth, randomId, log }: SampleDataEffects): SampleData {
  const inTurn = pLimit(1)
  // The same for each service that is started: where one ended, its connection leads to the next.
  const id = randomId()
  let running: Sample | null = null

  async function started(): Promise<Sample> {
    const sample = await start()
    running = sample
    void sample.ended.then((why) => {
      if (running !== sample) return
      running = null
      log(`The sample service ended: ${why}`)
    })
    return sample
  }

  async function connect(connections: Connections): Promise<Result<Connection>> {
    const there = (await connections.list()).find((one) => one.id === id)
    if (there !== undefined && running !== null) return succeeded(there)
    try {
      const isNew = running === null
      const service = running ?? (await started())
      const { baseUrl, token } = service
      const facts = {
        id,
        name: 'Sample data',
        baseUrl,
        environment: 'test',
        origin: 'sample',
        billingZone: ZONE,
      } as const
      const added = await connections.addForThisRun(facts, token, 'The sample service exists for this run only.')
      if (isNew) {
        const closed = await closeLastMonth(added)
        if (!closed.ok) log(`The sample's last month was not closed: ${closed.failure.kind}`)
        await service.tellLateEvents()
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

  return { connect: (connections) => inTurn(() => connect(connections)), stop: () => inTurn(stop) }
}

/** The month before that of `now` (ms since 1970) in a zone, by default the company's, such as "2026-10": the sample's is closed. */
export function lastMonth(now: number, zone = ZONE): string {
  const today = inZone(new Date(now).toISOString(), zone)?.date ?? ''
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 7)
}
