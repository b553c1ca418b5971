// Reads a snapshot into its journal, from the start or from where an earlier run stopped, up to a verdict
// (docs/decisions/snapshots.md).
import type { Failure } from '../../../../shared/failure.ts'
import type { ReadingProgress, SnapshotVerdict } from '../../../../shared/snapshot.ts'
import type { Slice } from '../slice.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import { beginReading, planSlices } from './begin-reading.ts'
import { findAtEnd } from './find-at-end.ts'
import { readSlice } from './read-slice.ts'
import { readSlices } from './read-slices.ts'
import { openReading, type Reading } from './reading.ts'
import type { ReadingEffects } from './reading-effects.ts'
import { recount } from './recount.ts'
import type { ReadingAnswer } from './requests.ts'
import type { SliceRows } from './slice-rows.ts'
import { verdictOf } from './verdict.ts'

export type ReadingOutcome =
  | { kind: 'finished'; verdict: SnapshotVerdict }
  /** Nothing can be read now (key refused, network lost, disk full); calling again continues. */
  | { kind: 'paused'; because: Failure }
  /** `signal` was aborted; calling again continues. */
  | { kind: 'stopped' }

const ROUNDS = 3
const READINGS = 3

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

/** Null once the reading is halted. */
async function readOn(reading: Reading): Promise<ReadingOutcome | null> {
  let firsts = new Map<number, ReadingAnswer>()
  if (reading.state.method === 'undecided') {
    const begun = await beginReading(reading)
    if (begun.kind === 'failed') {
      if (reading.requests.isHalted()) return null
      return { kind: 'paused', because: begun.failure }
    }
    firsts = begun.firsts
  }
  for (let mayDivide = true; ; mayDivide = false) {
    if (reading.state.method === 'offset') {
      const end = await readWhole(reading, firsts, mayDivide)
      if (end === 'halted') return null
      if (end === 'done') return conclude(reading, 0)
      firsts = await divide(reading)
      if (reading.requests.isHalted()) return null
      if (reading.state.method === 'offset') {
        if (!countsMatches(reading)) return conclude(reading, 0)
        continue
      }
    }
    const difference = await readInSlices(reading, firsts)
    if (difference === 'halted') return null
    if (difference !== 'mistrusted') return conclude(reading, difference)
    const whole: Slice = reading.newSlice(reading.state.sent)
    reading.state = { ...reading.state, method: 'offset', tailFrom: null, rounds: 0 }
    if (!(await reading.commit({ dropped: [...reading.slices.keys()], slices: [whole] }))) return null
    firsts = new Map()
  }
}

/** Turns a reading by offset that proved nothing into slices, if the range can be cut. */
async function divide(reading: Reading): Promise<Map<number, ReadingAnswer>> {
  const first = await reading.requests.page(reading.state.sent, 0)
  const planned = first.ok ? await planSlices(reading, first.value) : null
  return planned?.kind === 'begun' ? planned.firsts : new Map()
}

type Difference = number | null

async function readInSlices(
  reading: Reading,
  firsts: Map<number, ReadingAnswer>,
): Promise<Difference | 'halted' | 'mistrusted'> {
  const { slices } = reading
  const waiting = [...slices.values()].filter(({ state }) => state !== 'read')
  const end = await readSlices(reading, waiting, firsts)
  if (end !== 'done') return end
  const only = slices.size === 1 && reading.state.tailFrom === null ? [...slices.values()][0] : undefined
  if (only?.state === 'read') {
    proveBy(reading, only)
    return 0
  }
  /** Of the last recount if it found no changed slice; `isSettled`: the one before it found the same. */
  let difference: Difference | undefined
  let isSettled = false
  for (let round = 1; round <= ROUNDS; round += 1) {
    const startedAt = new Date(reading.effects.now()).toISOString()
    const counted = await recount(reading)
    if (counted === null) return 'halted'
    reading.state = { ...reading.state, rounds: reading.state.rounds + 1 }
    const again = toReadAgain(reading, counted.changed, round === 1)
    if (again.length === 0) {
      if (counted.difference === 0) {
        reading.state = { ...reading.state, asOf: startedAt }
        return 0
      }
      isSettled = counted.difference === null || counted.difference === difference
      difference = counted.difference
      continue
    }
    difference = undefined
    isSettled = false
    const waitingAgain = again.map((slice): Slice => ({ ...slice, state: 'waiting', readings: 0 }))
    if (!(await reading.commit({ slices: waitingAgain }))) return 'halted'
    const reread = await readSlices(reading, waitingAgain)
    if (reread !== 'done') return reread
  }
  // While slices keep changing, a difference means nothing: the snapshot has no `asOf`, which the verdict says.
  return isSettled && difference !== undefined ? difference : 0
}

