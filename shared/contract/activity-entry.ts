// A line of "Activity".
import type { Failure } from '../failure/failure.ts'

/** One request to a service. Never holds the token, nor what was answered. */
export interface ActivityEntry {
  id: number
  /** This machine's clock, RFC 3339 UTC. */
  startedAt: string
  connectionName: string
  method: 'GET' | 'POST'
  url: string
  /** The JSON body as sent, or null. */
  body: string | null
  durationMs: number | null
  attempts: number
  outcome:
    | { state: 'running' }
    | { state: 'answered'; status: number; bytes: number }
    | { state: 'failed'; failure: Failure }
}
