// The sentence above the table about the units of its figures: confirmed, not confirmed, or not known.
import { areUnits, measureUnits, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import type { ShownTotals } from './totals-lines.ts'

export interface UnitsSentence {
  state: 'none' | 'confirmed' | 'not-confirmed' | 'not-known'
  words: string
}

export function unitsSentence({ measure, answer }: ShownTotals, meanings: PropertyMeanings): UnitsSentence {
  if (measure.figure === 'count') return { state: 'none', words: '' }
  if (answer.by.length === 0)
    return { state: 'not-known', words: 'Unit not known: no property says which currency or unit this is.' }
  const names = answer.by.join(' and ')
  const { confirmed } = measureUnits(measure.properties, meanings)
  const isConfirmed = confirmed || areUnits(answer.by, meanings)
  const never = answer.all.length > 1 ? ' Figures never mix two of them.' : ''
  return isConfirmed
    ? { state: 'confirmed', words: `By ${names}.${never}` }
    : { state: 'not-confirmed', words: `By ${names}, not confirmed.${never}` }
}
