// Groups of a line's events whose worth is exactly its difference: where to look. None is a cause.
import { compareDecimals, type Decimal, minus, plus, ZERO } from '../../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../../shared/exact/grouped-digits.ts'
import { isRoundedTo, negated, shortened } from './figures.ts'
import { eventsOfPeriod, type LineCase, type Timed } from './line-case.ts'
import { dateOf } from './zone-days.ts'

export interface DifferenceGroup {
  /** "2 events", "31 events of 2026-10-03", "62 events that came late". */
  words: string
  events: readonly Timed[]
  worth: Decimal
}

const MOST_GROUPS = 5
/** Runs of days are tried each with each. */
const MOST_DAYS = 100
/** Pairs of so many are tried: they are sorted by worth. */
const MOST_PAIRED = 50_000

/**
 * Tried are: each event and each two, each day and each run of consecutive days with events, each type, what came late,
 * what may be repeated, and what has no quantity. A group fits where the line would have its amount with it, or without
 * it. The first of several of a kind that fit equally is given, and how many there are is said.
 * @returns five at most, the smallest first; none where events have no worth of their own
 */
export function differenceGroups(line: LineCase): DifferenceGroup[] {
  const { amount, places } = line.line
  if (isRoundedTo(line.worth, amount, places)) return []
  const events = eventsOfPeriod(line).filter(isWorth)
  const fits = (worth: Decimal) =>
    worth.digits !== 0n && [worth, negated(worth)].some((one) => isRoundedTo(plus(line.worth, one), amount, places))
  const found = [
    ...single(events, fits),
    ...pair(events, line),
    ...ofDays(events, line.zone, fits),
    ...alike(events, line, fits),
  ]
  const known = new Set<string>()
  const place = new Map<Timed, number>(events.map((event, at) => [event, at]))
  return found
    .filter((group) => {
      const key = group.events.map((event) => place.get(event)).join()
      return !known.has(key) && known.add(key)
    })
    .sort((a, b) => a.events.length - b.events.length)
    .slice(0, MOST_GROUPS)
}

type Worth = Timed & { worth: Decimal }
/** Whether the line would have its amount with a worth more, or less. */
type Fits = (worth: Decimal) => boolean

const isWorth = (event: Timed): event is Worth => event.worth !== null

const sumOf = (events: readonly Worth[]) => events.reduce((sum, { worth }) => plus(sum, worth), ZERO)

/** "1 event", "1 event: 31 events fit, each by itself". */
function single(events: readonly Worth[], fits: Fits): DifferenceGroup[] {
  const all = events.filter(({ worth }) => fits(worth))
  const [first] = all
  if (first === undefined) return []
  return [{ words: `1 event${eachWords(all.length, 'events')}`, events: [first], worth: first.worth }]
}

const eachWords = (count: number, what: string) =>
  count === 1 ? '' : `: ${grouped(count)} ${what} fit, each by itself`

/** Two whose worths add up: from both ends of all of them, sorted. */
function pair(events: readonly Worth[], line: LineCase): DifferenceGroup[] {
  if (events.length > MOST_PAIRED) return []
  const sorted = events.toSorted((a, b) => compareDecimals(a.worth, b.worth))
  const { amount, places } = line.line
  for (const isLess of [false, true]) {
    // The line would have its amount with both, or without both.
    const lineWith = (worth: Decimal) => (isLess ? minus(line.worth, worth) : plus(line.worth, worth))
    let [low, high] = [0, sorted.length - 1]
    while (low < high) {
      const [one, other] = [sorted[low], sorted[high]]
      if (one === undefined || other === undefined) break
      const worth = plus(one.worth, other.worth)
      const comes = lineWith(worth)
      if (worth.digits !== 0n && isRoundedTo(comes, amount, places)) {
        return [{ words: '2 events', events: [one, other].sort((a, b) => a.at.seconds - b.at.seconds), worth }]
      }
      // A pair that is worth too much gives up its dearer event, one that is worth too little its cheaper one.
      const isAbove = compareDecimals(comes, amount) > 0
      if (isAbove === isLess) low += 1
      else high -= 1
    }
  }
  return []
}

/** A day, and the shortest run of consecutive days with events, whose worth fits. */
function ofDays(events: readonly Worth[], zone: string, fits: Fits): DifferenceGroup[] {
  const days = [...Map.groupBy(events, ({ at }) => dateOf(at.seconds, zone))]
  if (days.length > MOST_DAYS) return []
  const sums = days.map(([, ofDay]) => sumOf(ofDay))
  const ones: number[] = []
  let run: { from: number; until: number } | null = null
  for (let from = 0; from < days.length; from += 1) {
    let worth = ZERO
    for (let at = from; at < days.length; at += 1) {
      worth = plus(worth, sums[at] ?? ZERO)
      if (!fits(worth)) continue
      if (at === from) ones.push(at)
      // All of the events together are not a group.
      else if (at - from + 1 < days.length && (run === null || at - from < run.until - run.from))
        run = { from, until: at }
    }
  }
  const groupOf = (from: number, until: number, more: string): DifferenceGroup => {
    const taken = days.slice(from, until + 1).flatMap(([, ofDay]) => ofDay)
    const [first = '', last = ''] = [days[from]?.[0], days[until]?.[0]]
    const when = first === last ? `of ${first}` : `from ${first} to ${last}`
    return { words: `${countWords(taken.length, 'event')} ${when}${more}`, events: taken, worth: sumOf(taken) }
  }
  return [
    ...ones.slice(0, 1).map((at) => groupOf(at, at, eachWords(ones.length, 'days'))),
    ...(run === null ? [] : [groupOf(run.from, run.until, '')]),
  ]
}

/** Groups events by what they say of themselves. */
function alike(events: readonly Worth[], line: LineCase, fits: Fits): DifferenceGroup[] {
  const byType = [...Map.groupBy(events, ({ type }) => type)].map(([type, all]) => ({
    what: type === null ? 'without a type' : `of type ${shortened(type)}`,
    all,
  }))
  const others = [
    { what: 'that came after the month was closed', all: events.filter(({ isLate }) => isLate === true) },
    { what: 'that may be repeats', all: events.filter(({ mayRepeat }) => mayRepeat) },
    ...(line.by === 'sum'
      ? [{ what: 'without a quantity', all: events.filter(({ quantity }) => quantity === null) }]
      : []),
  ]
  return [...byType, ...others].flatMap(({ what, all }) => {
    const worth = sumOf(all)
    if (all.length === 0 || all.length === events.length || !fits(worth)) return []
    return [{ words: `${countWords(all.length, 'event')} ${what}`, events: all, worth }]
  })
}
