// pages/ reads the parts of a range page by page, several at once, and cuts those that are too large. Whatever the
// answers show of the service on the way is learned (`reading.learn`), and decides how the next slices are read.
import type { TimeSlice } from '../../time-slice.ts'
import { UNSTABLE_ORDER } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds, ReadingAnswer } from '../session/requests.ts'
import { cutAtInstants, cutSlice, lengthOf, probeFractions, probeTimes, tellingRow } from './cuts.ts'
import { readTimeSlice } from './read-time-slice.ts'
import type { TimeSliceRows } from './time-slice-rows.ts'

/**
 * `done`: all slices were read as far as they can be. `mistrusted`: the service does not keep to ranges or totals, so
 * the whole search has to be read by offset instead. `halted`: the reading was stopped, or too many answers brought
 * nothing new.
 */
export type TimeSlicesEnd = 'done' | 'mistrusted' | 'halted'

/** A slice should take so many answers: not quite fourteen, so that one a little larger needs no answer more. */
const AIMED_ANSWERS = 13.4
/** The most answers that a slice may take before it is cut. */
export const MOST_ANSWERS = 15
/** Where pages do not fit together a slice has to fit into one answer: it should fill this share, for most to fit. */
const AIMED_SHARE = 0.6
/** The most parts of one cut, as long as totals of parts were not seen to add up to the whole: a first cut shows it. */
const MOST_PARTS_AT_FIRST = 2
/** The most parts of one cut, once they were. */
const MOST_PARTS = 64

/** What the slices of one call share, of which several are read at once. */
interface SlicesRun {
  reading: Reading
  /** Slices that nobody works on yet, the next one last. */
  queue: TimeSlice[]
  /** Answers to the first page of slices in the queue, by slice id. */
  firsts: Map<number, ReadingAnswer>
  /** Ids of slices whose total is that of the slice that they were cut from: all its rows lie in them. */
  asLarge: Set<number>
  isMistrusted: boolean
  isStopped(): boolean
}

/**
 * Reads slices, and the parts that they are cut into, until none is left.
 * @param todo slices that were not read to their end; a range that is read by offset is one slice
 * @param known answers to the first page of some of them, by slice id
 */
export async function readTimeSlices(
  reading: Reading,
  todo: readonly TimeSlice[],
  known: ReadonlyMap<number, ReadingAnswer> = new Map(),
): Promise<TimeSlicesEnd> {
  const { requests } = reading
  const run: SlicesRun = {
    reading,
    queue: [...todo].reverse(),
    firsts: new Map(known),
    asLarge: new Set(),
    isMistrusted: false,
    isStopped: () => run.isMistrusted || requests.isHalted() || requests.isSpent(),
  }
  const { promise: over, resolve: finish, reject } = Promise.withResolvers<void>()
  let open = 0

  start()
  await over
  if (run.isMistrusted) return 'mistrusted'
  return run.isStopped() ? 'halted' : 'done'

  /** Opens slices: enough to keep the requests busy, few enough to hold in memory. */
  function start(): void {
    while (!run.isStopped() && open <= requests.pace.atOnce()) {
      const slice = run.queue.pop()
      if (slice === undefined) break
      const first = run.firsts.get(slice.id)
      run.firsts.delete(slice.id)
      open += 1
      readOrCut(run, slice, first).then(() => {
        open -= 1
        start()
      }, reject)
    }
    if (open === 0) finish()
  }
}

/** Brings one slice to an end: continues it, cuts it into parts for the queue, or reads it. */
async function readOrCut(run: SlicesRun, slice: TimeSlice, given: ReadingAnswer | undefined): Promise<void> {
  const { reading, isStopped } = run
  const { requests } = reading
  if (slice.state === 'reading' && slice.seam !== null && (await continueAt(run, slice))) return
  const asked = given ?? (await firstAnswer(run, slice))
  if (asked === null || isStopped()) return
  const total = asked.total ?? 0
  const { behaviour, method } = reading.state
  const mostRows = (behaviour.orderHolds ? MOST_ANSWERS : 1) * requests.pageSize()
  const isLarge = total > Math.max(mostRows, asked.events.length)
  if (isLarge && (method === 'slices' || !behaviour.orderHolds) && (await cut(run, slice, asked))) return
  await readUntilItJoins(run, slice, asked)
}

