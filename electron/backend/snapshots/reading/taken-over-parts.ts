// A snapshot of another range takes over the parts of a finished one: copied into its journal before it is read,
// counted again as it begins, and read again where that differs (docs/decisions/snapshot-extension.md).
import { LIMIT_CAP } from '../../../../shared/event/event.ts'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { ROW_KINDS } from '../../../../shared/snapshot/account.ts'
import type { ReadingState } from '../reading-state.ts'
import type { SnapshotHeader, SnapshotJournal } from '../snapshot-journal.ts'
import { inOrderOfTime, type TimeSlice } from '../time-slice.ts'
import { countCuts } from './proof/count-cuts.ts'
import { MARGIN, MILLISECOND, nanosecondsOf, rfc3339Of, SECOND } from './session/instants.ts'
import type { Reading } from './session/reading.ts'
import type { Bounds } from './session/requests.ts'

/** This is what decides which parts may be taken over, without any row. */
type ProvenSnapshot = Pick<SnapshotJournal, 'header' | 'state' | 'slices'>

/** A part that took fewer answers is read again: to count it at the beginning and at the end costs about as much. */
const LEAST_ANSWERS = 6

/**
 * The parts of a finished snapshot that can stand in a snapshot of another range as they are: what was kept of each
 * belongs to that range, what was left out does not, and nothing about it was odd. None where the snapshot is not
 * complete by the present rule, or where the service was not seen to keep to exact ranges. They are in order of time.
 * @param range that of the new snapshot
 */
export function partsToTake(source: ProvenSnapshot, range: SnapshotHeader['range']): TimeSlice[] {
  const state = source.state()
  const { times, rangesHold } = state.behaviour
  // 2 is the present rule; a verdict by an earlier one has less evidence.
  const isProved = state.proof === 2 && state.verdict?.kind === 'complete'
  const isOfExactRanges = !state.rangeAlone && state.margin === MARGIN && times !== false && rangesHold
  if (!isProved || !isOfExactRanges) return []
  const sourceRange = { from: state.begins ?? source.header.range.from, until: state.until }
  return inOrderOfTime(source.slices()).filter(
    (part) => isClean(part) && part.returned > (LEAST_ANSWERS - 1) * LIMIT_CAP && isWithin(part, sourceRange, range),
  )
}

/** Whether a part was read and counted to the same number, and no row is of a kind that the service is asked about. */
function isClean({ state, total, after, returned, account }: TimeSlice): boolean {
  if (state !== 'read' || account === null || total !== returned || after !== returned) return false
  const usual = ['kept', 'before', 'after', 'cameAgain'] as const
  return ROW_KINDS.every((rowKind) => account[rowKind] === 0 || usual.some((one) => one === rowKind))
}

/**
 * Whether all that was kept of a part lies in `range`, and nothing that was left out of it does. An end that both
 * ranges share is such a one. At any other end rows may lie outside the part's bounds by a fraction of a second that
 * the service dropped, so the part has to end a second before it, and none of its rows may have been left out there.
 */
function isWithin(part: TimeSlice, sourceRange: Ends, range: Ends): boolean {
  const [from, to] = [nanosecondsOf(part.from), nanosecondsOf(part.to)]
  const [start, end] = [nanosecondsOf(range.from), nanosecondsOf(range.until)]
  const isStartShared = start === nanosecondsOf(sourceRange.from)
  const isAfterStart = part.account?.before === 0 && from !== null && (start === null || from >= start + SECOND)
  // A range without an end shares none: that of the other snapshot was fixed by the clock as its reading began.
  const isEndShared = end !== null && end === nanosecondsOf(sourceRange.until)
  const isBeforeEnd = part.account?.after === 0 && to !== null && (end === null || to <= end - SECOND)
  return (isStartShared || isAfterStart) && (isEndShared || isBeforeEnd)
}

/** RFC 3339; null: open. */
type Ends = Pick<SnapshotHeader['range'], 'from' | 'until'>

/**
 * Copies the parts of `partsToTake`, with their rows, into a journal of which nothing was read yet; called again, it
 * continues where it was. A part of which a row cannot be read is left out. Fails with `disk` where it cannot be
 * written, and with `cancelled`.
 */
