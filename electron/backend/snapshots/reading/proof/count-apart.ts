// Counts a search a second time, apart: in stretches of its time, or by a field that all events have. Together they must be as
// many as the whole.
import type { Fact } from '../../reading-state.ts'
import { countedOf, wholeAccount } from '../../slice.ts'
import type { Reading } from '../course/reading.ts'
import { countAround } from './around.ts'
import { countByFields } from './by-fields.ts'
import { countGaps } from './gaps.ts'
import { countInHalves } from './halves.ts'
import { divisor, summaryOfKept } from './kept-summary.ts'
import { countInPieces } from './pieces.ts'

/** Up to so many, all time without an event is asked for. */
const VERY_FEW = 3
/** Below so many, two halves may agree by chance. */
const FEW = 25
/** From so many on, halves of an estimate may be right by chance. */
const MANY = 31
/** The least unit that counts may be rounded to where nothing else tells. */
const ROUND = 5

/** Adds facts of letter b. `isApart`: several slices added up to the whole; more is asked only if all could be rounded. */
export async function countApart(reading: Reading, isApart: boolean): Promise<Fact['says']> {
  const { slices, state } = reading
  if (isApart && commonDivisor([...slices.values()].map(({ after }) => after ?? 0)) <= 1) return 'holds'
  const counted = countedOf(slices.values())
  const kept = await summaryOfKept(reading)
  if (kept === null) return 'unasked'
  if (isApart) {
    return (
      (await countInHalves(reading, kept, counted)) ?? (await countByFields(reading, kept, counted, true)) ?? 'unasked'
    )
  }
  const { times, rangesHold } = state.behaviour
  const isTimed = times !== false && rangesHold && state.sent.to !== null
  if (isTimed && counted <= VERY_FEW && (wholeAccount(slices.values())?.undated ?? 0) === 0) {
    return countGaps(reading, kept)
  }
  const isMany = isTimed && counted >= MANY
  const parts = isMany ? await countInPieces(reading, kept, counted, false) : null
  if (parts === 'holds') return parts
  // Where parts disagree, halves tell why.
  const halves = await countInHalves(reading, kept, counted)
  if (parts !== null) return parts
  if (halves !== null && halves !== 'holds') return halves
  const isFew = isTimed && counted < FEW
  if (halves !== null && isFew) return (await countInPieces(reading, kept, counted, true)) ?? 'unasked'
  const common = halves === null ? 0 : commonDivisor([firstHalfOf(reading), counted])
  const isAlone = halves === null || common > 1
  const fields = isAlone || counted >= MANY ? await countByFields(reading, kept, counted, isAlone) : null
  if (fields !== null && fields !== 'holds') return fields
  if (fields === null && common >= ROUND) return 'unasked'
  // Of one instant and one kind nothing else proves it.
  if (halves === null && fields === null) return (await countAround(reading, kept, counted)) ?? 'unasked'
  return 'holds'
}

/** Counts that have one are as right when they are rounded. 0 of none. */
const commonDivisor = (counts: readonly number[]): number => counts.reduce(divisor, 0)

const firstHalfOf = ({ state }: Reading): number =>
  state.evidence.findLast(({ code }) => code === 'halves')?.numbers.first ?? 0
