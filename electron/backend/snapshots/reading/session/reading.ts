// session/ is what a reading works with from its first request to its last: pace, requests, rows so far, observations.
// This file joins them with the journal and with the state that all steps of the reading share.
import { eventKey } from '../../../../../shared/event/event.ts'
import { type Failure, type Result, succeeded } from '../../../../../shared/failure/failure.ts'
import { mismatches } from '../../../../../shared/search/matches.ts'
import { parseEventText } from '../../../../../shared/search/search-page.ts'
import type { ReadingProgress } from '../../../../../shared/snapshot/snapshot.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import { type Behaviour, type Finding, factOf, type ReadingState, type SeenFact, UNREAD } from '../../reading-state.ts'
import type { JournalChange, SnapshotJournal } from '../../snapshot-journal.ts'
import { type TimeSlice, unreadSlice } from '../../time-slice.ts'
import {
  createOddities,
  createSeenRows,
  type Oddities,
  type RowOrder,
  type SeenRows,
  type Shown,
  shownBy,
  withFinding,
} from './observations.ts'
import { type Bounds, createRequests, type ReadingAnswer, type ReadingEffects, type Requests } from './requests.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

export interface Reading {
  journal: SnapshotJournal
  effects: ReadingEffects
  requests: Requests
  state: ReadingState
  slices: Map<number, TimeSlice>
  /** The rows of all slices read so far, so that none is kept twice. */
  index: RowIndex
  /** This is what was odd about the answers, to be asked about in the end. */
  oddities: Oddities
  /** Events of the search, as answers to any range showed them. */
  seen: SeenRows
  /** The count of the range without its end in the present round; null: not counted that way. */
  countWithoutEnd: number | null
  /** How many early starts the service refused, of those that take the place of none (count-cuts.ts). */
  refusedStarts: number
  /** Whether what was read is being counted again. */
  isCounting: boolean
  /** Slices no longer than this, in ns, are not cut: a cut of one so long separated nothing. */
  finest: bigint
  /** The order of rows in each slice that took several answers and was proved. */
  orders: Set<RowOrder>
  newSlice(bounds: Bounds): TimeSlice
  /** By which number the index knows the present reading of a slice, which holds its rows (row-index.ts). */
  ownerOf(sliceId: number): number
  /** A number for another reading of the slice; the index forgets what the one before held. */
  newOwner(sliceId: number): number
  /** Adds a fact of the present round. */
  prove(fact: SeenFact): void
  /** Commits the change together with the current state. False, with the reading halted, if the disk refuses. */
  commit(change: Omit<JournalChange, 'state'>): Promise<boolean>
  /** Notes how the service behaves. */
  learn(behaviour: Partial<Behaviour>): void
  /** Notes a finding about the service, with the requests that showed it. */
  find(found: Pick<Finding, 'about' | 'finding' | 'words'>, ...shown: (ReadingAnswer | Shown)[]): void
  /** Resolves after so many ms, or once the reading is stopped. */
  wait(ms: number): Promise<void>
  /** Events kept so far, and the service's total if it gave one. */
  progress(): ReadingProgress
}

/** Counts of a part that is taken over: one as the reading begins, and one in each of up to five rounds. */
const COUNTS_OF_TAKEN_PART = 6
/** The same of a part that an earlier run of this reading read. */
const COUNTS_OF_READ_PART = 1

/** Stops that are kept: the latest. */
const MOST_STOPS = 100