/** Changed slices, those that failed in the first round, and after any change also those that share rows with others. */
function toReadAgain({ slices }: Reading, changed: readonly Slice[], isFirstRound: boolean): Slice[] {
  const again = new Map(changed.map((slice) => [slice.id, slice]))
  for (const slice of slices.values()) {
    const failedOnce = slice.state === 'failed' && isFirstRound
    if (failedOnce || (changed.length > 0 && slice.shared > 0)) again.set(slice.id, again.get(slice.id) ?? slice)
  }
  return [...again.values()]
}

/** Reads by offset, again while totals show that something moved. `divide`: slices may prove more. */
async function readWhole(
  reading: Reading,
  firsts: ReadonlyMap<number, ReadingAnswer>,
  mayDivide: boolean,
): Promise<'done' | 'divide' | 'halted'> {
  for (let readings = 1; ; readings += 1) {
    const slice = [...reading.slices.values()][0]
    if (slice === undefined) throw new Error('A reading by offset has one slice')
    const first = readings === 1 ? firsts.get(slice.id) : undefined
    const resume = slice.state === 'reading'
    const end = await readSlice(reading, slice, { ...(first === undefined ? {} : { first }), resume })
    if (end.kind === 'halted' || reading.requests.isHalted()) return 'halted'
    const now = reading.slices.get(slice.id) ?? slice
    if (end.kind === 'read') proveBy(reading, now)
    if (end.kind !== 'differs') return 'done'
    learnFromWhole(reading, end.rows)
    const { total, steady } = end.rows.facts()
    if (!countsMatches(reading)) return 'done'
    if (mayDivide) return 'divide'
    const fell = !steady && (end.rows.traits.lowestTotal() ?? 0) < (total ?? 0)
    if (fell) reading.state.fell = true
    if (fell && !(await reading.commit({ slices: [{ ...now, fell }] }))) return 'halted'
    if ((steady && !now.fell) || now.readings >= READINGS) return 'done'
  }
}

/** Whether the total may still count all matches. */
function countsMatches({ state }: Reading): boolean {
  return state.behaviour.totals === null || state.behaviour.totals === 'matches'
}

/** Learns about totals and order from a search that was read to its end. */
function learnFromWhole(reading: Reading, rows: SliceRows): void {
  const { total, steady } = rows.facts()
  if (total === null) reading.learn({ totals: 'none' })
  else if (rows.traits.totalsOfPages()) reading.learn({ totals: 'page' })
  else if (rows.traits.contradicted() && reading.state.behaviour.totals === null) reading.learn({ totals: 'other' })
  else if (steady && rows.cameAgain() > 0 && rows.traits.order() === 'other') reading.learn({ orderHolds: false })
}

/** A slice that is the whole range proves itself by its own totals, as of the start of its reading. */
function proveBy(reading: Reading, { state, askedAt, total }: Slice): void {
  const at = new Date(reading.effects.now()).toISOString()
  reading.state = {
    ...reading.state,
    asOf: state === 'read' ? askedAt : null,
    totalAtEnd: { total, at, serviceDate: null },
  }
}

async function conclude(reading: Reading, difference: Difference): Promise<ReadingOutcome | null> {
  findAtEnd(reading)
  const { state, slices, journal, effects } = reading
  const zone = journal.header.range.zone
  const verdict = verdictOf({ state, slices: [...slices.values()], zone, difference })
  reading.state = { ...reading.state, verdict, endedAt: new Date(effects.now()).toISOString() }
  return (await reading.commit({})) ? { kind: 'finished', verdict } : null
}
