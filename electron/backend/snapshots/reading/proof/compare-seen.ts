// What the answers of one turn showed, those of the proof included, is held against what is kept.
import type { Slice } from '../../slice.ts'
import { isIn, keptRange } from '../course/instants.ts'
import { digestOf, type SeenRow } from '../course/observations.ts'
import type { Reading } from '../course/reading.ts'
import { eachKept, reachOf } from './kept-events.ts'

/**
 * Adds facts of letter e. Null where all agrees; else the slices to be read again: those in which events lie that came with
 * two texts, are not kept, or are kept with another text.
 */
export async function compareSeen(reading: Reading): Promise<Slice[] | null> {
  const { seen, index, prove, slices } = reading
  const isInside = isIn(keptRange(reading))
  const rows = [...seen.ofTurn()]
  const altered = rows.filter(([, row]) => row.isAltered)
  const inside = rows.filter(([, { at }]) => isInside(at))
  const unkept = inside.filter(([key, { fits }]) => fits && !index.has(key))
  const otherwise = await keptOtherwise(reading, new Map(inside.filter(([key]) => index.has(key))))
  if (otherwise === null) return []
  const e = { letter: 'e', says: 'moved' } as const
  if (altered.length > 0) prove({ ...e, code: 'altered', numbers: { altered: altered.length } })
  if (unkept.length > 0) prove({ ...e, code: 'unkept', numbers: { unkept: unkept.length } })
  if (otherwise.length > 0) prove({ ...e, code: 'kept-otherwise', numbers: { otherwise: otherwise.length } })
  const odd = [...altered, ...unkept, ...otherwise]
  if (odd.length === 0) return null
  const holders = holdersOf(slices.values(), odd)
  // One that came with another time than it is kept with, or with none, may be in any of them.
  return holders.length === 0 ? [...slices.values()] : holders
}

type KeyedRow = [key: string, row: SeenRow]

/** The slices that may hold some of the rows, by their time. */
function holdersOf(slices: Iterable<Slice>, rows: readonly KeyedRow[]): Slice[] {
  const instants = rows.flatMap(([, { at }]) => (at === null ? [] : [{ first: at, last: at }]))
  return [...slices].filter((slice) => instants.some(reachOf(slice)))
}

/** Those of the rows that are kept with no text like theirs; null where the journal cannot be read. */
async function keptOtherwise(reading: Reading, rows: ReadonlyMap<string, SeenRow>): Promise<KeyedRow[] | null> {
  const waiting = new Map(rows)
  const slices = [...reading.slices.values()].filter(({ kept }) => kept > 0)
  const holders = holdersOf(slices, [...rows])
  // Nearly always all are found where their time says.
  for (const slice of [...holders, ...slices.filter((slice) => !holders.includes(slice))]) {
    if (waiting.size === 0) break
    const isWhole = await eachKept(reading, [slice], ({ eventId, source }) => {
      const key = eventId ?? source
      const row = waiting.get(key)
      if (row !== undefined && row.digest === digestOf(source)) waiting.delete(key)
    })
    if (!isWhole) return null
  }
  return [...waiting]
}
