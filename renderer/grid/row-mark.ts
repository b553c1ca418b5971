// What is wrong with a row, in words: for its mark, and for screen readers.
import type { Event } from '../../shared/event/event.ts'
import { shortened } from '../ui/excerpt.ts'

/** Of the filters that a row misses. */
const NAMES_CHARACTERS = 300

interface Besides {
  /** What it was, if that is not what it is. */
  change?: string | null
  /** Another row has its event ID. */
  isRepeated?: boolean
}

/** `misses`: names of the filters that the row does not match. Null: nothing is wrong. */
export function rowMark(
  { problems }: Event,
  misses: readonly string[],
  { change = null, isRepeated = false }: Besides = {},
): string | null {
  const words = [
    change || null,
    misses.length > 0 ? `does not match ${shortened(misses.join(', '), NAMES_CHARACTERS)}` : null,
    isRepeated ? 'its event ID occurs more than once on this page' : null,
    ...problems.map(({ field, message }) => `${field} ${message}`),
  ].filter((word) => word !== null)
  return words.length === 0 ? null : words.join('; ')
}
