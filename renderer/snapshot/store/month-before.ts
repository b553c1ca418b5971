// The month before that of a snapshot, in its zone: what a month is usually compared with.
import type { SnapshotRange } from '../../../shared/snapshot/snapshot.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { sameInstant } from '../../live/store/filters-meaning.ts'

/** Null unless the range is a whole month of its zone. */
export function monthBefore({ from, until, zone }: SnapshotRange): SnapshotRange | null {
  const month = from === null ? null : (inZone(from, zone)?.date.slice(0, 7) ?? null)
  if (month === null) return null
  const whole = monthRange(month, zone)
  if (whole === null || !isSame(whole.from, from) || !isSame(whole.until, until)) return null
  const [year = 0, number = 0] = month.split('-').map(Number)
  const before = number === 1 ? [year - 1, 12] : [year, number - 1]
  return monthRange(`${String(before[0]).padStart(4, '0')}-${String(before[1]).padStart(2, '0')}`, zone)
}

function monthRange(month: string, zone: string): SnapshotRange | null {
  const read = readSnapshotRange({ from: month, to: month, zone })
  return read.ok ? read.range : null
}

const isSame = (one: string | null, other: string | null) => sameInstant(one ?? undefined, other ?? undefined)
