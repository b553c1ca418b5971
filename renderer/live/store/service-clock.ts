// What "now" means to the service: its Date header of the last answer, carried on by this machine's clock. Where the two
// differ, its events say which of them they are dated by.
import type { AnswerInfo } from '../../../shared/event/event.ts'

export interface ServiceClock {
  /** Learns from an answer; one without a Date header teaches nothing. */
  learn(info: Pick<AnswerInfo, 'serviceDate' | 'receivedAt'>): void
  /** RFC 3339 UTC. Until an answer came, this machine's own now. */
  now(): string
}

/** From this difference on, the two clocks are not one. In milliseconds. */
const APART_MS = 120_000
/** What is dated this much later than now may just have arrived. */
const MARGIN_MS = 2_000

/**
 * As snapshots have it: of two clocks that differ by more than two minutes the earlier is used if the service counts nothing
 * after it, else the later.
 * @param local this machine's clock in milliseconds since the epoch
 * @param hasAfter whether the service has events from this instant on, RFC 3339; asked once for a difference
 */
export function createServiceClock(local: () => number, hasAfter: (instant: string) => Promise<boolean>): ServiceClock {
  let aheadMs = 0
  let isServiceUsed = true
  /** The difference that was asked about. */
  let asked: number | null = null

  async function ask(ahead: number, now: number) {
    asked = ahead
    isServiceUsed = true
    const earlier = now + Math.min(0, ahead) + MARGIN_MS
    const isLaterUsed = await hasAfter(new Date(earlier).toISOString()).catch(() => true)
    if (asked === ahead) isServiceUsed = isLaterUsed === ahead > 0
  }

  return {
    learn({ serviceDate, receivedAt }) {
      if (serviceDate === null) return
      const now = Date.parse(receivedAt)
      const ahead = Date.parse(serviceDate) - now
      if (!Number.isFinite(ahead)) return
      aheadMs = ahead
      if (Math.abs(ahead) <= APART_MS) {
        asked = null
        isServiceUsed = true
      } else if (asked === null || Math.abs(ahead - asked) > APART_MS) void ask(ahead, now)
    },
    now: () => new Date(local() + (isServiceUsed ? aheadMs : 0)).toISOString(),
  }
}
