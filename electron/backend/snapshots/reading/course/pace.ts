// How many requests are in flight: 1 to 8, raised slowly, halved when the service shows strain, none while Retry-After runs.

/** What waits and durations are measured by, passed in so that tests use a clock of their own. */
export interface ReadingClock {
  /** Milliseconds of a clock that is never set back. */
  elapsed(): number
  /** Resolves after `ms`, or once `signal` is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const MOST_AT_ONCE = 8
/** A latency counts as slow only when it is at least this much longer, in ms. */
const NOISE_MS = 25
/** The weight of the newest answer in the running mean of latencies. */
const NEWEST = 0.2

/** Counts answer faster than pages, so the latencies of each kind are compared separately. */
export type RequestKind = 'page' | 'count'

/** A request in flight. */
export interface Slot {
  kind: RequestKind
  /** As `elapsed` measures. */
  startedAt: number
  /** The halvings before it: an answer to a request of an earlier pace does not halve again. */
  halvings: number
}

export interface Pace {
  /** Waits for a free slot and for Retry-After; null once `signal` is aborted. */
  enter(kind: RequestKind): Promise<Slot | null>
  /** Frees the slot. `strained`: the service answered with 429 or 5xx, or not at all. */
  leave(slot: Slot, how: 'answered' | 'strained' | 'other'): void
  /** Sends nothing for so many milliseconds. */
  holdBack(ms: number): void
  /** How many requests may be in flight now. */
  atOnce(): number
  /** How long it still sends nothing, in ms, because the service asked to wait; 0 if it did not. */
  heldFor(): number
}

/** Requests enter in the order in which they asked. Each slot must be left once, whatever came of its request. */
export function createPace({ elapsed, wait }: ReadingClock, signal: AbortSignal): Pace {
  const waiting: { kind: RequestKind; admit: (slot: Slot | null) => void }[] = []
  const giveUp = () => {
    for (const { admit } of waiting.splice(0)) admit(null)
  }
  const latencies: Record<RequestKind, { usual: number | null; mean: number | null }> = {
    page: { usual: null, mean: null },
    count: { usual: null, mean: null },
  }
  let atOnce = 1
  let out = 0
  let answered = 0
  let halvings = 0
  /** As `elapsed` measures. */
  let heldUntil = Number.NEGATIVE_INFINITY
  let isHolding = false

  function admitMore(): void {
    while (!isHolding && out < atOnce) {
      const next = waiting.shift()
      if (next === undefined) return
      out += 1
      // Nothing of a reading that is over may be left on a signal.
      if (waiting.length === 0) signal.removeEventListener('abort', giveUp)
      next.admit({ kind: next.kind, startedAt: elapsed(), halvings })
    }
  }

  async function hold(): Promise<void> {
    if (isHolding) return
    isHolding = true
    while (!signal.aborted && elapsed() < heldUntil) await wait(heldUntil - elapsed(), signal)
    isHolding = false
    admitMore()
  }

  function halve(): void {
    atOnce = Math.max(1, Math.floor(atOnce / 2))
    halvings += 1
    answered = 0
    // The present latency becomes the baseline: only another doubling halves again.
    for (const kind of Object.values(latencies)) kind.usual = kind.mean = null
  }

  function seeLatency(slot: Slot): void {
    const latency = latencies[slot.kind]
    const taken = elapsed() - slot.startedAt
    latency.mean = latency.mean === null ? taken : latency.mean + (taken - latency.mean) * NEWEST
    latency.usual = Math.min(latency.usual ?? latency.mean, latency.mean)
    if (latency.mean > 2 * latency.usual + NOISE_MS) halve()
  }

  return {
    enter: (kind) =>
      new Promise((admit) => {
        if (signal.aborted) return admit(null)
        if (waiting.push({ kind, admit }) === 1) signal.addEventListener('abort', giveUp, { once: true })
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
      heldUntil = Math.max(heldUntil, elapsed() + ms)
      void hold()
    },
    atOnce: () => atOnce,
    heldFor: () => Math.max(0, heldUntil - elapsed()),
  }
}
