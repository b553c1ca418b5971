// Reads one slice once, from its first row to its end, and holds the result against the service's total.
import type { Failure } from '../../../../../shared/failure/failure.ts'
import type { SearchRow } from '../../../rows/search-rows.ts'
import type { Slice } from '../../slice.ts'
import { SEGMENT_ROWS } from '../../snapshot-journal.ts'
import { keptRange } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { ReadingAnswer } from '../course/requests.ts'
import { readPages, seamOf } from './pages.ts'
import { createSliceRows, type SliceRows } from './slice-rows.ts'

export type SliceEnd =
  /** As many rows as the service's total. */
  | { kind: 'read' }
  /** Read to the end, but the total differs or is missing, or the two readings that it needs differ. */
  | { kind: 'differs'; rows: SliceRows }
  /** Rows outside the bounds: the service does not keep to the range. */
  | { kind: 'outside' }
  /** Many more rows than the total. */
  | { kind: 'more' }
  /** Two pages do not join. `isAgainst`: neither movement nor rows of one instant explain it. */
  | { kind: 'broken'; isAgainst: boolean }
  /** The service lowers offsets to the start of a page: read again without overlaps. */
  | { kind: 'floored' }
  | { kind: 'stuck' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'halted' }

export interface SliceReadingOptions {
  /** The answer to its first page, if it is known already. */
  first?: ReadingAnswer
  /** Whether to continue after what an earlier run kept. */
  resume?: boolean
  /** Whether to take what comes although pages do not join. */
  takesBroken?: boolean
  /** Once true, nothing more is requested or kept. */
  isStopped?: () => boolean
}

/** Rows held in memory before they are committed in parts. */
const ROWS_IN_MEMORY = 4 * SEGMENT_ROWS

/** Reads the slice and commits it, in one transaction if it fits in memory. */
export async function readSlice(
  reading: Reading,
  slice: Slice,
  { first, resume = false, takesBroken = false, isStopped = () => false }: SliceReadingOptions = {},
): Promise<SliceEnd> {
  const { requests, state } = reading
  const overlap = !state.behaviour.aligned && requests.pageSize() > 1
  // Without overlaps nothing shows a gap but a second reading that is equal.
  const wantsFingerprint = !overlap && (slice.total ?? first?.total ?? 0) > requests.pageSize()
  const rows = createSliceRows({
    header: reading.journal.header,
    range: keptRange(reading),
    slice,
    begun: resume,
    index: reading.index,
    owner: resume ? reading.ownerOf(slice.id) : reading.newOwner(slice.id),
    oddities: reading.oddities,
    wantsFingerprint,
  })
  const isWhole = state.method === 'offset'
  const askedAt = resume ? slice.askedAt : new Date(first?.askedAt ?? reading.effects.now()).toISOString()
  let parts = resume ? 1 : 0
  let why: 'outside' | 'more' | null = null
  let last: SearchRow | undefined

  const ended = await readPages(
    requests,
    slice,
    {
      offset: resume ? Math.max(0, slice.nextOffset - (overlap ? 1 : 0)) : 0,
      seam: resume && overlap ? slice.seam : null,
      first: first ?? null,
      overlap,
      shortEnds: state.behaviour.shortEnds,
      takesBroken,
      isTotalBelieved: state.behaviour.totals === 'matches',
      isWanted: () => !isStopped(),
    },
    async (answer, joins) => {
      if (isStopped()) return false
      rows.add(answer, joins)
      last = answer.events.at(-1) ?? last
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
      reading.oddities.outside.set(slice.id, rows.traits.outside())
      const isSame = !wantsFingerprint || fingerprint === slice.fingerprint
      const isSure = isSame && steady && total === returned
      const end = { readings: slice.readings + 1, fingerprint, failure: null, after: null }
      if (!(await keep({ ...end, state: isSure ? 'read' : 'unproven' }))) return { kind: 'halted' }
      if (isSure && returned > requests.pageSize()) reading.orders.add(rows.traits.order())
      return isSure ? { kind: 'read' } : { kind: 'differs', rows }
    }
    case 'stopped':
      return why === null ? { kind: 'halted' } : { kind: why }
    case 'stuck':
      await keep({ state: 'failed', readings: slice.readings + 1 })
      return { kind: 'stuck' }
    case 'broken':
      rows.add(ended.answer, false)
      return { kind: 'broken', isAgainst: !ended.isTie && rows.facts().steady && rows.traits.order() !== 'other' }
    case 'floored':
      return ended
    case 'failed': {
      if (isStopped()) return { kind: 'halted' }
      if (requests.isHalted() || requests.isSpent()) {
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
    const sorted = parts === 0 && changed.sorted !== false
    const taken = rows.take(sorted)
    parts += 1
    const seam = last === undefined ? slice.seam : seamOf(last)
    const now = {
      ...(reading.slices.get(slice.id) ?? slice),
      ...rows.facts(),
      askedAt,
      seam,
      ...changed,
      sorted,
      takenOver: false,
    }
    return reading.commit({ slices: [now], rows: { sliceId: slice.id, how, rows: taken } })
  }
}
