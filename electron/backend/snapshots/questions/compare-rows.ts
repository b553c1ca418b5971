// What differs between the loaded snapshot and an earlier one, which is read once and matched against the table by event ID.
import type { Failure, Result } from '../../../../shared/failure/failure.ts'
import type { Stretch } from '../../../../shared/snapshot/snapshot-changes.ts'
import { compareInstants, parseInstant } from '../../../../shared/time/instant.ts'
import type { SnapshotRow } from '../slice.ts'
import { buildTable } from './build-table.ts'
import { createEventScanner, type ScannedToken } from './event-scanner.ts'
import { FIELD_NUMBERS, fieldColumn } from './loaded-events.ts'
import { type LoadedSnapshot, loadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'

export interface Differences {
  /** Rows of the loaded snapshot that the earlier one lacks. */
  added: number[]
  /** Rows of `before` that the loaded snapshot lacks. */
  gone: number[]
  /** A row of `before`, and the row of the loaded snapshot that has its ID and another text. */
  altered: [before: number, after: number][]
  /** The differing rows of the earlier snapshot, as a table of their own. */
  before: LoadedSnapshot
  /** For each row of `before` its number in the earlier snapshot, as that is loaded. */
  rowsBefore: number[]
}

export type CompareOutcome =
  | { kind: 'compared'; differences: Differences }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'too-different'; most: number }

/** A bound on memory: they are held beside the snapshot itself. */
export const MOST_DIFFERENCES = 500_000

/** @param earlier all rows of the earlier snapshot, piece by piece */
export async function compareRows(
  snapshot: LoadedSnapshot,
  earlier: AsyncIterable<Result<readonly SnapshotRow[]>>,
  turn: Turn,
  { within = null, most = MOST_DIFFERENCES }: { within?: Stretch | null; most?: number } = {},
): Promise<CompareOutcome> {
  const { table } = snapshot
  const isWithin = withinStretch(within)
  const rowsOf = rowsById(snapshot)
  const isMatched = new Uint8Array(table.rows)
  const unmatched: { row: SnapshotRow; hasId: boolean; number: number }[] = []
  let number = -1
  if (within !== null) matchOutsideRows(snapshot, isMatched, isWithin)
  for await (const piece of earlier) {
    if (!piece.ok) return { kind: 'failed', failure: piece.failure }
    for (const row of piece.value) {
      number += 1
      const { candidates, hasId, createdAt } = rowsOf(row.source)
      if (!isWithin(createdAt)) continue
      const same = candidates.find((one) => isMatched[one] === 0 && table.texts.text(one) === row.source)
      if (same !== undefined) isMatched[same] = 1
      else if (unmatched.push({ row, hasId, number }) > most) return { kind: 'too-different', most }
    }
    await turn.breathe()
  }
  const builder = buildTable(unmatched.length, table.range)
  const gone: number[] = []
  const altered: [number, number][] = []
  for (const [before, { row, hasId }] of unmatched.entries()) {
    if (before % 1_024 === 0) await turn.breathe()
    builder.add(row.source, row.misses)
    const after = hasId ? rowsOf(row.source).candidates.find((one) => isMatched[one] === 0) : undefined
    if (after === undefined) gone.push(before)
    else {
      isMatched[after] = 1
      altered.push([before, after])
    }
  }
  const added: number[] = []
  for (let row = 0; row < table.rows; row += 1) if (isMatched[row] === 0) added.push(row)
  const before = loadedSnapshot(await builder.finish(turn))
  const rowsBefore = unmatched.map((one) => one.number)
  return { kind: 'compared', differences: { added, gone, altered, before, rowsBefore } }
}

/** Tests whether a created_at is within the stretch; an unreadable one never does. */
export function withinStretch(stretch: Stretch | null): (createdAt: string | null) => boolean {
  if (stretch === null) return () => true
  const [from, until] = [parseInstant(stretch.from), parseInstant(stretch.until)]
  return (createdAt) => {
    const at = createdAt === null ? null : parseInstant(createdAt)
    if (at === null || from === null || until === null) return false
    return compareInstants(at, from) >= 0 && compareInstants(at, until) < 0
  }
}

/** Counts rows outside the stretch as matched. */
export function matchOutsideRows(
  { table }: LoadedSnapshot,
  isMatched: Uint8Array,
  isWithin: (createdAt: string | null) => boolean,
): void {
  const { codes, values } = fieldColumn(table, 'createdAt')
  const isIn = Uint8Array.from({ length: values.size + 1 }, (_, id) => (id > 0 && isWithin(values.text(id)) ? 1 : 0))
  for (let row = 0; row < table.rows; row += 1) if (isIn[codes[row] ?? 0] === 0) isMatched[row] = 1
}

/** Finds the loaded rows that may be the same event: those with its ID or, if it has none, with its text. */
function rowsById({ table }: LoadedSnapshot) {
  const { codes, values } = fieldColumn(table, 'eventId')
  const heads = new Uint32Array(values.size + 1)
  const next = new Uint32Array(table.rows + 1)
  const withoutId = new Map<string, number[]>()
  for (let row = table.rows - 1; row >= 0; row -= 1) {
    const code = codes[row] ?? 0
    if (code === 0) {
      const text = table.texts.text(row)
      const known = withoutId.get(text)
      if (known === undefined) withoutId.set(text, [row])
      else known.push(row)
    } else {
      next[row + 1] = heads[code] ?? 0
      heads[code] = row + 1
    }
  }
  let code = 0
  let hasId = false
  let createdAt: string | null = null
  const scan = createEventScanner({
    field(field, found: ScannedToken) {
      if (field === FIELD_NUMBERS.createdAt) createdAt = found.kind === 'string' ? textOfBytes(found) : null
      if (field !== FIELD_NUMBERS.eventId) return
      code = found.kind === 'string' ? values.has(found) : 0
      hasId = found.kind === 'string'
    },
    properties: () => undefined,
    property: () => undefined,
  })
  return (source: string): { candidates: number[]; hasId: boolean; createdAt: string | null } => {
    code = 0
    hasId = false
    createdAt = null
    const bytes = Buffer.from(source, 'utf8')
    scan(bytes, 0, bytes.length)
    if (!hasId) return { candidates: withoutId.get(source) ?? [], hasId, createdAt }
    const candidates: number[] = []
    const head = code === 0 ? 0 : (heads[code] ?? 0)
    for (let place = head; place !== 0; place = next[place] ?? 0) candidates.push(place - 1)
    return { candidates, hasId, createdAt }
  }
}

/** A valid created_at contains neither escapes nor lone surrogates. */
const textOfBytes = ({ bytes, start, end }: ScannedToken) => Buffer.from(bytes.subarray(start, end)).toString('utf8')
