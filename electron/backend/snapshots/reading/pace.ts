// How many requests go out at once: 1 to 8, raised slowly, halved where the service shows strain, stopped while it asks to.
import type { ReadingEffects } from './reading-effects.ts'

export const MOST_AT_ONCE = 8
/** Answers are not called slow before they take so much longer, in ms: below that it is noise. */
const NOISE_MS = 25
/** The weight of the newest answer in the running mean of latencies. */
const NEWEST = 0.2

/** Counts answer faster than pages: each kind is held against its own past only. */
export type RequestKind = 'page' | 'count'

/** One request that was let out. */
export interface Slot {
  kind: RequestKind
  startedAt: number
  /** The halvings before it: what it shows of an earlier pace halves nothing again. */
  halvings: number
}

export interface Pace {
  /** Waits for a free slot and for the end of every wait that the service asked for; null once `signal` is aborted. */
  enter(kind: RequestKind): Promise<Slot | null>
  /** `strained`: the service answered with 429 or 5xx, or not at all. */
  leave(slot: Slot, how: 'answered' | 'strained' | 'other'): void
  /** Nobody asks again before so many ms are over. */
  holdBack(ms: number): void
  /** How many may be out at once now. */
  atOnce(): number
  /** When requests go out again, ms since the epoch; in the past unless the service asked to wait. */
  heldUntil(): number
}

export function createPace({ now, wait }: Pick<ReadingEffects, 'now' | 'wait'>, signal: AbortSignal): Pace {
  const waiting: { kind: RequestKind; admit: (slot: Slot | null) => void }[] = []
  const latencies: Record<RequestKind, { usual: number | null; mean: number | null }> = {
    page: { usual: null, mean: null },
    count: { usual: null, mean: null },
  }
  let atOnce = 1
  let out = 0
  let answered = 0
  let halvings = 0
  let heldUntil = 0
  let isHolding = false
  signal.addEventListener('abort', () => {
    for (const { admit } of waiting.splice(0)) admit(null)
  })

  function admitMore(): void {
    while (!isHolding && out < atOnce) {
      const next = waiting.shift()
      if (next === undefined) return
      out += 1
      next.admit({ kind: next.kind, startedAt: now(), halvings })
    }
  }

  async function hold(): Promise<void> {
    if (isHolding) return
    isHolding = true
    while (!signal.aborted && now() < heldUntil) await wait(heldUntil - now(), signal)
    isHolding = false
    admitMore()
  }

  function halve(): void {
    atOnce = Math.max(1, Math.floor(atOnce / 2))
    halvings += 1
    answered = 0
    // What is slow now is the usual from here on: only another doubling halves again.
    for (const kind of Object.values(latencies)) kind.usual = kind.mean = null
  }

  function seeLatency(slot: Slot): void {
    const latency = latencies[slot.kind]
    const taken = now() - slot.startedAt
    latency.mean = latency.mean === null ? taken : latency.mean + (taken - latency.mean) * NEWEST
    latency.usual = Math.min(latency.usual ?? latency.mean, latency.mean)
    if (latency.mean > 2 * latency.usual + NOISE_MS) halve()
  }

  return {
    enter: (kind) =>
      new Promise((admit) => {
        if (signal.aborted) return admit(null)
        waiting.push({ kind, admit })
        admitMore()
      }),
    leave(slot, how) {
      out -= 1
      const isOfThisPace = slot.halvings === halvings
      if (how === 'strained' && isOfThisPace) halve()
      if (how === 'answered' && isOfThisPace) {
        answered += 1
        if (answered >= atOnce && atOnce < MOST_AT_ONCE) {
          atOnce += 1
          answered = 0
        }
        seeLatency(slot)
      }
      admitMore()
    },
    holdBack(ms) {
      heldUntil = Math.max(heldUntil, now() + ms)
      void hold()
    },
    atOnce: () => atOnce,
    heldUntil: () => heldUntil,
  }
}
