// Exact sums of a numeric property over selected rows, never across credit and debit, currencies or units.
import type { Event } from '../../shared/event/event.ts'
import { createExactSums, type SumFigure, sumTypeOf } from '../../shared/exact/exact-sum.ts'
import { areUnits, measureUnits, type PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { namedValue } from './property-values.ts'

export interface SelectionSum {
  /** Of each event type one for each currency or unit; a single one without units. */
  figures: SumFigure[]
  /** Rows without exactly one numeric value. */
  without: number
  /** The property that splits the figures, such as "currency"; null: there is none. */
  by: string | null
  /** Whether the user said that it tells units apart. */
  confirmed: boolean
}

/** Names that are a number in any of the events, the commonest first; no more than a list is read. */
export function numericProperties(events: readonly Event[]): string[] {
  const counts = new Map<string, number>()
  for (const { properties } of events) {
    for (const { name, kind } of properties) if (kind === 'number') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NAMES)
    .map(([name]) => name)
}

const MOST_NAMES = 50

/** Until meanings are confirmed, a text property called currency or unit splits the sums. */
export function selectionSum(events: readonly Event[], name: string, meanings: PropertyMeanings): SelectionSum {
  const { by, confirmed } = measureUnits([name], meanings)
  const sums = createExactSums()
  const said = new Set<string>()
  for (const event of events) {
    const units = by.flatMap((unit) => {
      const value = namedValue(event, unit)
      if (value === null || value.times > 1 || value.property.kind !== 'string') return []
      said.add(unit)
      return [value.property.text]
    })
    const value = namedValue(event, name)
    const isNumber = value !== null && value.times === 1 && value.property.kind === 'number'
    sums.add(
      sumTypeOf(event.eventType),
      units.length === 0 ? null : units.join(' · '),
      isNumber ? value.property.text : null,
    )
  }
  const figures = sums.figures()
  const without = figures.reduce((count, figure) => count + figure.without + figure.beyond, sums.rowsOfOtherUnits())
  const names = [...said]
  return {
    figures,
    without,
    by: names.length === 0 ? null : names.join(' and '),
    confirmed: confirmed || areUnits(names, meanings),
  }
}
