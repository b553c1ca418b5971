// Counts a search a second time, apart: as two halves of its time, or by a field that all events have. Both together must
// be as many as the whole.
import { countedRows, NO_ROWS } from '../../../../shared/account.ts'
import type { Fact } from '../reading-state.ts'
import { countedOf, inOrderOfTime, wholeAccount } from '../slice.ts'
import { DAY_SECONDS, nanosecondsOf, rfc3339Of, SECOND, secondBefore } from './instants.ts'
import { eachKept, type KeptEvent } from './kept-events.ts'
import type { Reading } from './reading.ts'
import type { Bounds } from './requests.ts'

/** Fields that a search may be counted by, the first that fits. */
const FIELDS = ['eventType', 'eventCode', 'customerId'] as const
/** The most requests that one of them may cost. */
const MOST_VALUES = 6

/** Below so many, two halves may agree by chance. */
const FEW = 20
/** Of the range's time, where very few events are in it. */
const PIECES = 6
/** The least unit that counts may be rounded to. */
const ROUND = 5
const EPOCH = '1970-01-01T00:00:00Z'

interface Kept {
  /** In whole seconds, sorted. */
  seconds: Float64Array
  /** How many have each value; at most one more than may be counted by. */
  values: Record<(typeof FIELDS)[number], Map<string | null, number>>
}

/** Adds facts of letter b. `isApart`: several slices added up to the whole; more is asked only if all could be rounded. */
export async function countApart(reading: Reading, isApart: boolean): Promise<Fact['says']> {
  const counted = countedOf(reading.slices.values())
  if (isApart && !areRound(reading)) return 'holds'
  const kept = await keptOf(reading)
  if (kept === null) return 'unasked'
  if (isApart) return (await countByFields(reading, kept, counted)) ?? 'holds'
  const isFew = counted < FEW
  const halves = await countInHalves(reading, kept, counted)
  if (halves !== null && halves !== 'holds') return halves
  const fields = halves === null || isRound(reading, counted) ? await countByFields(reading, kept, counted) : null
  if (fields !== null && fields !== 'holds') return fields
  // What is cut off at an end shows where no event may be; of one instant and one kind nothing else proves it.
  const isAlone = halves === null && fields === null
  const around = isAlone || isFew ? await countAround(reading, kept, counted, isAlone) : null
  if (around !== null && around !== 'holds') return around
  if (halves === null && fields === null && around === null) return 'unasked'
  return isFew ? countInPieces(reading, kept, counted) : 'holds'
}

/** Of very few events most of the time is empty: it is counted in pieces, narrower than what a service may refuse to search. */
async function countInPieces(reading: Reading, { seconds }: Kept, counted: number): Promise<Fact['says']> {
  const { requests, state } = reading
  const end = nanosecondsOf(state.sent.to)
  if (end === null) return 'holds'
  const start = nanosecondsOf(state.sent.from) ?? end - BigInt(PIECES * 7 * DAY_SECONDS) * SECOND
  if (state.behaviour.times === false || !state.behaviour.rangesHold) return 'holds'
  const edges = Array.from({ length: PIECES - 1 }, (_, at) =>
    secondBefore(start + ((end - start) * BigInt(at + 1)) / BigInt(PIECES)),
  )
  const bounds = [start, ...edges, end]
  const asked = await Promise.all(
    bounds.slice(1).map((to, at) => requests.count({ from: rfc3339Of(bounds[at] ?? start), to: rfc3339Of(to) })),
  )
  const counts = asked.map((answer) => (answer.ok ? answer.value.total : null))
  const sum = counts.reduce<number>((all, count) => all + (count ?? 0), 0)
  // What lies right at an edge may count twice, or not at all.
  const atEdges = edges.reduce(
    (all, edge) => all + seconds.filter((second) => Math.abs(second - Number(edge / SECOND)) <= 1).length,
    0,
  )
  // Of an open range, its last weeks.
  const earlier = seconds.filter((second) => BigInt(second) * SECOND < start).length
  const whole = counted - earlier
  const { storedTwice, otherText } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const isProved = !counts.includes(null) && Math.abs(sum - whole) <= atEdges + storedTwice + otherText
  const says = isProved ? 'holds' : counts.includes(null) ? 'unasked' : 'moved'
  reading.prove({ letter: 'b', code: 'pieces', says, numbers: { pieces: PIECES, sum, whole } })
  return says
}

/** Whether the halves and the whole could all be rounded: then a sum that is right says little. */
function isRound({ state }: Reading, counted: number): boolean {
  const { first } = state.evidence.findLast(({ code }) => code === 'halves')?.numbers ?? {}
  return first != null && counted > 0 && divisor(first, counted) >= ROUND
}

