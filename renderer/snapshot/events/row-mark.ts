// What is wrong with a row of a snapshot, in words.
import type { Event } from '../../../shared/event/event.ts'
import { shortened } from '../../ui/excerpt.ts'

const NAMES_CHARACTERS = 300

/** `misses`: names of the filters that the row does not match. Null: nothing is wrong. */
export function rowMark({ problems }: Event, misses: readonly string[]): string | null {
  const words = [
    ...(misses.length > 0 ? [`does not match ${shortened(misses.join(', '), NAMES_CHARACTERS)}`] : []),
    ...problems.map(({ field, message }) => `${field} ${message}`),
  ]
  return words.length === 0 ? null : words.join('; ')
}
