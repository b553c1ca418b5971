// What a preset sets in From and To. A range that ends now ends with the second, so that its text stays short.

import { type Preset, presetRange } from '../../../shared/time/date-words.ts'
import { formatUtc, parseInstant } from '../../../shared/time/instant.ts'

/** The ranges one click away, as people call them. */
export const PRESET_LABELS: Record<Preset, string> = {
  hour: 'Last hour',
  today: 'Today',
  yesterday: 'Yesterday',
  '7-days': 'Last 7 days',
  'this-month': 'This month',
  'last-month': 'Last month',
}

/** Only the last hour rounds now up to a full second: at the end of a day that would give the range of the next one. */
export function rangeFrom(preset: Preset, now: string, zone: string): { from: string; to: string } {
  return presetRange(preset, preset === 'hour' ? wholeSecond(now) : now, zone)
}

/** The end of the current second: everything created until now is inside a range that ends there. */
export function wholeSecond(now: string): string {
  const instant = parseInstant(now)
  if (instant === null) return now
  return formatUtc({ seconds: instant.seconds + Math.sign(instant.nanoseconds), nanoseconds: 0 })
}