const areRound = ({ slices }: Reading) =>
  [...slices.values()].reduce((common, { after }) => divisor(common, after ?? 0), 0) >= ROUND

/** Null where no cut has events on both sides, or a half is as large as the whole. */
async function countInHalves(reading: Reading, kept: Kept, counted: number): Promise<Fact['says'] | null> {
  for (let cut = cutOf(reading, kept); cut !== null; cut = cutOf(reading, kept)) {
    const halves = await countHalves(reading, kept, cut, counted)
    if (halves === 'as-large') return null
    if (halves !== 'fewer') return halves
  }
  return null
}

async function keptOf(reading: Reading): Promise<Kept | null> {
  const slices = inOrderOfTime(reading.slices.values())
  const seconds: number[] = []
  const values: Kept['values'] = { eventType: new Map(), eventCode: new Map(), customerId: new Map() }
  const see = (event: KeptEvent) => {
    if (event.at !== null) seconds.push(Number(event.at / SECOND))
    for (const field of FIELDS) {
      const [seen, value] = [values[field], event[field]]
      if (seen.size <= MOST_VALUES || seen.has(value)) seen.set(value, (seen.get(value) ?? 0) + 1)
    }
  }
  const failure = await eachKept(reading, slices, see)
  return failure === null ? { seconds: Float64Array.from(seconds).sort(), values } : null
}

/**
 * An instant near the median, with events on both sides and far from all of them where there is room; without events one in
 * the middle of the range. Null if there is none.
 */
function cutOf({ state }: Reading, { seconds }: Kept): Bounds | null {
  const isByDays = state.behaviour.times === false
  const end = nanosecondsOf(state.sent.to)
  const from = nanosecondsOf(state.sent.from)
  if (seconds.length === 0) {
    if (end === null) return null
    const at = from === null ? end - BigInt(DAY_SECONDS) * SECOND : (from + end) / 2n
    return edge(Number(secondBefore(at) / SECOND))
  }
  const middle = Math.floor(seconds.length / 2)
  const unit = isByDays ? DAY_SECONDS : 4
  const fits = (at: number): number | null => {
    const [a, b] = [seconds[at - 1], seconds[at]]
    if (a === undefined || b === undefined) return null
    if (isByDays) return Math.floor(a / unit) < Math.floor(b / unit) ? Math.floor(b / unit) * unit : null
    return b - a >= unit ? a + 2 : null
  }
  // Counts that are rounded would add up where both halves are round as well.
  for (const isRough of [true, false]) {
    for (let away = 0; away < seconds.length; away += 1) {
      for (const index of [middle - away, middle + away]) {
        const at = isRough && divisor(index, seconds.length) > 1 ? null : fits(index)
        if (at !== null) return edge(at)
      }
    }
  }
  const [first, last] = [seconds[0], seconds.at(-1)]
  if (isByDays || first === undefined || last === undefined || first === last) return null
  const median = seconds[middle] ?? last
  return edge(median > first ? median : median + 1)

  function edge(at: number): Bounds {
    const instant = BigInt(at) * SECOND
    // With an exclusive `from`, an event at the cut would be in neither half.
    const lead = state.behaviour.fromIncluded ? 0n : isByDays ? BigInt(DAY_SECONDS) * SECOND : SECOND
    return { from: rfc3339Of(instant - lead), to: rfc3339Of(instant) }
  }
}

/** The greatest number that divides both. */
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** `as-large`: a half as large as the whole proves nothing. `fewer`: a `from` may be exclusive, to be tried once more so. */
async function countHalves(
  reading: Reading,
  kept: Kept,
  cut: Bounds,
  counted: number,
): Promise<Fact['says'] | 'as-large' | 'fewer'> {
  const { requests, state } = reading
  const [older, newer] = await Promise.all([
    // With nothing found, an open start may be what finds nothing.
    requests.count({ from: state.sent.from ?? (counted === 0 ? EPOCH : null), to: cut.to }),
    requests.count({ from: cut.from, to: state.sent.to }),
  ])
  if (!older.ok || !newer.ok || older.value.total === null || newer.value.total === null) {
    reading.prove({ letter: 'b', code: 'halves', says: 'unasked', numbers: {} })
    return 'unasked'
  }
  const [first, second] = [older.value.total, newer.value.total]
  const isAsLarge = Math.max(first, second) === counted && (first === second || first * second === 0)
  // Where all that came lies in the margins, one half may hold all of it.
  if (isAsLarge && kept.seconds.length > 0) return 'as-large'
  if (first + second < counted && state.behaviour.fromIncluded) {
    reading.learn({ fromIncluded: false })
    return 'fewer'
  }
  let overlap = 0
  if (first + second !== counted) {
    const shared = await requests.count({ from: cut.from, to: cut.to })
    overlap = shared.ok ? (shared.value.total ?? 0) : 0
  }
  const isProved = first + second - overlap === counted && isAsKept(reading, kept, cut, first, overlap)
  const says = isProved ? 'holds' : 'moved'
  reading.prove({ letter: 'b', code: 'halves', says, numbers: { first, second, overlap, whole: counted } })
  return says
}