export async function copyParts(
  journal: SnapshotJournal,
  source: SnapshotJournal,
  signal: AbortSignal,
): Promise<Result<null>> {
  const there = new Set(journal.slices().flatMap(({ id, takenOver }) => (takenOver ? [id] : [])))
  for (const part of partsToTake(source, journal.header.range)) {
    if (there.has(part.id)) continue
    const copied = await copyPart(journal, source, part, signal)
    if (!copied.ok) return copied
  }
  return succeeded(null)
}

/** Copies a part, which is marked as taken over once all its rows are there: an interrupted copy is begun again. */
async function copyPart(
  journal: SnapshotJournal,
  source: SnapshotJournal,
  part: TimeSlice,
  signal: AbortSignal,
): Promise<Result<null>> {
  const waiting: TimeSlice = { ...part, state: 'waiting', takenOver: false }
  let how: 'replace' | 'append' = 'replace'
  let rows = 0
  for await (const segment of source.rows(part.id)) {
    if (signal.aborted) return failed({ kind: 'cancelled' })
    if (!segment.ok) return journal.commit({ dropped: [part.id] })
    const written = await journal.commit({ slices: [waiting], rows: { sliceId: part.id, how, rows: segment.value } })
    if (!written.ok) return written
    how = 'append'
    rows += segment.value.length
  }
  if (rows !== part.kept) return journal.commit({ dropped: [part.id] })
  return journal.commit({ slices: [{ ...part, takenOver: true }] })
}

/**
 * Counts the parts that were copied into the journal.
 * @returns the parts of which the service still counts as many rows as were read, and unread ones for all that lies
 * between them; nothing where no part is left, so that the range is read as any other
 */
export async function partsTakenOver(reading: Reading): Promise<TimeSlice[]> {
  const { state, journal } = reading
  const copied = inOrderOfTime(reading.slices.values()).filter(({ takenOver }) => takenOver)
  if (state.rangeAlone || copied.length === 0) return []
  // A range without an end has had one only since the reading began, so no copied part was held against it yet.
  const isFixed = state.until !== journal.header.range.until
  const end = isFixed ? nanosecondsOf(state.until) : null
  const inside = copied.filter(({ to }) => end === null || (nanosecondsOf(to) ?? end) <= end - SECOND)
  const counts = await countCuts(reading, inside)
  const taken = inside
    .filter(({ returned }, at) => counts[at] === returned)
    .map((part): TimeSlice => ({ ...part, total: part.returned, after: null }))
  return taken.length === 0 ? [] : [...taken, ...gapsBetween(taken, reading).map(reading.newSlice)]
}

/** The bounds before, between and after the parts, within the range as sent. @param parts in order of time */
function gapsBetween(parts: readonly TimeSlice[], { state: { sent, behaviour } }: Reading): Bounds[] {
  // Where a range does not include its first instant, neither a part nor the gap beside it would have the events at
  // their bound. So each gap begins and ends a little inside the parts.
  const lead = behaviour.fromIncluded ? 0n : MILLISECOND
  const movedBy = (text: string | null, by: bigint) => {
    const at = nanosecondsOf(text)
    return at === null ? null : rfc3339Of(at + by)
  }
  const gaps: Bounds[] = []
  // Where the next gap begins as it is sent, and in ns where what is covered so far ends; null: at the open beginning.
  let [from, edge] = [sent.from, nanosecondsOf(sent.from)]
  /** Whether a part goes on without an end, so that nothing is behind it. */
  let isOver = false
  for (const part of parts) {
    const [start, end] = [nanosecondsOf(part.from), nanosecondsOf(part.to)]
    if (start !== null && (edge === null || start > edge)) gaps.push({ from, to: movedBy(part.from, lead) })
    isOver = end === null
    edge = end
    from = movedBy(part.to, -lead)
  }
  const last = nanosecondsOf(sent.to)
  if (!isOver && (last === null || edge === null || edge < last)) gaps.push({ from, to: sent.to })
  return gaps
}

/** The events that are kept of parts taken over, and when they were read; null where there are none. */
export function takenOverEvents(slices: Iterable<TimeSlice>): ReadingState['takenOver'] {
  const parts = [...slices].filter(({ takenOver, kept }) => takenOver && kept > 0)
  const times = parts.flatMap(({ askedAt }) => askedAt ?? []).sort()
  const [from, to] = [times[0], times.at(-1)]
  if (from === undefined || to === undefined) return null
  return { events: parts.reduce((sum, { kept }) => sum + kept, 0), from, to }
}
