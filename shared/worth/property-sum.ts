// The sum of a property over events, as sent and exact: credit, debit and what is neither apart, and never across two
// currencies or units. Selections, pages and files take their sums here.
import type { Event } from '../event/event.ts'
import { createExactSums, type SumFigure, type SumType, sumTypeOf } from '../exact/exact-sum.ts'
import { createNotInSum, type Missed, type NotInSumTally } from './not-in-sum.ts'
import type { PricedQuantity } from './priced-quantity.ts'
import { isApartByCode, measureUnits, type PropertyMeanings } from './property-meanings.ts'
import type { NotInSum } from './worth.ts'
import { numberOf, sentOf } from './worth-event.ts'

export interface WantedSum {
  property: string
  /** Properties whose texts tell currencies and units apart; different ones are never added. */
  by: readonly string[]
  /** Whether the user confirmed that they do. */
  confirmed: boolean
  /** By which properties beside it the property is a quantity after all, which has no currency; null: never. */
  priced?: PricedQuantity | null
  /** Quantities whose unit is not known are never added across event codes: the code is their unit. */
  byCode?: boolean | undefined
}

/** A sum as `measureUnits` splits it; of what may be no money, by event code too where no unit is known. */
export const wantedSum = (property: string, meanings: PropertyMeanings): WantedSum => ({
  property,
  ...measureUnits([property], meanings),
  byCode: isApartByCode([property], meanings),
})

/** `units`: a text, or null where it is not known, for each of `by`. */
export interface PropertyFigure extends Omit<SumFigure, 'unit'> {
  units: (string | null)[]
  /** Its events that are not in the sum, why, and what they sent in place of a number. */
  notIn: NotInSum[]
}

export interface SumOfProperty {
  property: string
  /** Those that told units apart in some event; empty where none said its unit. */
  by: string[]
  /** Whether the last of `by` is no property, but the event code. */
  byCode?: true
  confirmed: boolean
  /** Credits, then debits, then what is neither. */
  figures: PropertyFigure[]
  /** Events whose units are beyond those that are told apart; they are in no figure. */
  rowsOfOtherUnits: number
}

/** This is what a sum needs to know of an event. */
export type SummedRow = Pick<Event, 'eventType' | 'properties'> & Partial<Pick<Event, 'eventCode'>>

export type PropertySum = ReturnType<typeof createPropertySum>

/**
 * Takes one sum, event by event. Events are told apart by all that says their unit, such as a currency and a region,
 * and by their code where none of it does; what never told any event apart is left out of the result.
 * @param typeOf by which events are told apart besides
 */
export function createPropertySum(
  { property, by: unitNames, confirmed, priced = null, byCode = false }: WantedSum,
  typeOf: (eventType: string | null) => SumType = sumTypeOf,
) {
  const by = byCode ? [...unitNames, EVENT_CODE] : unitNames
  const codePlace = unitNames.length
  /** The places in `by` that told some event apart. */
  const usedPlaces = new Set<number>()
  /** The unit of each sum is the JSON text of `unitsOf`; null: not known. */
  const sums = createExactSums()
  /** What is not in each sum, by its type and unit. */
  const missed = new Map<string, NotInSumTally>()
  const sumName = (type: SumType, unit: string | null) => `${type} ${unit}`

  /** What tells an event's unit, one for each of `by`, null where it does not; null in all where nothing does. */
  function unitsOf({ eventCode = null, properties }: SummedRow): (string | null)[] | null {
    let units: (string | null)[] | null = null
    const denied = priced !== null && isPriced(properties, priced) ? priced.currencies : NONE
    for (const [at, wanted] of unitNames.entries()) {
      if (denied.includes(wanted)) continue
      const texts = properties.filter(({ name, kind }) => name === wanted && kind === 'string')
      if (texts.length !== 1 || texts[0] === undefined) continue
      usedPlaces.add(at)
      units ??= by.map(() => null)
      units[at] = texts[0].text
    }
    if (units !== null || !byCode || eventCode === null) return units
    usedPlaces.add(codePlace)
    return by.map((_, at) => (at === codePlace ? eventCode : null))
  }

  return {
    add: (event: SummedRow): void => {
      const { eventType, eventCode = null, properties } = event
      const named = properties.filter(({ name }) => name === property)
      // Nobody can know which one of several a reader would take.
      const number = named.length === 1 && named[0]?.kind === 'number' ? named[0].text : null
      const units = unitsOf(event)
      const [type, unit] = [typeOf(eventType), units && JSON.stringify(units)]
      const counted = sums.add(type, unit, number)
      if (counted === 'number' || counted === 'of-another-unit') return
      const tally = missed.get(sumName(type, unit)) ?? createNotInSum()
      missed.set(sumName(type, unit), tally)
      tally.add(missedNumber(property, eventCode, sentOf(named)))
    },
    result: (): SumOfProperty => {
      const places = by.flatMap((_, at) => (usedPlaces.has(at) ? at : []))
      const unitsIn = (text: string | null) => {
        const units: (string | null)[] = text === null ? [] : JSON.parse(text)
        return places.map((at) => units[at] ?? null)
      }
      return {
        property,
        by: places.flatMap((at) => by[at] ?? []),
        ...(usedPlaces.has(codePlace) && { byCode: true as const }),
        confirmed,
        figures: sums.figures().map(({ unit, ...figure }) => ({
          units: unitsIn(unit),
          ...figure,
          notIn: missed.get(sumName(figure.type, unit))?.figures() ?? [],
        })),
        rowsOfOtherUnits: sums.rowsOfOtherUnits(),
      }
    },
  }
}

/** The properties that tell the units of a sum apart: all of `by` but the event code. */
export const unitProperties = ({ by, byCode = false }: Pick<WantedSum, 'by' | 'byCode'>): readonly string[] =>
  byCode ? by.slice(0, -1) : by

/** Says what a figure is of: "EUR", "api_calls (unit not set)". @param notSet what stands where nothing tells it */
export function figureUnitWords(
  sum: Pick<WantedSum, 'by' | 'byCode'>,
  units: readonly (string | null)[],
  notSet = 'unit not set',
): string {
  const ofProperties = units.slice(0, unitProperties(sum).length)
  const code = units[ofProperties.length] ?? null
  if (code !== null) return `${code} (${notSet})`
  if (ofProperties.every((unit) => unit === null)) return notSet
  return ofProperties.map((unit) => unit ?? notSet).join(', ')
}

/**
 * An event that is not in a sum as sent.
 * @param value what stands in place of a number; null: nothing does
 * @param isTextRead whether plain decimals that were sent as text are numbers
 */
export function missedNumber(
  property: string,
  eventCode: string | null,
  value: Missed['value'],
  isTextRead = false,
): Missed {
  const number = numberOf(value && { ...value }, { isTextRead })
  const why = typeof number === 'string' ? number : 'no-number'
  return { why, eventCode, property, value, quantity: null, unit: null, events: 1 }
}

/** Stands behind the names of properties; it is said, not looked up. */
export const EVENT_CODE = 'event code'
const NONE: readonly string[] = []

/** Whether the property is a quantity in this event: a price stands beside it, and no other quantity does. */
function isPriced(properties: SummedRow['properties'], { prices, quantities }: PricedQuantity): boolean {
  const isThere = (wanted: readonly string[]) =>
    properties.some(({ name, kind }) => kind === 'number' && wanted.includes(name))
  return isThere(prices) && !isThere(quantities)
}