/** Continues where an earlier run stopped. False where that fails, as when pages no longer join: it is read anew. */
async function continueAt({ reading, isStopped }: SlicesRun, slice: TimeSlice): Promise<boolean> {
  const end = await readTimeSlice(reading, slice, { resume: true, isStopped })
  if (end.kind === 'differs') learnTotals(reading, end.rows)
  return isStopped() || end.kind === 'read' || end.kind === 'differs'
}

/** The answer to its first page; null where there is none, which is noted as the failure of the slice. */
async function firstAnswer({ reading, isStopped }: SlicesRun, slice: TimeSlice): Promise<ReadingAnswer | null> {
  const asked = await reading.requests.page(slice, 0, { isWanted: () => !isStopped() })
  if (asked.ok) return asked.value
  if (!isStopped()) await reading.commit({ slices: [{ ...slice, state: 'failed', failure: asked.failure }] })
  return null
}

/**
 * Reads a slice, and reads it again after what a second reading can settle: pages that do not join, offsets that the
 * service lowers, a fingerprint that needs its like. Where pages do not join twice, it is cut into parts of one
 * answer, or what comes is taken as it is.
 * @param given the answer to its first page, which the first reading uses
 */
async function readUntilItJoins(run: SlicesRun, slice: TimeSlice, given: ReadingAnswer): Promise<void> {
  const { reading, isStopped } = run
  let first: ReadingAnswer | undefined = given
  for (let broken = 0; ; ) {
    const now: TimeSlice = reading.slices.get(slice.id) ?? slice
    const takesBroken = broken > 1
    const end = await readTimeSlice(reading, now, {
      ...(first === undefined ? {} : { first }),
      takesBroken,
      isStopped,
    })
    first = undefined
    if (isStopped()) return
    switch (end.kind) {
      case 'outside':
      case 'more':
        run.isMistrusted = true
        return
      case 'floored':
        reading.learn({ aligned: true })
        // Its total says whether two readings have to be equal.
        first = given
        break
      case 'broken':
        broken += 1
        // Once may be an event that came or went between two pages.
        if (broken === 1) break
        seeBroken(reading, slice, { isAgainst: end.isAgainst })
        if (!end.isAgainst && (await cut(run, slice, given))) return
        break
      case 'differs': {
        learnTotals(reading, end.rows)
        const { readings } = reading.slices.get(slice.id) ?? now
        // Without overlapping pages a slice counts as read only once two readings are equal: the second one is due.
        if (end.rows.fingerprint() !== null && readings === 1) break
        // Rows came again although the total held still: the order changes between pages, and only one answer is
        // whole.
        const isJumbled = end.rows.cameAgain() > 0 && end.rows.facts().steady
        if (!isJumbled || (end.rows.facts().total ?? 0) <= reading.requests.pageSize()) return
        seeBroken(reading, slice, { isAgainst: false })
        await cut(run, slice, given)
        return
      }
      case 'read':
      case 'stuck':
      case 'failed':
      case 'halted':
        return
      default:
        end satisfies never
    }
  }
}

/** Learns what a slice that was read to its end shows of the totals. */
function learnTotals(reading: Reading, rows: TimeSliceRows): void {
  const { total, returned } = rows.facts()
  if (total === null) reading.learn({ totals: 'none' })
  else if (rows.traits.totalsOfPages() && returned > total) reading.learn({ totals: 'page' })
}

/** Whether times of day are known to count in a range, and ranges to keep other rows out; else asks. */
async function mayCut(reading: Reading, first: ReadingAnswer): Promise<boolean> {
  const row = reading.state.behaviour.times === null ? tellingRow(first, reading.journal.header.search) : null
  if (row !== null) await probeTimes(reading, row)
  const { times, rangesHold, totals } = reading.state.behaviour
  return times === true && rangesHold && (totals === null || totals === 'matches')
}

/** Tells into how many parts a slice with so many rows is cut. */
function partsFor({ requests, state }: Reading, total: number): number {
  const { orderHolds, totals } = state.behaviour
  const aim = requests.pageSize() * (orderHolds ? AIMED_ANSWERS : AIMED_SHARE)
  const most = totals === 'matches' ? MOST_PARTS : MOST_PARTS_AT_FIRST
  return Math.min(most, Math.max(2, Math.ceil(total / aim)))
}

/**
 * Cuts a slice into parts, which take its place in the journal and in the queue. False where it cannot be cut and has
 * to be read as it is.
 */