/** Opens a journal and puts the rows of an earlier run back into the index. Fails with `disk`. */
export async function openReading(
  journal: SnapshotJournal,
  effects: ReadingEffects,
  signal: AbortSignal,
  report: (progress: ReadingProgress) => void,
): Promise<Result<Reading>> {
  const continued = await stateToContinue(journal, effects)
  if (!continued.ok) return continued
  const initial = continued.value
  const slices = talliedTimeSlices(journal.slices())
  const seen = createSeenRows((row) => mismatches(row, journal.header.search).length === 0)
  const index = createRowIndex()
  const requests = createRequests({
    effects,
    stop: signal,
    search: () => (reading.state.rangeAlone ? { propertyFilters: [] } : journal.header.search),
    // Before a reading has begun it has no parts but those that it takes over.
    partsKept: slices.byId.size * (initial.method === 'undecided' ? COUNTS_OF_TAKEN_PART : COUNTS_OF_READ_PART),
    see: (rows, isOfSearch) => {
      // Another search may show what this one does not find, even where it fits: some services compare numbers as
      // texts. Of its rows only those are seen that this search showed before.
      seen.see(isOfSearch ? rows : rows.filter((row) => seen.held().has(rowKey(row))), effects.now())
      let isNew = false
      for (const row of rows) isNew = index.isNew(rowKey(row)) || isNew
      return isNew
    },
    onHeld: () => report(reading.progress()),
  })
  const startedAt = effects.elapsed()
  const owners = new Map<number, number>()
  let lastId = Math.max(0, ...slices.byId.keys())
  let lastOwner = 0

  const reading: Reading = {
    journal,
    effects,
    requests,
    state: initial,
    slices: slices.byId,
    index,
    oddities: createOddities(),
    seen,
    countWithoutEnd: null,
    refusedStarts: 0,
    finest: 0n,
    isCounting: false,
    orders: new Set(),
    newSlice: (bounds) => {
      lastId += 1
      return unreadSlice(lastId, bounds)
    },
    ownerOf: (sliceId) => owners.get(sliceId) ?? reading.newOwner(sliceId),
    newOwner: (sliceId) => {
      const owner = owners.get(sliceId)
      if (owner !== undefined) reading.index.forget(owner)
      lastOwner += 1
      owners.set(sliceId, lastOwner)
      return lastOwner
    },
    wait: (ms) => effects.wait(ms, signal),
    prove: (fact) => {
      const { state } = reading
      reading.state = { ...state, evidence: [...state.evidence, factOf(fact, state.rounds)] }
    },
    async commit(change) {
      const next = new Map<number, TimeSlice | undefined>()
      for (const id of change.dropped ?? []) {
        next.set(id, undefined)
        const owner = owners.get(id)
        if (owner !== undefined) reading.index.forget(owner)
      }
      for (const slice of change.slices ?? []) next.set(slice.id, slice)
      const earlier = [...next.keys()].map((id) => [id, slices.byId.get(id)] as const)
      for (const [id, slice] of next) slices.put(id, slice)
      const durationMs = initial.durationMs + Math.round(effects.elapsed() - startedAt)
      const keptAt = new Date(effects.now()).toISOString()
      reading.state = { ...reading.state, requests: initial.requests + requests.sent(), durationMs, keptAt }
      const committed = await journal.commit({ ...change, state: reading.state })
      if (!committed.ok) {
        requests.halt(committed.failure)
        // The slices go back to what the disk holds.
        for (const [id, slice] of earlier) slices.put(id, slice)
      }
      report(reading.progress())
      return committed.ok
    },
    learn: (behaviour) => {
      reading.state = { ...reading.state, behaviour: { ...reading.state.behaviour, ...behaviour } }
    },
    find: (found, ...shown) => {
      const requestsShown = shown.map((one) => ('events' in one ? shownBy(one) : one))
      const findings = withFinding(reading.state.findings, found, effects.now(), requestsShown)
      reading.state = { ...reading.state, findings }
    },
    progress: () => {
      const heldFor = requests.pace.heldFor()
      return {
        phase: reading.isCounting ? 'recounting' : 'reading',
        ...slices.tally,
        total: reading.state.totalAtStart?.total ?? null,
        requests: initial.requests + requests.sent(),
        atOnce: requests.pace.atOnce(),
        heldUntil: heldFor > 0 ? effects.now() + heldFor : null,
      }
    },
  }
  const recalled = await recallRows(reading)
  return recalled === null ? succeeded(reading) : { ok: false, failure: recalled }
}

/** Slices by their ids, and what they come to together. */
function talliedTimeSlices(all: readonly TimeSlice[]) {
  const byId = new Map<number, TimeSlice>()
  const tally = { events: 0, leftOut: 0, misfits: 0 }
  function count({ kept, leftOut, missing }: TimeSlice, sign: 1 | -1): void {
    tally.events += sign * kept
    tally.leftOut += sign * (leftOut.before + leftOut.after)
    tally.misfits += sign * missing
  }
  /** Puts a slice in the place of the one of that id; undefined: that one goes. */
  function put(id: number, slice: TimeSlice | undefined): void {
    const before = byId.get(id)
    if (before !== undefined) count(before, -1)
    if (slice !== undefined) count(slice, 1)
    if (slice === undefined) byId.delete(id)
    else byId.set(id, slice)
  }
  for (const slice of all) put(slice.id, slice)
  return { byId, tally, put }
}

/**
 * The state as it was left, with the stop noted. What was read by an earlier rule lacks evidence: it is dropped, to be
 * read from the start. Fails with `disk`.
 */
async function stateToContinue(journal: SnapshotJournal, effects: ReadingEffects): Promise<Result<ReadingState>> {
  const state = journal.state()
  if (state.method === 'undecided') return succeeded(state)
  if (state.proof === null) {
    const { requests, durationMs } = state
    const unread = { ...UNREAD, requests, durationMs }
    const dropped = journal.slices().map(({ id }) => id)
    const committed = await journal.commit({ state: unread, dropped })
    return committed.ok ? succeeded(unread) : committed
  }
  const now = new Date(effects.now()).toISOString()
  return succeeded({ ...state, stops: [...state.stops, { from: state.keptAt ?? now, to: now }].slice(-MOST_STOPS) })
}

async function recallRows({ journal, slices, index, newOwner }: Reading): Promise<Failure | null> {
  for (const slice of slices.values()) {
    if (slice.kept === 0) continue
    const owner = newOwner(slice.id)
    if (slice.takenOver) index.takeOver(owner)
    for await (const key of keysOf(journal, slice.id)) {
      if (!key.ok) return key.failure
      index.note(key.value, 1, owner)
    }
  }
  return null
}

/** The keys of a slice's kept rows, as `rowKey` gives them. A failed segment is the last. */
async function* keysOf(journal: SnapshotJournal, sliceId: number): AsyncGenerator<Result<string>> {
  for await (const segment of journal.rows(sliceId)) {
    if (!segment.ok) {
      yield segment
      return
    }
    for (const { source } of segment.value) {
      const event = parseEventText(source)
      yield succeeded(event.ok ? eventKey(event.event) : source)
    }
  }
}
