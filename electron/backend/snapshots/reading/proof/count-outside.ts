// Counts what lies outside of all that came: before the oldest event and after the newest. No other request lies there as a
// whole, so a service that narrows a range by itself, or chooses a store by one end of it, agrees with itself everywhere else.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, wholeAccount } from '../../slice.ts'
import { DAY_SECONDS, MARGIN, nanosecondsOf, rfc3339Of, SECOND, secondBefore } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds } from '../course/requests.ts'
import { countFromEarly } from './early-start.ts'
import { type KeptSpan, spanOfKept } from './kept-events.ts'
import type { Stretch } from './parts-that-show.ts'

export interface OutsideEnd {
  says: Fact['says']
  /** Where events lie outside of what came, although the whole counts no more; else null. */
  shown: ShownOutside | null
}

export interface ShownOutside {
  /** The range in order of time: what lies outside, and between that what came. */
  stretches: Stretch[]
  /** Mean distance of the events that came, in ns. */
  mean: bigint
}

/** Beside those of paging by offset and one count; of so few events of a closed range in all. */
const MOST_BESIDE_PAGES = 14
const MOST_OF_FEW = 10
const FEW = { least: 25, most: 30 }
/** Requests that are asked here at least, one on each side, and at most, each side in two. */
const [LEAST, MOST] = [2, 4]
/** A side that is longer than so many mean distances of events is long. */
const LONG = 3n
/** A long one is cut so many mean distances away from the events, or this share of it where that is more; at most in half. */
const DISTANCES = 6n
const SHARE = 3n
/** Before a start that is open: this share of what came is instead of that of the past. */
const SHARE_OF_PAST = 8n

const DAY = BigInt(DAY_SECONDS) * SECOND

/** Before the oldest or after the newest, in ns; `from` null: from the beginning on. */
interface Side {
  name: 'before' | 'after'
  from: bigint | null
  to: bigint
  /** Where it is cut if it is asked in two; null: it is short. */
  middle: bigint | null
}

/**
 * Adds a fact of letter b; asks nothing where ranges do not hold, nothing came, or there is no room outside.
 * @param apart what counting apart came to in this round: where it does not hold, the reading is not complete whatever lies
 * outside, and a round before that was answered and shown nothing there is enough
 */
export async function countOutside(reading: Reading, apart: Fact['says']): Promise<OutsideEnd> {
  const { state, slices, requests } = reading
  const none: OutsideEnd = { says: 'holds', shown: null }
  const isKnown = state.evidence.some(
    ({ code, says, numbers }) => code === 'outside' && says !== 'unasked' && numbers.shown === 0,
  )
  if (apart !== 'holds' && isKnown) return none
  const ofRound = state.evidence.filter(({ round }) => round === state.rounds)
  const gaps = ofRound.findLast(({ code }) => code === 'gaps')
  const pieces = ofRound.findLast(({ code }) => code === 'pieces')?.numbers
  // Of very few events every stretch without one was asked for, those outside as well.
  if (!state.behaviour.rangesHold || gaps?.says === 'holds') return none
  const span = await spanOfKept(reading)
  if (span === 'unread') return { says: 'unasked', shown: null }
  // Few events were counted in stretches of the range already, and came with the counts: else nothing shows more.
  const isMore = (gaps?.numbers.shown ?? 0) > 0 || (pieces?.sum ?? 0) > (pieces?.whole ?? 0)
  const anywhere: ShownOutside | null = isMore ? { stretches: [{ ...state.sent, isKnown: false }], mean: 0n } : null
  if (span === null) return anywhere === null ? none : { says: 'moved', shown: anywhere }
  const counted = countedOf(slices.values())
  const sides = sidesOf(reading, span, counted)
  if (sides.length === 0) return none
  const asked = inBudget(sides, budgetOf(reading, counted))
  const account = wholeAccount(slices.values()) ?? NO_ROWS
  const found = { before: 0, after: 0 }
  let since: string | null = state.explicitFrom
  let isUnasked = false
  let isShown = false
  for (const { name, from, to } of asked) {
    const bounds = { from: from === null ? null : rfc3339Of(from), to: rfc3339Of(to) }
    const answer = await countFromEarly(reading, bounds)
    if (!answer.ok || answer.value.total === null) isUnasked = true
    else {
      if (from === null) since = answer.value.from
      const unknown = await unknownIn(
        reading,
        { ...bounds, from: answer.value.from },
        answer.value.total,
        account[name],
      )
      found[name] += unknown.count
      isShown ||= unknown.isShown
    }
  }
  const isFound = found.before + found.after > 0
  const says = isFound ? 'moved' : isUnasked ? 'unasked' : 'holds'
  const seconds = nanosecondsOf(since)
  reading.prove({
    letter: 'b',
    code: 'outside',
    says,
    numbers: {
      before: sides.some(({ name }) => name === 'before') ? found.before : null,
      after: sides.some(({ name }) => name === 'after') ? found.after : null,
      since: seconds === null ? null : Number(seconds / SECOND),
      shown: Number(isShown),
    },
  })
  if (!isShown) return { says, shown: anywhere }
  // Events that arrived meanwhile are counted by the whole as well: then it is read again as it is.
  const whole = await requests.count(state.sent)
  const isStill = whole.ok && whole.value.total === counted
  return { says, shown: isStill ? { stretches: stretchesOf(reading, sides), mean: meanOf(span, counted) } : null }
}