async function cut(run: SlicesRun, slice: TimeSlice, first: ReadingAnswer): Promise<boolean> {
  const { reading, asLarge, isStopped } = run
  const total = first.total ?? 0
  if (lengthOf(slice) <= reading.finest || !(await mayCut(reading, first))) return false
  const made = asLarge.has(slice.id)
    ? await cutAtItsInstants(reading, slice, first)
    : await cutEvenly(reading, slice, first)
  if (made === null || isStopped()) return isStopped()
  const parts = made.map((bounds) => reading.newSlice(bounds))
  const asked = await Promise.all(parts.map((part) => reading.requests.page(part, 0, { isWanted: () => !isStopped() })))
  if (isStopped()) return true
  const counts = asked.map((answer) => (answer.ok ? (answer.value.total ?? 0) : 0))
  const partsAsLarge = parts.filter((_, index) => (counts[index] ?? 0) >= total)
  // Where two parts count as much as their whole, or one does after a cut between its own rows, the service tells
  // nothing finer apart here. One that does after an even cut may just have all rows.
  if (partsAsLarge.length > 1 || (partsAsLarge.length === 1 && asLarge.has(slice.id))) {
    reading.finest = lengthOf(slice)
    return false
  }
  const sum = counts.reduce((all, count) => all + count, 0)
  if (sum < total && reading.state.behaviour.fromIncluded && asked.every(({ ok }) => ok)) {
    // An exclusive `from` leaves out what is right at the cuts: once more with parts that overlap.
    reading.learn({ fromIncluded: false })
    return cut(run, slice, first)
  }
  for (const { id } of partsAsLarge) asLarge.add(id)
  if (partsAsLarge.length === 0 && sum === total) seeThatTotalsAddUp(reading, slice, parts, counts)
  for (const [index, answer] of asked.entries()) {
    const part = parts[index]
    if (part !== undefined && answer.ok) run.firsts.set(part.id, answer.value)
  }
  reading.state = { ...reading.state, method: 'slices' }
  if (!(await reading.commit({ dropped: [slice.id], slices: parts }))) return true
  run.queue.push(...parts.toReversed())
  return true
}

/** Parts of equal time; where seconds are too coarse, it is asked whether fractions of them count. */
async function cutEvenly(reading: Reading, slice: TimeSlice, first: ReadingAnswer) {
  const { state } = reading
  const wanted = partsFor(reading, first.total ?? 0)
  const made = cutSlice(slice, wanted, first, state.behaviour, state.until)
  if (made !== null || state.behaviour.fractions !== null) return made
  await probeFractions(reading, first.events)
  return cutSlice(slice, wanted, first, reading.state.behaviour, state.until)
}

/**
 * Two parts, cut between instants of the slice's first and last rows, where an even cut left all rows in one part; null
 * if these all show one instant.
 */
async function cutAtItsInstants({ requests }: Reading, slice: TimeSlice, first: ReadingAnswer) {
  const last = await requests.page(slice, Math.max(0, (first.total ?? 0) - requests.pageSize()))
  return cutAtInstants(slice, [...first.events, ...(last.ok ? last.value.events : [])])
}

/** Notes as a finding that totals count all matches, unless that is known. */
function seeThatTotalsAddUp(
  reading: Reading,
  slice: TimeSlice,
  parts: readonly TimeSlice[],
  counts: readonly number[],
): void {
  if (reading.state.behaviour.totals !== null) return
  reading.learn({ totals: 'matches' })
  const words = 'The total counts all matches: parts of a range add up to the whole.'
  const whole = counts.reduce((sum, count) => sum + count, 0)
  const shown = [slice, ...parts].map((bounds, index) => ({
    request: reading.requests.requestFor(bounds, 0),
    saw: `total ${index === 0 ? whole : counts[index - 1]}`,
  }))
  reading.find({ about: 'totals', finding: 'matches', words }, ...shown)
}

/** Notes that pages of one search did not fit together twice. `isAgainst`: as a contradiction, else a moving order. */
function seeBroken(reading: Reading, bounds: Bounds, { isAgainst }: { isAgainst: boolean }): void {
  if (isAgainst) {
    reading.prove({ code: 'gap', says: 'against', numbers: {} })
    return
  }
  if (!reading.state.behaviour.orderHolds) return
  reading.learn({ orderHolds: false })
  const saw = 'pages that do not begin with the last event of the one before'
  const shown = { request: reading.requests.requestFor(bounds, 0), saw }
  reading.find({ about: 'order', finding: 'unstable', words: UNSTABLE_ORDER }, shown)
}
