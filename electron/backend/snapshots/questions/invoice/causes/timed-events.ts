// The events of a line that have a time and money, by which they are cut into periods.
import { compareInstants } from '../../../../../../shared/time/instant.ts'
import type { LineEvent, Seconds } from './line-case.ts'

export type Timed = LineEvent & { at: NonNullable<LineEvent['at']> }

/** Only what charges or reduces is on an invoice. */
export const isTimed = (event: LineEvent): event is Timed =>
  event.at !== null && (event.bin === 'charged' || event.bin === 'reduces')

/** Sorts them where they are. */
export const inOrder = (events: Timed[]): Timed[] => events.sort((a, b) => compareInstants(a.at, b.at))

/** @param events in the order of time */
export function between<E extends Pick<Timed, 'at'>>(events: readonly E[], { from, until }: Seconds): E[] {
  return events.slice(firstAt(events, from), firstAt(events, until))
}

function firstAt(events: readonly Pick<Timed, 'at'>[], seconds: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.at.seconds ?? seconds) >= seconds) high = middle
    else low = middle + 1
  }
  return low
}
