// What "now" means to the service: its Date header of the last answer, carried on by this machine's clock.
import type { AnswerInfo } from '../../../shared/event/event.ts'

export interface ServiceClock {
  /** Learns from an answer; one without a Date header teaches nothing. */
  learn(info: Pick<AnswerInfo, 'serviceDate' | 'receivedAt'>): void
  /** RFC 3339 UTC. Until an answer came, this machine's own now. */
  now(): string
}

/** `local` is this machine's clock in milliseconds since the epoch. */
export function createServiceClock(local: () => number): ServiceClock {
  let aheadMs = 0
  return {
    learn({ serviceDate, receivedAt }) {
      if (serviceDate === null) return
      const ahead = Date.parse(serviceDate) - Date.parse(receivedAt)
      if (Number.isFinite(ahead)) aheadMs = ahead
    },
    now: () => new Date(local() + aheadMs).toISOString(),
  }
}
