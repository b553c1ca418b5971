// Of very few events nearly all time is empty: every stretch without one is asked for, and must count none.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import { DAY_SECONDS, MARGIN, nanosecondsOf, rfc3339Of, SECOND } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import { countFromEarly } from './early-start.ts'
import type { KeptSummary } from './kept-events.ts'
import { PIECES, type Stretch } from './pieces.ts'

/** Requests for stretches of time; more would cost more than a larger result does. */
const MOST_STRETCHES = 8

/** Adds a fact of letter b. What is right at an event, its witness shows. @param spared how many stretches fewer */
export async function countGaps(reading: Reading, { seconds }: KeptSummary, spared: number): Promise<Fact['says']> {
  const { state, slices } = reading
  const end = nanosecondsOf(state.sent.to) ?? 0n
  const start = startOfGaps(state.sent, end, seconds[0])
  const earlier = { from: null, to: start }
  const before: Stretch[] = state.sent.from === null ? [earlier] : []
  const most = MOST_STRETCHES - before.length - spared
  const asked = [...before, ...inFew(gapsOf(seconds, start, end), end - start, most)]
  const answers = await Promise.all(
    asked.map(({ from, to }) =>
      countFromEarly(reading, { from: from === null ? null : rfc3339Of(from), to: rfc3339Of(to) }),
    ),
  )
  const counts = answers.map((answer) => (answer.ok ? answer.value.total : null))
  const found = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const { before: early, after: late } = wholeAccount(slices.values()) ?? NO_ROWS
  const isEmpty = found <= early + late
  // Or else times of day do not count: then each finds the kept events of its days, and no other.
  const isKnown = answers.every(
    (answer) => answer.ok && answer.value.events.every((row) => reading.index.has(rowKey(row))),
  )
  const isOfDays = !isEmpty && isKnown && isByDays(asked, counts, seconds)
  if (isOfDays) reading.learn({ times: false })
  const says = counts.includes(null) ? 'unasked' : isEmpty || isOfDays ? 'holds' : 'moved'
  // A total that ignores the range counts some in each, and each answer gives none.
  const shown = answers.filter(
    (answer) => answer.ok && answer.value.total !== 0 && answer.value.events.length > 0,
  ).length
  reading.prove({
    letter: 'b',
    code: 'gaps',
    says,
    numbers: { stretches: asked.length, found, shown, ofDays: Number(isOfDays) },
  })
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
function gapsOf(seconds: Float64Array, start: bigint, end: bigint): Gap[] {
  const gaps: Gap[] = []
  let from = start
  for (const second of seconds) {
    const to = BigInt(second - MARGIN) * SECOND
    if (to > from) gaps.push({ from, to })
    from = BigInt(second + 1 + MARGIN) * SECOND
  }
  if (end > from) gaps.push({ from, to: end })
  return gaps
}

interface Gap {
  from: bigint
  to: bigint
}

/** Cut into stretches of a sixth of `length`; into longer ones only where those are more than `most`. */
function inFew(gaps: readonly Gap[], length: bigint, most: number): Gap[] {
  const cut = (pieces: number) => gaps.flatMap((gap) => inShort(gap, length / BigInt(pieces)))
  let stretches = cut(PIECES)
  for (let pieces = PIECES - 1; stretches.length > most && pieces > 1; pieces -= 1) stretches = cut(pieces)
  return stretches
}

/** In as few equal parts as are no longer than `most`, cut at whole seconds: a service may narrow a wide range silently. */
function inShort({ from, to }: Gap, most: bigint): Gap[] {
  const parts = most <= 0n ? 1n : (to - from + most - 1n) / most
  const edge = (at: bigint) => (at === parts ? to : from + (((to - from) * at) / parts / SECOND) * SECOND)
  return Array.from({ length: Number(parts) }, (_, at) => ({ from: edge(BigInt(at)), to: edge(BigInt(at) + 1n) }))
}

const dayOf = (second: number) => Math.floor(second / DAY_SECONDS)

/** Whether each count is that of whole days, all with the first and the last of them, or all without the one or the other. */
function isByDays(asked: readonly Stretch[], counts: readonly (number | null)[], seconds: Float64Array): boolean {
  const day = (at: bigint) => dayOf(Number(at / SECOND))
  const finds = ({ from, to }: Stretch, isFromIn: boolean, isToIn: boolean): number => {
    const first = from === null ? Number.NEGATIVE_INFINITY : day(from) + Number(!isFromIn)
    const last = day(to) - Number(!isToIn)
    return seconds.filter((second) => dayOf(second) >= first && dayOf(second) <= last).length
  }
  return [true, false].some((isFromIn) =>
    [true, false].some((isToIn) => asked.every((stretch, at) => counts[at] === finds(stretch, isFromIn, isToIn))),
  )
}

// Counts before, at and after the events, where they are all of one instant.

/**
 * Adds a fact of letter b: before the first event and after the last there is none but those left out at the ends, and as many
 * as came are in between. Null where no event has a time.
 */
export async function countAround(
  reading: Reading,
  { seconds }: KeptSummary,
  counted: number,
): Promise<Fact['says'] | null> {
  const { requests, state } = reading
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (first === undefined || last === undefined) return null
  if (!state.behaviour.rangesHold) {
    reading.prove({ letter: 'b', code: 'around', says: 'unasked', numbers: {} })
    return 'unasked'
  }
  const margin = state.behaviour.times === false ? 2 * DAY_SECONDS : 2
  const [start, end] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const [low, high] = [BigInt(first - margin) * SECOND, BigInt(last + 1 + margin) * SECOND]
  // Never beyond what was sent.
  const hasBefore = start === null || low > start
  const hasAfter = end === null || high < end
  const lowest = hasBefore ? rfc3339Of(low) : state.sent.from
  const highest = hasAfter ? rfc3339Of(high) : state.sent.to
  const count = async (from: string | null, to: string | null): Promise<number | null> => {
    const answer = await requests.count({ from, to })
    return answer.ok ? answer.value.total : null
  }
  const [before, within, after] = await Promise.all([
    hasBefore ? count(state.sent.from, lowest) : 0,
    count(lowest, highest),
    hasAfter ? count(highest, state.sent.to) : 0,
  ])
  const account = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const isUnasked = before === null || within === null || after === null
  const isProved =
    !isUnasked &&
    before <= account.before &&
    after <= account.after &&
    within >= counted - account.before - account.after &&
    within <= counted
  const says = isProved ? 'holds' : isUnasked ? 'unasked' : 'moved'
  reading.prove({ letter: 'b', code: 'around', says, numbers: { before, within, after, whole: counted } })
  return says
}
