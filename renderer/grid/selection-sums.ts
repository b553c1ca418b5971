// Sums as sent of a numeric property over events of the page: those that are selected, or its rows.
import type { Event, Property } from '../../shared/event/event.ts'
import { areUnits, type PropertyMeanings, pricedQuantity } from '../../shared/worth/property-meanings.ts'
import {
  createPropertySum,
  type PropertyFigure,
  type SumOfProperty,
  wantedSum,
} from '../../shared/worth/property-sum.ts'

export interface SelectionSum {
  /** Of each event type one for each currency or unit; a single one without units. */
  figures: PropertyFigure[]
  /** Events without exactly one numeric value. */
  without: number
  /** The property that splits the figures, such as "currency"; null: there is none. */
  by: string | null
  /** Whether the user said that it tells units apart. */
  confirmed: boolean
}

/** Names that are a number in any of the events, the commonest first; no more than a list is read. */
export const numericProperties = (events: readonly Event[]) =>
  namesIn(events, ({ kind }) => kind === 'number').slice(0, MOST_NAMES)

const MOST_NAMES = 50

/** The commonest first. */
function namesIn(events: readonly Event[], isMeant: (property: Property) => boolean): string[] {
  const counts = new Map<string, number>()
  for (const { properties } of events) {
    for (const property of properties) {
      if (isMeant(property)) counts.set(property.name, (counts.get(property.name) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
}

/**
 * How to sum a property of these events, or of some of them. Until meanings are confirmed, a text property called currency
 * or unit splits the sums, and what a unit price stands beside is a quantity: it has no currency, and no sum across codes
 * unless its unit is known.
 */
export function propertySums(
  events: readonly Event[],
  name: string,
  meanings: PropertyMeanings,
): (some: readonly Event[]) => SumOfProperty {
  const all = namesIn(events, () => true)
  const priced = pricedQuantity(name, all, meanings)
  const isQuantity = meanings.some((one) => one.name === name && one.meaning === 'quantity')
  const wanted = { ...wantedSum(name, meanings), priced, byCode: priced !== null || isQuantity }
  return (some) => {
    const sum = createPropertySum(wanted)
    for (const event of some) sum.add(event)
    return sum.result()
  }
}

export function selectionSum(events: readonly Event[], name: string, meanings: PropertyMeanings): SelectionSum {
  const { figures, by, confirmed, rowsOfOtherUnits } = propertySums(events, name, meanings)(events)
  return {
    figures,
    without: figures.reduce((count, { without, beyond }) => count + without + beyond, rowsOfOtherUnits),
    by: by.length === 0 ? null : by.join(' and '),
    confirmed: confirmed || areUnits(by, meanings),
  }
}
