// One reading under way: its journal, its requests, and the facts that all of its parts share.
import { eventKey } from '../../../../shared/event.ts'
import { type Failure, type Result, succeeded } from '../../../../shared/failure.ts'
import { parseEventText } from '../../../../shared/search-page.ts'
import type { ReadingProgress } from '../../../../shared/snapshot.ts'
import type { Behaviour, Finding, ReadingState } from '../reading-state.ts'
import { type Slice, unreadSlice } from '../slice.ts'
import type { JournalChange, SnapshotJournal } from '../snapshot-journal.ts'
import type { RowOrder } from './answer-traits.ts'
import { type Shown, shownBy, withFinding } from './findings.ts'
import type { ReadingEffects } from './reading-effects.ts'
import { type Bounds, createRequests, type ReadingAnswer, type Requests } from './requests.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

export interface Reading {
  journal: SnapshotJournal
  effects: ReadingEffects
  requests: Requests
  state: ReadingState
  slices: Map<number, Slice>
  /** Rows of all slices that are read: none may be kept twice. */
  index: RowIndex
  /** Who holds a slice's rows in the index: another number for each reading of it. */
  owners: Map<number, number>
  /** How the answers of each part were ordered that took several, and fitted together. */
  orders: Set<RowOrder>
  newSlice(bounds: Bounds): Slice
  newOwner(): number
  /** Commits with the state as it is now. False, and the reading halted, where the disk refuses. */
  commit(change: Omit<JournalChange, 'state'>): Promise<boolean>
  learn(behaviour: Partial<Behaviour>): void
  find(found: Pick<Finding, 'about' | 'finding' | 'words'>, ...shown: (ReadingAnswer | Shown)[]): void
  /** Events kept so far, and the service's count of all where one is known. */
  progress(): ReadingProgress
}

/** Opens what the journal holds; rows that an earlier run read are put back into the index. */
export async function openReading(
  journal: SnapshotJournal,
  effects: ReadingEffects,
  signal: AbortSignal,
  report: (progress: ReadingProgress) => void,
): Promise<Result<Reading>> {
  const requests = createRequests(journal.header, effects, signal)
  const startedAt = effects.now()
  const before = journal.state()
  const slices = new Map(journal.slices().map((slice) => [slice.id, slice]))
  let lastId = 0
  let lastOwner = 0
  const tally = { events: 0, leftOut: 0, misfits: 0 }
  const count = (slice: Slice | undefined, sign: 1 | -1) => {
    if (slice === undefined) return
    const { before, after } = slice.leftOut
    tally.events += sign * slice.kept
    tally.leftOut += sign * (before + after)
    tally.misfits += sign * slice.missing
  }
  const put = (id: number, slice: Slice | undefined) => {
    count(slices.get(id), -1)
    count(slice, 1)
    if (slice === undefined) slices.delete(id)
    else slices.set(id, slice)
  }
  for (const slice of slices.values()) {
    lastId = Math.max(lastId, slice.id)
    count(slice, 1)
  }

  const reading: Reading = {
    journal,
    effects,
    requests,
    state: before,
    slices,
    index: createRowIndex(),
    owners: new Map(),
    orders: new Set(),
    newSlice: (bounds) => {
      lastId += 1
      return unreadSlice(lastId, bounds)
    },
    newOwner: () => {
      lastOwner += 1
      return lastOwner
    },
    async commit(change) {
      const next = new Map<number, Slice | undefined>()
      for (const id of change.dropped ?? []) next.set(id, undefined)
      for (const slice of change.slices ?? []) next.set(slice.id, slice)
      const earlier = [...next.keys()].map((id) => [id, slices.get(id)] as const)
      for (const [id, slice] of next) put(id, slice)
      const durationMs = before.durationMs + Math.max(0, Math.round(effects.now() - startedAt))
      reading.state = { ...reading.state, requests: before.requests + requests.sent(), durationMs }
      const committed = await journal.commit({ ...change, state: reading.state })
      if (!committed.ok) {
        requests.halt(committed.failure)
        // What the disk refused is not kept.
        for (const [id, slice] of earlier) put(id, slice)
      }
      report(reading.progress())
      return committed.ok
    },
    learn: (seen) => {
      reading.state = { ...reading.state, behaviour: { ...reading.state.behaviour, ...seen } }
    },
    find: (found, ...shown) => {
      const requests = shown.map((one) => ('events' in one ? shownBy(one) : one))
      reading.state = {
        ...reading.state,
        findings: withFinding(reading.state.findings, found, effects.now(), requests),
      }
    },
    progress: () => {
      const heldUntil = requests.pace.heldUntil()
      return {
        phase: reading.state.rounds > 0 ? 'recounting' : 'reading',
        ...tally,
        total: reading.state.totalAtStart?.total ?? null,
        requests: before.requests + requests.sent(),
        atOnce: requests.pace.atOnce(),
        heldUntil: heldUntil > effects.now() ? heldUntil : null,
      }
    },
  }
  const recalled = await recallRows(reading)
  return recalled === null ? succeeded(reading) : { ok: false, failure: recalled }
}

async function recallRows({ journal, slices, index, owners, newOwner }: Reading): Promise<Failure | null> {
  for (const slice of slices.values()) {
    if (slice.kept === 0) continue
    const owner = newOwner()
    owners.set(slice.id, owner)
    for await (const key of keysOf(journal, slice.id)) {
      if (!key.ok) return key.failure
      index.note(key.value, 1, owner)
    }
  }
  return null
}

/** What tells each kept row of a slice from others. */
export async function* keysOf(journal: SnapshotJournal, sliceId: number): AsyncGenerator<Result<string>> {
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
