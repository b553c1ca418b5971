// Reads one slice once, from its first row to its end, and judges the result by the service's totals.
import type { Failure } from '../../../../shared/failure.ts'
import type { Slice } from '../slice.ts'
import { SEGMENT_ROWS } from '../snapshot-journal.ts'
import { readPages } from './pages.ts'
import { keysOf, type Reading } from './reading.ts'
import type { ReadingAnswer } from './requests.ts'
import { createSliceRows, type SliceRows } from './slice-rows.ts'

export type SliceEnd =
  /** As many rows as the service's total, before and after. */
  | { kind: 'read' }
  /** Read to the end, but the total differs or is missing. */
  | { kind: 'differs'; rows: SliceRows }
  /** Rows outside the bounds: the service does not keep to the range. */
  | { kind: 'outside' }
  /** Many more rows than the total. */
  | { kind: 'more' }
  | { kind: 'stuck' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'halted' }

export interface SliceReadingOptions {
  /** The answer to its first page, if it is known already. */
  first?: ReadingAnswer
  /** Whether to continue after what an earlier run kept. */
  resume?: boolean
  /** Once true, nothing more is requested or kept. */
  isStopped?: () => boolean
}

/** Rows held in memory before they are committed in parts. */
const ROWS_IN_MEMORY = 4 * SEGMENT_ROWS

/** Reads the slice and commits it, in one transaction if it fits in memory. */
export async function readSlice(
  reading: Reading,
  slice: Slice,
  { first, resume = false, isStopped = () => false }: SliceReadingOptions = {},
): Promise<SliceEnd> {
  const { requests, state } = reading
  const rows = createSliceRows({ header: reading.journal.header, until: state.until, slice, begun: resume })
  if (resume) {
    for await (const key of keysOf(reading.journal, slice.id)) {
      if (!key.ok) return { kind: 'failed', failure: key.failure }
      rows.recall([key.value])
    }
  }
  const isWhole = state.method === 'offset'
  const askedAt = resume ? slice.askedAt : new Date(first?.askedAt ?? reading.effects.now()).toISOString()
  let parts = resume ? 1 : 0
  let why: 'outside' | 'more' | null = null

  const ended = await readPages(
    requests,
    slice,
    {
      offset: resume ? slice.nextOffset : 0,
      first: first ?? null,
      isTotalBelieved: state.behaviour.totals === 'matches',
      isWanted: () => !isStopped(),
    },
    async (answer) => {
      if (isStopped()) return false
      rows.add(answer)
      if (!isWhole && rows.traits.sawOutside()) why = 'outside'
      if (!isWhole && rows.facts().returned > ROWS_IN_MEMORY + 2 * (rows.facts().total ?? 0)) why = 'more'
      if (why !== null) return false
      if (rows.pending() < ROWS_IN_MEMORY) return true
      return keep({ state: 'reading', sorted: false })
    },
  )
  switch (ended.kind) {
    case 'end': {
      const { total, steady, returned } = rows.facts()
      const fingerprint = rows.fingerprint()
      // After a total fell, an arrival may hide another removal: two equal readings are required.
      const isSure = !slice.fell || (fingerprint !== null && fingerprint === slice.fingerprint)
      const isCounted = steady && total === returned
      const end = { readings: slice.readings + 1, fingerprint, failure: null }
      if (!(await keep({ ...end, state: isCounted && isSure ? 'read' : 'unproven' }))) return { kind: 'halted' }
      if (isCounted && returned > requests.pageSize()) reading.orders.add(rows.traits.order())
      return isCounted && isSure ? { kind: 'read' } : { kind: 'differs', rows }
    }
    case 'stopped':
      return why === null ? { kind: 'halted' } : { kind: why }
    case 'stuck':
      await keep({ state: 'failed', readings: slice.readings + 1 })
      return { kind: 'stuck' }
    case 'failed': {
      if (isStopped()) return { kind: 'halted' }
      if (requests.isHalted()) {
        // What was read so far is kept, to be continued.
        if (isWhole) await keep({ state: 'reading', sorted: false })
        return { kind: 'halted' }
      }
      await keep({ state: 'failed', readings: slice.readings + 1, failure: ended.failure })
      return ended
    }
    default:
      return ended satisfies never
  }

  async function keep(changed: Partial<Slice>): Promise<boolean> {
    if (isStopped()) return false
    const how = parts === 0 ? 'replace' : 'append'
    const owner = how === 'replace' ? ownAnew() : (reading.owners.get(slice.id) ?? ownAnew())
    const sorted = parts === 0 && changed.sorted !== false
    const isElsewhere = (key: string) => {
      const before = reading.index.note(key, 1, owner)
      return before.times > 0 && before.owner !== owner
    }
    const taken = rows.take(sorted, isWhole ? () => false : isElsewhere)
    parts += 1
    const now = { ...(reading.slices.get(slice.id) ?? slice), ...rows.facts(), askedAt, ...changed, sorted }
    return reading.commit({ slices: [now], rows: { sliceId: slice.id, how, rows: taken } })
  }

  function ownAnew(): number {
    const before = reading.owners.get(slice.id)
    if (before !== undefined) reading.index.forget(before)
    const owner = reading.newOwner()
    reading.owners.set(slice.id, owner)
    return owner
  }
}