/** Whether the older half is as many as came of it, where times of day count: a sum may be right by chance. */
function isAsKept({ state, slices }: Reading, { seconds }: Kept, cut: Bounds, first: number, overlap: number): boolean {
  const at = nanosecondsOf(cut.to)
  if (state.behaviour.times === false || at === null) return true
  const account = wholeAccount(slices.values()) ?? NO_ROWS
  const came = account.before + seconds.filter((second) => BigInt(second) * SECOND < at).length
  return Math.abs(first - came) <= overlap + account.storedTwice + account.otherText + account.undated
}

/** By each field that the search leaves open, where several values occur and no event is without. Null where none fits. */
async function countByFields(reading: Reading, kept: Kept, counted: number): Promise<Fact['says'] | null> {
  const search = reading.requests.search()
  // Where filters are combined with OR, a field beside the range finds more, not less.
  if (reading.state.rangeAlone) return null
  const { before, after } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const fields = FIELDS.filter((name) => {
    const seen = kept.values[name]
    // Events that were left out may have values of their own; but there are only two types.
    if (before + after > 0 && name !== 'eventType') return false
    const isOpen = search[name] === undefined && seen.size > 1 && seen.size <= MOST_VALUES && !seen.has(null)
    return isOpen && (name !== 'eventType' || isCreditOrDebit(seen))
  })
  let says: Fact['says'] | null = null
  for (const field of fields) {
    says = await countByField(reading, kept, counted, field)
    if (says !== 'holds') return says
  }
  return says
}

async function countByField(
  reading: Reading,
  { values, seconds }: Kept,
  counted: number,
  field: (typeof FIELDS)[number],
): Promise<Fact['says']> {
  const { requests, state } = reading
  const search = requests.search()
  const asked = await Promise.all(
    [...values[field].keys()].map((value) => requests.count(state.sent, { ...search, [field]: value })),
  )
  const counts = asked.map((answer) => (answer.ok ? answer.value.total : null))
  const sum = counts.reduce<number>((all, count) => all + (count ?? 0), 0)
  const isExact = countedRows(wholeAccount(reading.slices.values()) ?? NO_ROWS) === seconds.length
  const isAsKept = !isExact || [...values[field].values()].every((came, at) => came === counts[at])
  const isProved = sum === counted && !counts.includes(counted) && isAsKept
  const says = counts.includes(null) ? 'unasked' : isProved ? 'holds' : 'moved'
  reading.prove({ letter: 'b', code: `by-${field}`, says, numbers: { values: counts.length, sum, whole: counted } })
  return says
}

const isCreditOrDebit = (types: ReadonlyMap<string | null, number>) =>
  [...types.keys()].every((type) => type === 'credit' || type === 'debit')

/**
 * Before the first event and after the last there is none but those left out at the ends. `isAlone`: where all events are of
 * one instant and one kind, nothing else proves it, and as many as came have to be in between.
 */
async function countAround(
  reading: Reading,
  { seconds }: Kept,
  counted: number,
  isAlone: boolean,
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
  const low = BigInt(first - margin) * SECOND
  const high = BigInt(last + 1 + margin) * SECOND
  const count = (from: bigint | null, to: bigint | null) =>
    requests.count({ from: from === null ? null : rfc3339Of(from), to: to === null ? null : rfc3339Of(to) })
  // Never beyond what was sent.
  const [before, after, within] = await Promise.all([
    start === null || low > start ? count(start, low) : 0,
    end === null || high < end ? count(high, end) : 0,
    isAlone ? count(start === null || low > start ? low : start, end === null || high < end ? high : end) : counted,
  ])
  const [none, others, all] = [before, after, within].map((asked) =>
    typeof asked === 'number' ? asked : asked.ok ? asked.value.total : null,
  )
  const account = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const numbers = { before: none ?? null, within: all ?? null, after: others ?? null, whole: counted }
  const isProved =
    none != null &&
    others != null &&
    all != null &&
    none <= account.before &&
    others <= account.after &&
    all >= counted - account.before - account.after &&
    all <= counted
  const says = isProved ? 'holds' : [none, others, all].includes(null) ? 'unasked' : 'moved'
  reading.prove({ letter: 'b', code: 'around', says, numbers })
  return says
}
