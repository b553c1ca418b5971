// The HTTP client: a budget of requests, a timeout for each, and retries when the service is overloaded.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseExact } from './parse-exact.ts'

/** A response; `json` is undefined if the body is not JSON. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown }

export type RequestOptions = {
  method?: string
  path: string
  body?: string
  /** Headers to add or replace; null removes one. */
  headers?: Record<string, string | null>
}

export type ServiceClient = {
  /** Sends a request; gateway errors, 429 and broken connections are retried twice. */
  send(request: RequestOptions): Promise<Answer>
  /** How many requests were sent so far, retries included. */
  sent(): number
}

/** The run cannot go on: the service does not answer, or the budget is spent. */
export class RunAborted extends Error {}

export type ClientOptions = {
  /** The base URL, with or without a trailing slash. */
  url: string
  token: string
  fetch: typeof fetch
  /** How many requests may be sent in total. */
  budget: number
  /** The time limit for one response, in milliseconds. */
  timeout: number
}

const TRIES = 3
const LONGEST_WAIT = 5_000
/** It holds also where the service asks for no wait at all, or for one that is over. */
const SHORTEST_WAIT = 200

/**
 * Redirects are not followed. The last answer of three tries counts, whatever its status; a retry waits as long as
 * Retry-After asks, but at most 5 s. `send` rejects with `RunAborted` and nothing else.
 */
export function createServiceClient({ url, token, fetch, budget, timeout }: ClientOptions): ServiceClient {
  const base = url.replace(/\/+$/, '')
  let sent = 0

  async function once({ method = 'GET', path, body, headers = {} }: RequestOptions): Promise<Answer> {
    if (sent >= budget) throw new RunAborted(`The suite has spent its ${budget} requests.`)
    sent += 1
    const all = new Headers({ Authorization: `Bearer ${token}` })
    if (body !== undefined) all.set('Content-Type', 'application/json')
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) all.delete(name)
      else all.set(name, value)
    }
    const signal = AbortSignal.timeout(timeout)
    // Sent as bytes, because fetch would add a Content-Type to a string.
    const bytes = body === undefined ? null : new TextEncoder().encode(body)
    const response = await fetch(`${base}${path}`, { method, headers: all, body: bytes, signal, redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parseExact(text) }
  }

  return {
    async send(request) {
      for (let attempt = 1; ; attempt++) {
        try {
          const answer = await once(request)
          if (![429, 502, 503, 504].includes(answer.status) || attempt === TRIES) return answer
          await sleep(retryAfter(answer.headers))
        } catch (error) {
          if (error instanceof RunAborted) throw error
          if (attempt === TRIES) throw new RunAborted(`${base} does not answer: ${reason(error)}`)
          await sleep(100)
        }
      }
    },
    sent: () => sent,
  }
}

function retryAfter(headers: Headers): number {
  const value = headers.get('retry-after')
  if (value === null) return SHORTEST_WAIT
  const seconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Math.min(Math.max(Number.isNaN(seconds) ? 0 : seconds, SHORTEST_WAIT), LONGEST_WAIT)
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
