// Finds how to cut a range whose parts show more than the whole: where a part has no event for long, that stretch is asked for by
// itself, and one that shows none in halves.
import type { Result } from '../../../../../shared/failure/failure.ts'
import { nanosecondsOf, rfc3339Of, SECOND, secondBefore } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds, ReadingAnswer } from '../course/requests.ts'
import { askFromEarly } from './early-start.ts'

/** A stretch of the range, and whether all that lies in it is known. */
export interface Stretch extends Bounds {
  isKnown: boolean
}

/** Requests that it may take; what is left then is read as it is. */
const MOST_REQUESTS = 200
/** A stretch of none is cut so many times, and again as often once a half shows some: one of its ends may hide them. */
const CUTS_OF_NONE = 2
/** A stretch between two events is long from so many mean distances on. */
const DISTANCES = 4n
/** What is taken for the mean distance at most: this share of the range. */
const SHARE = 64n
/** Nothing shorter is cut. */
const SHORTEST = 60n * SECOND
/** Seconds from an event to the end of the stretch that it is in. */
const BESIDE = 2n

interface Part {
  from: bigint
  to: bigint
  isEmpty: boolean
}

/**
 * In order of time, overlapping by a second. Null where a request fails.
 * @param mean distance of the events that came, in ns
 */
export async function partsThatShow(
  reading: Reading,
  stretches: readonly Stretch[],
  mean: bigint,
): Promise<Bounds[] | null> {
  const { requests } = reading
  const parts: Part[] = []
  const whole = stretches.map(({ from, to }) => ({ from: nanosecondsOf(from) ?? 0n, to: nanosecondsOf(to) ?? 0n }))
  const share = ((whole.at(-1)?.to ?? 0n) - (whole[0]?.from ?? 0n)) / SHARE
  const distance = mean === 0n || mean > share ? share : mean
  const short = larger(SHORTEST, distance / 2n)
  let left = MOST_REQUESTS
  let isFailed = false

  for (const [at, { from, to }] of whole.entries()) {
    if (stretches[at]?.isKnown === true) parts.push({ from, to, isEmpty: false })
    else if (to > from) await cover(from, to, await ask(from, to), CUTS_OF_NONE)
    if (isFailed) return null
  }
  return joined(parts).map(({ from, to }, at) => ({
    // A second earlier: what lies right at a cut is in both of its parts, and in one at least if bounds are exclusive.
    from: rfc3339Of(at === 0 ? from : from - SECOND),
    to: rfc3339Of(to),
  }))

  async function ask(from: bigint, to: bigint): Promise<ReadingAnswer | null> {
    left -= 1
    const bounds = { from: rfc3339Of(from), to: rfc3339Of(to) }
    const asked: Result<{ answer: ReadingAnswer }> = await askFromEarly(reading, bounds, (one) => requests.page(one, 0))
    if (asked.ok && asked.value.answer.total !== null) return asked.value.answer
    isFailed = true
    return null
  }

  /** @param cuts how often it is cut if it shows none */
  async function cover(from: bigint, to: bigint, answer: ReadingAnswer | null, cuts: number): Promise<void> {
    if (answer === null || isFailed) return
    const { events, total } = answer
    const isEmpty = total === 0
    const mayCut = left > 1 && to - from > short
    if (!mayCut || (isEmpty && cuts === 0)) {
      parts.push({ from, to, isEmpty })
      return
    }
    if (isEmpty || events.length < (total ?? 0)) return coverHalves(from, to, cuts)
    const between = larger(DISTANCES * distance, (DISTANCES * (to - from)) / BigInt(events.length + 1))
    // Where one end of a range chooses what it shows, what is hidden lies at the other end.
    const gaps = gapsOf(answer, from, to, { between, atEnds: larger(short, distance) })
    let start = from
    for (const gap of gaps) {
      if (gap.from > start) parts.push({ from: start, to: gap.from, isEmpty: false })
      await cover(gap.from, gap.to, await ask(gap.from, gap.to), CUTS_OF_NONE)
      start = gap.to
    }
    if (start < to) parts.push({ from: start, to, isEmpty: false })
  }

  async function coverHalves(from: bigint, to: bigint, cuts: number): Promise<void> {
    const middle = secondBefore((from + to) / 2n)
    const [older, newer] = [await ask(from, middle), await ask(middle, to)]
    const cutsBeside = (other: ReadingAnswer | null) => (other?.total === 0 ? Math.max(0, cuts - 1) : CUTS_OF_NONE)
    await cover(from, middle, older, cutsBeside(newer))
    await cover(middle, to, newer, cutsBeside(older))
  }
}

/** Stretches of an answer without an event that are longer than is usual there. */
function gapsOf(
  { events }: ReadingAnswer,
  from: bigint,
  to: bigint,
  usual: { between: bigint; atEnds: bigint },
): { from: bigint; to: bigint }[] {
  const times = events
    .map(({ createdAt }) => nanosecondsOf(createdAt))
    .filter((at) => at !== null && at >= from && at < to)
    .map((at) => secondBefore(at ?? 0n))
    .sort((a, b) => (a < b ? -1 : 1))
  const gaps: { from: bigint; to: bigint }[] = []
  let start = from
  for (const [at, time] of [...times, to].entries()) {
    const end = at === times.length ? to : time - BESIDE * SECOND
    const least = at === 0 || at === times.length ? usual.atEnds : usual.between
    if (end - start > least) gaps.push({ from: start, to: end })
    start = time + (BESIDE + 1n) * SECOND
  }
  return gaps
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/** Neighbours that hold none are one. */
function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const before = all.at(-1)
    if (before?.isEmpty === true && part.isEmpty) before.to = part.to
    else all.push({ ...part })
  }
  return all
}
