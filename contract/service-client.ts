// Speaks to the service under test: plain HTTP, bounded in number and in time, patient with an overloaded service.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseExact } from './exact-json.ts'

/** What came back. `json` is undefined where the body is no JSON. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown }

export type RequestOptions = {
  method?: string
  path: string
  body?: string
  /** Headers to add or replace; null leaves one out. */
  headers?: Record<string, string | null>
}

export type ServiceClient = {
  /** Sends one request; a gateway's failure, a full rate limit and a broken connection are tried again twice. */
  send(request: RequestOptions): Promise<Answer>
  /** How many requests were sent so far, those tried again included. */
  sent(): number
}

/** The service cannot be asked any more: it does not answer, or the suite has spent its requests. */
export class CannotAsk extends Error {}

export type ClientOptions = {
  /** The base URL, with or without a slash at its end. */
  url: string
  token: string
  fetch: typeof fetch
  /** How many requests may be sent altogether. */
  budget: number
  /** How long one answer may take, in milliseconds. */
  timeout: number
}

const TRIES = 3
const LONGEST_WAIT = 5_000

export function createServiceClient({ url, token, fetch, budget, timeout }: ClientOptions): ServiceClient {
  const base = url.replace(/\/+$/, '')
  let sent = 0

  async function once({ method = 'GET', path, body, headers = {} }: RequestOptions): Promise<Answer> {
    if (++sent > budget) throw new CannotAsk(`The suite has spent its ${budget} requests.`)
    const all = new Headers({ Authorization: `Bearer ${token}` })
    if (body !== undefined) all.set('Content-Type', 'application/json')
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) all.delete(name)
      else all.set(name, value)
    }
    const signal = AbortSignal.timeout(timeout)
    // Bytes have no type of their own: fetch would add a Content-Type to a string.
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
          if (error instanceof CannotAsk) throw error
          if (attempt === TRIES) throw new CannotAsk(`${base} does not answer: ${reason(error)}`)
          await sleep(100)
        }
      }
    },
    sent: () => sent,
  }
}

function retryAfter(headers: Headers): number {
  const value = headers.get('retry-after')
  if (value === null) return 200
  const seconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Math.min(Math.max(Number.isNaN(seconds) ? 200 : seconds, 0), LONGEST_WAIT)
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
