// "Explore sample data": the reference service, started at most once a run, and the connection to it.
import type { Connection } from '../../../shared/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure.ts'
import { oneAtATime } from '../storage/one-at-a-time.ts'
import type { Connections } from './connections.ts'

export interface Sample {
  baseUrl: string
  token: string
  stop(): Promise<void>
}

export interface SampleData {
  /** The connection to the sample service, which is started first where it does not run yet. */
  connect(connections: Connections): Promise<Result<Connection>>
  stop(): Promise<void>
}

export function createSampleData(start: () => Promise<Sample>, randomId: () => string): SampleData {
  const inTurn = oneAtATime()
  let running: Sample | null = null
  let connectionId: string | null = null
  return {
    connect: (connections) =>
      inTurn(async () => {
        const there = (await connections.list()).find((one) => one.id === connectionId)
        if (there !== undefined) return succeeded(there)
        try {
          running ??= await start()
        } catch (error) {
          const detail = `The sample service did not start: ${error instanceof Error ? error.message : String(error)}`
          return failed({ kind: 'unreachable', reason: 'other', detail, attempts: 0, durationMs: 0 })
        }
        const { baseUrl, token } = running
        const facts = { id: randomId(), name: 'Sample data', baseUrl, environment: 'test', origin: 'sample' } as const
        const added = await connections.addForThisRun(facts, token, 'The sample service lives for this run only.')
        connectionId = added.id
        return succeeded(added)
      }),
    stop: () =>
      inTurn(async () => {
        await running?.stop()
        running = null
      }),
  }
}
