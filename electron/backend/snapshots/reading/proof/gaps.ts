// Of very few events nearly all time is empty: every stretch without one is asked for, and must count none.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-row.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import { DAY_SECONDS, MARGIN, nanosecondsOf, rfc3339Of, SECOND } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { KeptSummary } from './kept-summary.ts'
import { PIECES, type Stretch } from './pieces.ts'

/** Adds a fact of letter b. What is right at an event, its witness shows. */
export async function countGaps(reading: Reading, { seconds }: KeptSummary): Promise<Fact['says']> {
  const { state, slices } = reading
  const end = nanosecondsOf(state.sent.to) ?? 0n
  const start = startOfGaps(state.sent, end, seconds[0])
  const gaps = gapsOf(seconds, start, end).flatMap((gap) => inShort(gap, (end - start) / BigInt(PIECES)))
  // With nothing found, an open start may be what finds nothing.
  const earlier = { from: seconds.length === 0 ? 0n : null, to: start }
  const asked: Stretch[] = [...(state.sent.from === null ? [earlier] : []), ...gaps]
  const answers = await Promise.all(
    asked.map(({ from, to }) =>
      reading.requests.count({ from: from === null ? null : rfc3339Of(from), to: rfc3339Of(to) }),
    ),
  )
  const counts = answers.map((answer) => (answer.ok ? answer.value.total : null))
  const found = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const { before, after } = wholeAccount(slices.values()) ?? NO_ROWS
  const says = counts.includes(null) ? 'unasked' : found <= before + after ? 'holds' : 'moved'
  reading.prove({ letter: 'b', code: 'gaps', says, numbers: { stretches: asked.length, found } })
  // Where only kept events come, each of a day of its own and from a stretch of that day: times of day may not count.
  const days = new Set(seconds.map(dayOf))
  const isOfDays = answers.every((answer, at) => {
    const stretch = asked[at]
    if (!answer.ok || stretch === undefined) return false
    const isKnown = answer.value.events.every((row) => reading.index.has(rowKey(row)))
    return isKnown && (answer.value.total ?? 0) <= ofItsDays(stretch, seconds)
  })
  if (says === 'moved' && isOfDays && days.size === seconds.length) reading.learn({ times: false })
  return says
}

/** In ns. Without a start, six weeks before the end; a week before the `oldest` event, in seconds, if that is earlier. */
function startOfGaps({ from }: ReadingState['sent'], end: bigint, oldest: number | undefined): bigint {
  const start = nanosecondsOf(from)
  if (start !== null) return start
  const week = BigInt(7 * DAY_SECONDS) * SECOND
  const weeksBack = end - BigInt(PIECES) * week
  const beforeOldest = oldest === undefined ? weeksBack : BigInt(oldest) * SECOND - week
  return beforeOldest < weeksBack ? beforeOldest : weeksBack
}

/** What is between, before and after the events, at least `MARGIN` seconds from each. */
function gapsOf(seconds: Float64Array, start: bigint, end: bigint): { from: bigint; to: bigint }[] {
  const gaps: { from: bigint; to: bigint }[] = []
  let from = start
  for (const second of seconds) {
    const to = BigInt(second - MARGIN) * SECOND
    if (to > from) gaps.push({ from, to })
    from = BigInt(second + 1 + MARGIN) * SECOND
  }
  if (end > from) gaps.push({ from, to: end })
  return gaps
}

/** In as few equal parts as are no longer than `most`, cut at whole seconds: a service may narrow a wide range silently. */
function inShort({ from, to }: { from: bigint; to: bigint }, most: bigint): { from: bigint; to: bigint }[] {
  const parts = most <= 0n ? 1n : (to - from + most - 1n) / most
  const edge = (at: bigint) => (at === parts ? to : from + (((to - from) * at) / parts / SECOND) * SECOND)
  return Array.from({ length: Number(parts) }, (_, at) => ({ from: edge(BigInt(at)), to: edge(BigInt(at) + 1n) }))
}

const dayOf = (second: number) => Math.floor(second / DAY_SECONDS)

function ofItsDays({ from, to }: Stretch, seconds: Float64Array): number {
  const day = (at: bigint) => dayOf(Number(at / SECOND))
  return seconds.filter((second) => dayOf(second) <= day(to) && (from === null || dayOf(second) >= day(from))).length
}
