// The faults as hono middleware: some stand in for the true answer, others spoil it on its way out.
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import type { Problem } from './error-answer.ts'
import { rateLimiter } from './rate-limit.ts'
import type { Faults } from './service-options.ts'
import { isHit } from './when.ts'

/** Waits so many milliseconds; rejects as soon as the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

export type FaultOptions = {
  faults: Faults
  clock: () => number
  sleep: Sleep
  random: () => number
  /** Writes a problem in the shape that the service's errors have. */
  refuse: (problem: Problem) => Response
}

type Middleware = MiddlewareHandler<{ Bindings: HttpBindings }>

/** What a request has coming, decided when it arrives so that a seed repeats it whatever the requests' durations. */
type Fate = { delay: number; fail: number | null; redirect: boolean; spoil: 'cut' | 'stall' | null }

export type FaultMiddleware = {
  /** Outermost: decides the fate, and cuts or stalls the finished answer. */
  deliver: Middleware
  /** Before the true answer: waits, limits the rate, fails, redirects. */
  intervene: Middleware
  /** Ends the stalled answers, which would never end by themselves. */
  release(): void
}

export function createFaults({ faults, clock, sleep, random, refuse }: FaultOptions): FaultMiddleware {
  const fates = new WeakMap<object, Fate>()
  const stalled = new Set<() => void>()
  const takeToken = faults.rateLimit === null ? () => 0 : rateLimiter(faults.rateLimit.perSecond, clock)
  let arrived = 0

  function decide(): Fate {
    const number = ++arrived
    const { ms, jitter } = faults.latency
    const fail = faults.fail.filter(({ when }) => isHit(when, number, random))[0]?.status ?? null
    const redirect = isHit(faults.redirect, number, random)
    const cut = isHit(faults.cutBody, number, random)
    const stall = isHit(faults.stall, number, random)
    const delay = jitter === 0 ? ms : Math.max(0, ms + (random() * 2 - 1) * jitter)
    return { delay, fail, redirect, spoil: cut ? 'cut' : stall ? 'stall' : null }
  }

  return {
    async deliver(c, next) {
      const fate = decide()
      fates.set(c.env.incoming, fate)
      await next()
      if (fate.spoil === null) return
      const { outgoing } = c.env
      const body = Buffer.from(await c.res.arrayBuffer())
      outgoing.writeHead(c.res.status, {
        ...Object.fromEntries(c.res.headers),
        'Content-Length': Math.max(body.length, 2),
      })
      const half = body.subarray(0, body.length / 2)
      const end = () => outgoing.destroy()
      if (fate.spoil === 'cut') {
        // Flushed before the connection goes, so that the client sees a body that stops, not a reset.
        outgoing.write(half, end)
      } else {
        outgoing.flushHeaders()
        outgoing.write(half)
        stalled.add(end)
        outgoing.once('close', () => stalled.delete(end))
      }
      c.res = RESPONSE_ALREADY_SENT
    },

    async intervene(c, next) {
      const fate = fates.get(c.env.incoming)
      if (fate === undefined) return next()
      if (fate.delay > 0 && !(await hasWaited(sleep, fate.delay, c.req.raw.signal))) return c.body(null, 503)
      const wait = takeToken()
      if (wait > 0) return refuse(tooMany(wait))
      if (fate.fail !== null) return refuse({ status: fate.fail, message: 'This failure was asked for with --fail.' })
      if (fate.redirect) {
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
    // Both forms are whole seconds: rounded up, so that whoever waits as told is let in.
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

/** Waits; false when the client left meanwhile. */
export async function hasWaited(sleep: Sleep, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(milliseconds, signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
