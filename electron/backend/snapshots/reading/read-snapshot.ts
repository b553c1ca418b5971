// reading/ gets every match of a search from a service, and says with evidence whether it did.
// Reads a snapshot into its journal, from the start or from where an earlier run stopped, up to a verdict
// (docs/decisions/snapshot-settling.md): begin; then up to five times wait, read, count a round; then what proves it
// apart.
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import { type Failure, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { ReadingProgress, SnapshotVerdict } from '../../../../shared/snapshot/snapshot.ts'
import type { Fact } from '../reading-state.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import { countedOf, inOrderOfTime, type TimeSlice, wholeAccount } from '../time-slice.ts'
import {
  type Begun,
  beginFromEarly,
  beginReading,
  beginWider,
  beginWithRangeAlone,
  leaveOldest,
} from './begin-reading.ts'
import { readTimeSlices } from './pages/read-time-slices.ts'
import { askOddities } from './proof/ask-oddities.ts'
import { askSampledRows } from './proof/ask-sampled-rows.ts'
import { countApart } from './proof/count-apart.ts'
import { countCut } from './proof/count-cuts.ts'
import { countOutside, partsThatShow, type ShownOutside } from './proof/count-outside.ts'
import { countLater, countRound, type Round } from './proof/count-round.ts'
import { countsThatFell, findAtEnd, findGone, findUncounted } from './proof/find-at-end.ts'
import { compareSeen } from './proof/kept-events.ts'
import { verdictOf } from './proof/verdict.ts'
import { takenOverWords } from './proof/verdict-words.ts'
import { DAY_MARGIN, isOfWholeDays, keptRange, MARGIN, sentRange } from './session/instants.ts'
import { openReading, type Reading } from './session/reading.ts'
import type { ReadingAnswer, ReadingEffects } from './session/requests.ts'
import { takenOverEvents } from './taken-over-parts.ts'

export type ReadingOutcome =
  | { kind: 'finished'; verdict: SnapshotVerdict }
  /** Nothing can be read now (key refused, network lost, disk full); calling again continues. */
  | { kind: 'paused'; because: Failure }
  /** `signal` was aborted; calling again continues. */
  | { kind: 'stopped' }

/** It waits before each round, in ms: what disagrees may be counted late, or out of a cache of some seconds. */
const WAITS = [0, 1_000, 2_000, 4_000, 8_000]

/** Reads until there is a verdict or something prevents it. A journal may be read by one caller at a time. */
export async function readSnapshot(
  journal: SnapshotJournal,
  effects: ReadingEffects,
  signal: AbortSignal,
  report: (progress: ReadingProgress) => void = () => undefined,
): Promise<ReadingOutcome> {
  const before = journal.state().verdict
  if (before !== null) return { kind: 'finished', verdict: before }
  const opened = await openReading(journal, effects, signal, report)
  if (!opened.ok) return { kind: 'paused', because: opened.failure }
  const reading = opened.value
  const outcome = await readOn(reading)
  // However it ended, what was learned and the requests sent are kept.
  if (reading.requests.haltedBy()?.kind !== 'disk') await reading.commit({})
  const because = reading.requests.haltedBy()
  if (outcome !== null && because?.kind !== 'disk') return outcome
  return because === null ? { kind: 'stopped' } : { kind: 'paused', because }
}

/**
 * Reads what waits, counts and proves, round by round, until all of it holds, or no further round could show more.
 * @returns null once the reading is halted
 */
async function readOn(reading: Reading): Promise<ReadingOutcome | null> {
  const { requests } = reading
  /** First answers of slices, by slice ID, that came while the reading began: the turn after that uses them. */
  let firsts = new Map<number, ReadingAnswer>()
  const begin = async (beginning: Promise<Begun>): Promise<Failure | null> => {
    const begun = await beginning
    if (!begun.ok) return begun.failure
    firsts = begun.value
    return null
  }
  if (reading.state.method === 'undecided') {
    const failure = await begin(beginReading(reading))
    if (failure !== null) return requests.isHalted() ? null : { kind: 'paused', because: failure }
  }
  let heldInTurnBefore = false
  for (const [turn, ms] of WAITS.entries()) {
    if (turn > 0) {
      await reading.wait(ms)
      reading.seen.nextTurn()
    }
    reading.state = { ...reading.state, rounds: reading.state.rounds + 1 }
    reading.isCounting = false
    await readWaiting(reading, firsts)
    firsts = new Map()
    if (requests.isHalted()) return null
    if (requests.isSpent() || isHopeless(reading)) break
    reading.isCounting = true
    const round = await countRound(reading)
    // Where counts prove nothing, what moved is read a second time, and not a third.
    const isAnyReadOnlyOnce = round.again.some(({ id }) => reading.slices.get(id)?.readings === 1)
    if (isHopeless(reading) && !isAnyReadOnlyOnce) break
    const proof: Proof = round.says === 'holds' ? await proveRest(reading, round) : { says: 'moved', again: [] }
    if (requests.isHalted()) return null
    const beginning = begunOtherwise(reading, proof)
    if (beginning !== null) {
      const failure = await begin(beginning)
      if (failure !== null) return requests.isHalted() ? null : { kind: 'paused', because: failure }
      // A count that fell shows that an event disappeared, unless the request changed: a range that goes on beyond now
      // was counted without its end first, and is counted up to an end from here on. Where times of day do not count,
      // that may be fewer. Begun from early, the range only grows: a count that fell is still one.
      const goesOn = reading.journal.header.range.until !== reading.state.until
      const isBegunFromEarly = proof.outside !== undefined
      if (goesOn && !isBegunFromEarly) reading.oddities.fell = false
      continue
    }
    if (proof.outside !== undefined && (await cutIntoParts(reading, proof.outside))) continue
    if (requests.isHalted()) return null
    const differing = await compareSeen(reading)
    if (proof.says === 'holds' && differing !== null) proof.says = 'moved'
    if (hasFallen(reading)) reading.state = { ...reading.state, fell: true }
    // Events that disappeared, or had another text, may be back as they were by chance: then it has to hold twice.
    const holdsOnce = proof.says === 'holds' && !heldInTurnBefore
    heldInTurnBefore = proof.says === 'holds'
    if (holdsOnce && (reading.state.fell || hasDiffered(reading))) {
      reading.prove({ code: 'held-once', says: 'moved', numbers: {} })
      continue
    }
    if (proof.says !== 'moved' || requests.isSpent()) break
    // After the last round nothing is read again. Where the oldest part was given up, the next one begins with what is
    // left.
    const isLast = turn === WAITS.length - 1
    if (isLast || (await leaveOldest(reading, round.again))) continue
    await readAgain(reading, [...round.again, ...proof.again, ...(differing ?? [])])
  }
  return conclude(reading)
}

/**
 * Whether the total is not the number of matches, by the last round, in which nothing moved and yet another number of
 * rows came: more than it counts; or it counts all events there are, whatever the search.
 */
async function isMiscounted(reading: Reading): Promise<boolean> {
  const { state } = reading
  const last = state.evidence.findLast(({ code }) => code === 'counted')
  // The totals before and after the round, and the rows that came.
  const { before, after, counted: came } = last?.numbers ?? {}
  if (last?.says !== 'moved' || before == null || before !== after || state.fell) return false
  if ((came ?? 0) > before) return true
  return (await countCut(reading, { from: null, to: null, search: { propertyFilters: [] } })) === before
}

/** Whether an event ever came with another text than before. */
function hasDiffered({ state, seen, oddities }: Reading): boolean {
  const hasSampledRow = state.evidence.some(({ code, says }) => code === 'witnesses' && says === 'moved')
  return hasSampledRow || oddities.amended > 0 || seen.sawAltered()
}

/** Whether a count of the whole or of a part was ever lower than one before it. */
function hasFallen({ state, slices, oddities }: Reading): boolean {
  const counts = state.evidence
    .filter(({ code }) => code === 'counted')
    .flatMap(({ numbers }) => [numbers.before ?? 0, numbers.after ?? 0])
  const isLower = countsThatFell(state) !== null || counts.some((count, at) => count < (counts[at - 1] ?? 0))
  return isLower || oddities.fell || [...slices.values()].some(({ fell }) => fell)
}

/** Whether counting again can prove nothing: the service gives no total, or one of each answer only. */
function isHopeless({ state, slices }: Reading): boolean {
  const { totals } = state.behaviour
  const [only] = slices.values()
  return totals === 'none' || totals === 'page' || (slices.size === 1 && only?.state === 'failed')
}

/** Reads what is not read; by offset as a whole where slices cannot be told apart. */
async function readWaiting(reading: Reading, firsts: ReadonlyMap<number, ReadingAnswer>): Promise<void> {
  const waiting = [...reading.slices.values()].filter(({ state }) => state === 'waiting' || state === 'reading')
  if (waiting.length === 0 || (await readTimeSlices(reading, waiting, firsts)) !== 'mistrusted') return
  const whole: TimeSlice = reading.newSlice(reading.state.sent)
  reading.state = { ...reading.state, method: 'offset' }
  if (!(await reading.commit({ dropped: [...reading.slices.keys()], slices: [whole] }))) return
  await readTimeSlices(reading, [whole])
}

/** What the facts of a round come to. */
interface Proof {
  /** `wider`, `range-alone`: the reading has to start over in that way. */
  says: Fact['says'] | 'wider' | 'range-alone'
  /** Slices in which an event was not found as it is kept. */
  again: TimeSlice[]
  /** Events lie outside of what came there. */
  outside?: ShownOutside
  /** The first answer of the wider range, where `says` asks for one and it came already. */
  first?: ReadingAnswer | null
}

/** Adds the facts of all evidence but that of the counts and of the end, which the round has added. */
async function proveRest(reading: Reading, round: Round): Promise<Proof> {
  // They show whether times of day count, and so where to cut.
  const sampledRows = await askSampledRows(reading)
  const again = sampledRows.differing
  // The halves of a range of whole days show it as well.
  const early = isOfWholeDays(keptRange(reading)) ? 'enough' : await askWider(reading)
  if (early !== 'enough') return { says: 'wider', again, first: early }
  const [apart, later] = await Promise.all([countApart(reading, round.isApart), countLater(reading)])
  const wider = await askWider(reading)
  if (wider !== 'enough') return { says: 'wider', again, first: wider }
  const outside = await countOutside(reading, apart)
  if (outside.shown !== null) return { says: 'moved', again, outside: outside.shown }
  // Last: what is odd about rows outside the range depends on whether times of day count.
  const oddities = await askOddities(reading)
  if (oddities === 'range-alone' || oddities === 'wider' || oddities === 'against') return { says: oddities, again }
  const isProved = [apart, sampledRows.says, oddities, later, outside.says].every((says) => says === 'holds')
  return { says: isProved ? 'holds' : 'moved', again }
}

/** Starts the reading over in another way where what was proved asks for that; null where it goes on as it is. */
function begunOtherwise(reading: Reading, { says, first, outside }: Proof): Promise<Begun> | null {
  if (says === 'wider') return beginWider(reading, first)
  if (says === 'range-alone') return beginWithRangeAlone(reading)
  return outside !== undefined && isOfLookingBack(reading) ? beginFromEarly(reading) : null
}

/**
 * Whether the service may look back only so far where a request has no start, as this one: it hides then what is older.
 * Events without a time rule that out, as they would be lost with a start however early.
 */
function isOfLookingBack({ state, slices }: Reading): boolean {
  return state.sent.from === null && (wholeAccount(slices.values())?.undated ?? 0) === 0
}

/** Cuts the range once into parts that show what the whole leaves out. False: it cannot be, or was done before. */
async function cutIntoParts(reading: Reading, { segments, mean }: ShownOutside): Promise<boolean> {
  if (reading.state.inParts || reading.state.behaviour.times === false) return false
  const parts = await partsThatShow(reading, segments, mean)
  if (parts === null || parts.length < 2) return false
  reading.state = { ...reading.state, inParts: true, method: 'slices' }
  return reading.commit({ dropped: [...reading.slices.keys()], slices: parts.map(reading.newSlice) })
}

/**
 * Asks, where times of day do not count, whether a range that is a day wider finds no more.
 * @returns the first answer of the wider range where it finds more, to start over with; null where the request failed
 */
async function askWider(reading: Reading): Promise<'enough' | ReadingAnswer | null> {
  const { behaviour, margin, sent } = reading.state
  const counted = countedOf(reading.slices.values())
  // What has no start, and was counted without its end, leaves nothing out.
  const isBounded = sent.from !== null || (sent.to !== null && reading.countWithoutEnd !== counted)
  if (behaviour.times !== false || margin !== MARGIN || !isBounded) return 'enough'
  const wider = sentRange(reading, keptRange(reading).until, DAY_MARGIN)
  const asked = await reading.requests.page(wider, 0)
  if (!asked.ok) return null
  if (asked.value.total !== counted) return asked.value
  reading.state = { ...reading.state, margin: DAY_MARGIN, sent: wider }
  return 'enough'
}

/** Marks slices as waiting, so that the next turn reads them again; what failed is tried once more. */
async function readAgain(reading: Reading, moved: readonly TimeSlice[]): Promise<void> {
  const ids = new Set(moved.map(({ id }) => id))
  const failed = [...reading.slices.values()].filter(({ state }) => state === 'failed' && reading.state.rounds === 1)
  for (const { id } of failed) ids.add(id)
  const slices = inOrderOfTime(reading.slices.values()).filter(({ id }) => ids.has(id))
  const waiting = slices.map((slice): TimeSlice => {
    const fell = slice.fell || (slice.after !== null && slice.total !== null && slice.after < slice.total)
    return { ...slice, state: 'waiting', fell }
  })
  if (waiting.some(({ fell }) => fell)) reading.state = { ...reading.state, fell: true }
  await reading.commit({ slices: waiting })
}

/** Where the disk refuses the verdict, the reading is halted, and `readSnapshot` says that it is paused. */
async function conclude(reading: Reading): Promise<ReadingOutcome> {
  // A whole that shows less than its parts may have the right total for what it shows.
  if (!reading.state.inParts && (await isMiscounted(reading))) reading.learn({ totals: 'other' })
  findAtEnd(reading)
  await findGone(reading)
  findUncounted(reading)
  reading.state = { ...reading.state, takenOver: takenOverEvents(reading.slices.values()) }
  const { state, slices, journal, effects } = reading
  const isSpent = reading.requests.isSpent()
  const verdict = verdictOf({ state, slices: [...slices.values()], zone: journal.header.range.zone, isSpent })
  const asOf = verdict.kind === 'complete' ? state.asOf : null
  reading.state = { ...state, asOf, verdict, endedAt: new Date(effects.now()).toISOString() }
  await reading.commit({})
  return { kind: 'finished', verdict }
}

// Concludes a reading that the user stopped for good but keeps: incomplete, with the rows read so far.

/** Writes the verdict; an existing one stays. Fails with `disk`. @param now milliseconds since the epoch */
export async function concludeStopped(journal: SnapshotJournal, now: number): Promise<Result<null>> {
  const state = journal.state()
  if (state.verdict !== null) return succeeded(null)
  const slices = journal.slices()
  const kept = slices.reduce((sum, slice) => sum + slice.kept, 0)
  const takenOver = takenOverEvents(slices)
  const total = state.totalAtStart?.total ?? null
  const more = total === null || total <= kept ? '' : ` The service counted ${grouped(total - kept)} more.`
  const words = `stopped after ${countWords(kept, 'event')}.${more}`
  const verdict: SnapshotVerdict = {
    kind: 'partial',
    soFar: state.soFar,
    sentence: `Incomplete: ${words}`,
    reasons: [{ code: 'stopped', words }],
  }
  if (takenOver !== null)
    verdict.reasons.push({ code: 'taken-over', words: takenOverWords(takenOver, journal.header.range.zone) })
  return journal.commit({ state: { ...state, verdict, takenOver, asOf: null, endedAt: new Date(now).toISOString() } })
}
