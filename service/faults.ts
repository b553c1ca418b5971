// The faults as hono middleware: some replace the response, others damage it on its way out.
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { Problem } from './error-response.ts'
import { type Faults, isTriggered } from './service-options.ts'

/** Waits that many milliseconds; rejects when the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

export type FaultOptions = {
  faults: Faults
  /** Milliseconds since the epoch. */
  clock: () => number
  sleep: Sleep
  /** From 0 up to, not including, 1. */
  random: () => number
  /** Builds an error response. */
  refuse: (problem: Problem) => Response
}

type Middleware = MiddlewareHandler<{ Bindings: HttpBindings }>

/** The faults of one request. Drawn on arrival, so that a seed repeats them however long requests take. */
type RequestFaults = { delay: number; status: number | null; redirect: boolean; truncation: 'cut' | 'stall' | null }

export type FaultMiddleware = {
  /** The outermost middleware: draws the request's faults, and cuts or stalls the finished response. */
  deliver: Middleware
  /** Delays, rate-limits, fails or redirects a request before it is handled. */
  intervene: Middleware
  /** Ends stalled responses, which would never end by themselves. */
  release(): void
}

/**
 * Requests are numbered as they reach `deliver`; without it, `intervene` lets them pass. Of several faults that replace
 * the response, the rate limit comes first, then the first failure that is triggered, then the redirect.
 */
export function createFaults({ faults, clock, sleep, random, refuse }: FaultOptions): FaultMiddleware {
  const faultsOf = new WeakMap<object, RequestFaults>()
  const stalled = new Set<() => void>()
  const takeToken = faults.rateLimit === null ? () => 0 : rateLimiter(faults.rateLimit.perSecond, clock)
  let arrived = 0

  function drawFaults(): RequestFaults {
    const number = ++arrived
    const { ms, jitter } = faults.latency
    const status = faults.fail.filter(({ when }) => isTriggered(when, number, random))[0]?.status ?? null
    const redirect = isTriggered(faults.redirect, number, random)
    const cut = isTriggered(faults.cutBody, number, random)
    const stall = isTriggered(faults.stall, number, random)
    const delay = jitter === 0 ? ms : ms + (random() * 2 - 1) * jitter
    return { delay, status, redirect, truncation: cut ? 'cut' : stall ? 'stall' : null }
  }

  return {
    async deliver(c, next) {
      const { truncation, ...others } = drawFaults()
      faultsOf.set(c.env.incoming, { truncation, ...others })
      await next()
      if (truncation === null) return
      const { outgoing } = c.env
      const body = Buffer.from(await c.res.arrayBuffer())
      outgoing.writeHead(c.res.status, {
        ...Object.fromEntries(c.res.headers),
        'Content-Length': Math.max(body.length, 2),
      })
      const half = body.subarray(0, body.length / 2)
      const end = () => outgoing.destroy()
      if (truncation === 'cut') {
        // Destroyed only once the half is flushed, so that the client sees a truncated body, not a reset.
        outgoing.write(half, end)
      } else {
        outgoing.flushHeaders()
        outgoing.write(half)
        stalled.add(end)
        outgoing.once('close', () => stalled.delete(end))
      }
      // Where there is a response, hono would make another of the two, which is sent.
      c.res = undefined
      c.res = RESPONSE_ALREADY_SENT
    },

    async intervene(c, next) {
      const drawn = faultsOf.get(c.env.incoming)
      if (drawn === undefined) return next()
      if (drawn.delay > 0 && !(await sleepUnlessAborted(sleep, drawn.delay, c.req.raw.signal))) return c.body(null, 503)
      const wait = takeToken()
      if (wait > 0) return refuse(tooMany(wait))
      if (drawn.status !== null)
        return refuse({ status: drawn.status, message: 'This failure was asked for with --fail.' })
      if (drawn.redirect) {
        const message = 'This redirect was asked for with --redirect.'
        return refuse({ status: 307, message, headers: { Location: `/moved${c.req.path}` } })
      }
      return next()
    },

    release() {
      for (const end of stalled) end()
    },
  }

  function tooMany(wait: number): Problem {
    // Both forms have whole seconds: rounded up, so that a client that waits as told is let in.
    const seconds = Math.ceil(wait / 1000)
    const date = new Date(Math.ceil((clock() + wait) / 1000) * 1000).toUTCString()
    const retryAfter = faults.rateLimit?.retryAfter === 'date' ? date : String(seconds)
    return {
      status: 429,
      message: `Too many requests; try again in ${seconds} s.`,
      headers: { 'Retry-After': retryAfter },
    }
  }
}

/** Resolves to false if the client disconnected meanwhile. */
export async function sleepUnlessAborted(sleep: Sleep, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(milliseconds, signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

// A token bucket: bursts of n requests pass, then n a second.

/** Returns a function that takes a token and returns 0, or returns the milliseconds until there is one. */
function rateLimiter(perSecond: number, clock: () => number): () => number {
  const size = Math.max(1, perSecond)
  let tokens = size
  let last = clock()
  return () => {
    const now = clock()
    tokens = Math.min(size, tokens + (Math.max(0, now - last) / 1000) * perSecond)
    last = now
    if (tokens >= 1) {
      tokens -= 1
      return 0
    }
    return Math.ceil(((1 - tokens) / perSecond) * 1000)
  }
}
