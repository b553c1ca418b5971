// The cost of a snapshot, in words.
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { waitWords } from '../../../shared/time/duration-words.ts'
import type { SnapshotCost } from '../store/snapshot-cost.ts'

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
