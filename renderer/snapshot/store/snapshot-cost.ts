// The cost of a snapshot before it begins: requests and time, from measurements.
import { LIMIT_CAP, type SearchPage } from '../../../shared/event/event.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { waitWords } from '../../../shared/time/duration-words.ts'

export interface SnapshotCost {
  events: number
  requests: number
  /** From the time of this connection's answers; null where none was measured. */
  ms: number | null
}

/** Up to this many events it is read by offset, page after page. */
const BY_OFFSET = 15 * LIMIT_CAP
/** Slices do not end at full pages, and each is counted once more. */
const SLICES_SHARE = 1.27
const BEGINNING = 12
/** Beside its pages and its witnesses: the oldest and the newest, two halves and the end. */
const PROOF = 5
/** Witnesses between the oldest and the newest. */
const MOST_BETWEEN = 6
/** Requests that are as soon made as a question about them is answered. */
const MOST_AT_ONCE = 100
/** Average requests in parallel: a reading starts with few. */
const AT_ONCE = 3
/** The least time to read and encrypt an answer of a hundred events, in ms. */
const LEAST_MS = 8

/** @param answerMs what a search of this connection took; null: not known */
export function snapshotCost(events: number, answerMs: number | null): SnapshotCost {
  const requests =
    events <= BY_OFFSET
      ? Math.ceil(events / (LIMIT_CAP - 1)) +
        Math.min(MOST_BETWEEN, Math.max(1, Math.floor(events / LIMIT_CAP))) +
        PROOF
      : Math.ceil((events / LIMIT_CAP) * SLICES_SHARE) + BEGINNING
  const each = answerMs === null ? null : Math.max(LEAST_MS, answerMs / AT_ONCE)
  return { events, requests, ms: each === null ? null : Math.round(requests * each + (answerMs ?? 0)) }
}

/** Whether it is large enough to need a confirmation. */
export const isLarge = ({ events, requests }: SnapshotCost) => events > 100_000 || requests > 2_000

/** Whether a click takes it only once that was confirmed: a smaller one too, where another of its search `isRecent`. */
export const isAskedFirst = (cost: SnapshotCost, isRecent: boolean) =>
  isLarge(cost) || (isRecent && cost.requests > MOST_AT_ONCE)

/** How many match; null where the total cannot be that: none is given, or it is that of a full page alone. */
export function matchCount({ events, total }: Pick<SearchPage, 'events' | 'total'>, limit: number): number | null {
  const isOfPage = total === events.length && events.length >= limit
  return total === null || total < events.length || isOfPage ? null : total
}

/** As "Takes 22 requests, about 2 s". @param cost null: the service gives no total */
export function costWords(cost: SnapshotCost | null): string {
  return cost === null
    ? 'Reads every match; this service does not say how many there are'
    : `Takes ${requestsWords(cost)}`
}

/**
 * What taking a snapshot says before it begins: its cost, whose days it will have where those are not the days on screen, and
 * where it will not be there in the next run.
 * @param billingZone null: the connection has none @param zone of display
 */
export function takingWords(
  cost: SnapshotCost | null,
  billingZone: string | null,
  zone: string,
  isThisRunOnly: boolean,
): string {
  const days =
    billingZone === null || billingZone === zone
      ? ''
      : `. Its days are those of the billing zone, ${billingZone.replaceAll('_', ' ')}`
  return `${costWords(cost)}${days}${isThisRunOnly ? '. Kept for this run only' : ''}`
}

/** "3,644 requests, about 4 min". */
export function requestsWords({ requests, ms }: SnapshotCost): string {
  const about = ms === null ? '' : `, about ${waitWords(Math.max(1, Math.round(ms / 1_000)) * 1_000)}`
  return `${countWords(requests, 'request')}${about}`
}
