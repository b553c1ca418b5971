// Asks for a few seconds around a known row to see how the service treats the bounds of a range (a gap of
// docs/interface.md 4.2). A reading relies only on what was seen.
import { mismatches } from '../../../../../shared/search/matches.ts'
import { parseInstant } from '../../../../../shared/time/instant.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import type { Behaviour } from '../../reading-state.ts'
import { MARGIN, nanoseconds, nanosecondsOf, rfc3339Of, SECOND, secondAfter, secondBefore } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds, ReadingAnswer } from '../course/requests.ts'

const MILLISECOND = 1_000_000n
const DAY = 86_400n * SECOND

/** The row whose time is most telling: not near the start or end of a minute, hour or day, and with a fraction; or null. */
export function tellingRow(answer: ReadingAnswer, search: Parameters<typeof mismatches>[1]): SearchRow | null {
  let best: { event: SearchRow; worth: number } | null = null
  for (const event of answer.events) {
    const worth = mismatches(event, search).length > 0 ? 0 : worthOf(event)
    if (worth > (best?.worth ?? 0)) best = { event, worth }
  }
  return best?.event ?? null
}

/** 0 at midnight and just before it, where dropped times of day would not show. */
function worthOf({ createdAt }: SearchRow): number {
  const at = nanosecondsOf(createdAt)
  if (at === null) return 0
  const inside = (unit: bigint) => {
    const part = ((at % unit) + unit) % unit
    return part > 0n && part < unit - 2n * SECOND
  }
  if (!inside(DAY)) return 0
  return 1 + Number(inside(60n * 60n * SECOND)) + Number(inside(60n * SECOND)) + Number(at % SECOND !== 0n)
}

/** Learns, by one or two requests, whether a range compares times of day and whether it includes its `from`. */
export async function probeTimes(reading: Reading, row: SearchRow): Promise<void> {
  const at = nanosecondsOf(row.createdAt)
  if (at === null) return
  const exact = await look(reading, row, { from: rfc3339Of(at), to: rfc3339Of(at + SECOND) })
  if (exact === null) return
  if (exact.saw !== 'the row') {
    // If `from` is exclusive, a wider range finds the row.
    const floor = at - (((at % SECOND) + SECOND) % SECOND)
    const wide = await look(reading, row, { from: rfc3339Of(floor - SECOND), to: rfc3339Of(floor + 2n * SECOND) })
    if (wide === null) return
    note(reading, wide, { fromIncluded: false, takesFractions: false })
    if (wide.saw === 'the row') {
      const words = 'A range does not include its first instant.'
      reading.find({ about: 'bounds', finding: 'exclusive', words }, exact.answer, wide.answer)
    }
    return
  }
  note(reading, exact, { fromIncluded: true, takesFractions: at % SECOND !== 0n })
  const words = 'A range includes its first instant.'
  reading.find({ about: 'bounds', finding: 'from-included', words }, exact.answer)
}

/** Learns, by one request, whether times of day are seen not to count: a few seconds find others of the day, or nothing. */
export async function probeDays(reading: Reading, row: SearchRow): Promise<void> {
  const at = nanosecondsOf(row.createdAt)
  if (at === null) return
  const margin = BigInt(MARGIN) * SECOND
  const bounds = { from: rfc3339Of(secondBefore(at) - margin), to: rfc3339Of(secondAfter(at) + margin) }
  const seen = await look(reading, row, bounds)
  if (seen?.saw === 'rows of the day' || seen?.saw === 'not the row') {
    reading.learn({ times: false, hidesDays: seen.answer.events.length === 0 })
  }
}

/** Learns whether a range compares fractions of a second, if one of `rows` has one. */
export async function probeFractions(reading: Reading, rows: readonly SearchRow[]): Promise<void> {
  const row = rows.find(({ createdAt }) => {
    const fraction = (nanosecondsOf(createdAt) ?? 0n) % SECOND
    return fraction > 2n * MILLISECOND && fraction < SECOND - 2n * MILLISECOND
  })
  const at = nanosecondsOf(row?.createdAt ?? null)
  if (row === undefined || at === null) return
  const seen = await look(reading, row, { from: rfc3339Of(at - MILLISECOND), to: rfc3339Of(at + MILLISECOND) })
  if (seen === null) return
  const isFine = seen.answer.events.every(({ createdAt }) => {
    const other = nanosecondsOf(createdAt)
    return other !== null && other >= at - 2n * MILLISECOND && other <= at + 2n * MILLISECOND
  })
  const fractions = seen.saw === 'the row' && isFine
  reading.learn({ fractions })
  const words = fractions ? 'Fractions of a second count in a range.' : 'Fractions of a second do not count in a range.'
  reading.find({ about: 'fractions', finding: fractions ? 'count' : 'dropped', words }, seen.answer)
}

interface Look {
  answer: ReadingAnswer
  saw: 'the row' | 'rows of elsewhere' | 'rows of the day' | 'not the row'
}

/** Null if the request failed. */
async function look({ requests }: Reading, row: SearchRow, bounds: Bounds): Promise<Look | null> {
  const asked = await requests.page(bounds, 0)
  if (!asked.ok) return null
  const answer = asked.value
  const [from, to] = [nanosecondsOf(bounds.from), nanosecondsOf(bounds.to)]
  const isNear = ({ createdAt }: SearchRow) => {
    const at = createdAt === null ? null : parseInstant(createdAt)
    if (at === null || from === null || to === null) return false
    return nanoseconds(at) >= from - SECOND && nanoseconds(at) <= to + SECOND
  }
  if (!answer.events.every(isNear)) {
    const isOfTheDay = answer.events.every(({ createdAt }) => createdAt?.slice(0, 10) === row.createdAt?.slice(0, 10))
    return { answer, saw: isOfTheDay ? 'rows of the day' : 'rows of elsewhere' }
  }
  const key = rowKey(row)
  const isThere = answer.events.some((event) => rowKey(event) === key)
  // If there are more rows around it than one answer holds, the row may be on a later page.
  const isBehind = answer.events.length >= answer.limit && (answer.total ?? 0) > answer.events.length
  return { answer, saw: isThere || isBehind ? 'the row' : 'not the row' }
}

function note(reading: Reading, { answer, saw }: Look, found: Partial<Behaviour>): void {
  reading.learn({ ...found, times: saw === 'the row', rangesHold: saw !== 'rows of elsewhere' })
  const isShort = answer.events.length < answer.limit
  if (isShort && answer.total !== null && answer.total > answer.events.length) {
    reading.learn({ totals: 'other' })
    const words = 'The total is not the number of matches.'
    reading.find({ about: 'totals', finding: 'other', words }, answer)
  }
  if (saw === 'rows of elsewhere') {
    const words = 'A range also returns rows outside of it.'
    reading.find({ about: 'ranges', finding: 'open', words }, answer)
  } else if (saw !== 'the row') {
    const words = 'Times of day do not count in a range.'
    reading.find({ about: 'ranges', finding: 'days', words }, answer)
  } else {
    reading.find({ about: 'ranges', finding: 'hold', words: 'Ranges are exact, to the second.' }, answer)
  }
}