function sidesOf({ state }: Reading, { first, last }: KeptSpan, counted: number): Side[] {
  const isByDays = state.behaviour.times === false
  const margin = BigInt(MARGIN) * SECOND
  const dayOf = (at: bigint) => at - (((at % DAY) + DAY) % DAY)
  const low = isByDays ? dayOf(first) - SECOND : secondBefore(first) - margin
  const high = isByDays ? dayOf(last) + DAY : secondBefore(last) + SECOND + margin
  const [start, end] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const mean = meanOf({ first, last }, counted)
  const away = (length: bigint) => {
    const far = larger(DISTANCES * mean, length / SHARE)
    return far > length / 2n ? length / 2n : far
  }
  const cutAt = (at: bigint) => (isByDays ? dayOf(at) : secondBefore(at))
  const isLong = (length: bigint) => length > LONG * mean && length > (isByDays ? 2n * DAY : 2n * SECOND)
  const sides: Side[] = []
  if (start === null || isEarly(state.explicitFrom, start)) {
    // The past has no end: it is cut by how far back the events reach.
    sides.push({
      name: 'before',
      from: start,
      to: low,
      middle: cutAt(low - larger(DAY, larger(DISTANCES * mean, (last - first) / SHARE_OF_PAST))),
    })
  } else if (low > start) {
    const length = low - start
    sides.push({ name: 'before', from: start, to: low, middle: isLong(length) ? cutAt(low - away(length)) : null })
  }
  if (end !== null && high < end) {
    const length = end - high
    const middle = isLong(length) ? cutAt(high + away(length) + (isByDays ? DAY : 0n)) : null
    sides.push({ name: 'after', from: high, to: end, middle })
  }
  return sides
}

const meanOf = ({ first, last }: KeptSpan, counted: number) => (last - first) / BigInt(Math.max(1, counted - 1))

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

const isEarly = (explicitFrom: string | null, start: bigint) => nanosecondsOf(explicitFrom) === start

/** How many requests the bound leaves. */
function budgetOf({ requests, journal }: Reading, counted: number): number {
  const { from, until } = journal.header.range
  const isFew = counted >= FEW.least && counted <= FEW.most && from !== null && until !== null
  const pages = Math.floor(counted / requests.pageSize()) + 1 + Number(from !== null || until !== null)
  const most = isFew ? MOST_OF_FEW : Math.floor(MOST_BESIDE_PAGES + 1.02 * pages)
  return Math.min(MOST, Math.max(LEAST, most - requests.sent()))
}

/** Each side as a whole, or in two; of a long one at least the part that is further from the events. */
function inBudget(sides: readonly Side[], budget: number): Omit<Side, 'middle'>[] {
  const long = sides.filter(({ middle }) => middle !== null).sort((a, b) => (lengthOf(a) > lengthOf(b) ? -1 : 1))
  const halved = new Set(long.slice(0, Math.max(0, budget - sides.length)))
  return sides.flatMap((side) => {
    const { name, from, to, middle } = side
    if (middle === null) return [{ name, from, to }]
    const [older, newer] = [
      { name, from, to: middle },
      { name, from: middle, to },
    ]
    if (halved.has(side)) return [older, newer]
    return [name === 'before' ? older : newer]
  })
}

const lengthOf = ({ from, to }: Side) => to - (from ?? 0n)

/** How many of what is counted are neither known nor among those that were left out there, and whether some are shown. */
async function unknownIn({ requests, index }: Reading, bounds: Bounds, total: number, leftOut: number) {
  if (total <= leftOut) return { count: 0, isShown: false }
  // Where instants are compared by minutes or hours, what is beside it is found as well.
  const asked = await requests.page(bounds, 0)
  const rows = asked.ok ? asked.value.events : []
  const isShown = rows.some((row) => !index.has(rowKey(row)))
  return { count: rows.length >= total && !isShown ? 0 : total, isShown }
}

/** Both sides, each in two, and what is between them. */
function stretchesOf({ state: { sent } }: Reading, sides: readonly Side[]): Stretch[] {
  const known = sides.reduce((count, { name, middle }) => count + (name === 'after' ? 0 : middle === null ? 1 : 2), 0)
  const edges = sides
    .flatMap(({ name, from, to, middle }) => [middle, name === 'before' ? to : from])
    .filter((edge) => edge !== null)
    .sort((a, b) => (a < b ? -1 : 1))
    .map(rfc3339Of)
  return [...edges, sent.to].map((to, at) => ({
    from: at === 0 ? sent.from : (edges[at - 1] ?? null),
    to,
    isKnown: at === known,
  }))
}
