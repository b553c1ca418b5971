// This is what events of the page come to, those that are selected or all rows: sums as sent of a numeric property, and
// their worth.
import type { Event, Property } from '../../shared/event/event.ts'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import { moneyText } from '../../shared/worth/money-text.ts'
import { joinedNotIn, missedWords } from '../../shared/worth/not-in-sum.ts'
import { areUnits, isApartByCode, type PropertyMeanings, pricedQuantity } from '../../shared/worth/property-meanings.ts'
import {
  createPropertySum,
  type PropertyFigure,
  type SumOfProperty,
  type WantedSum,
  wantedSum,
} from '../../shared/worth/property-sum.ts'
import { noRuleWords } from '../../shared/worth/worth.ts'
import { shortened } from '../ui/excerpt.ts'
import type { EventsWorth } from '../worth/events-worth.ts'
import { currencyWords, drawnMoney } from '../worth/money-words.ts'

export interface SumAsSent {
  /** Each event type has one for each currency or unit; a single one without units. */
  figures: PropertyFigure[]
  /** They say what is in none of them, each in a few words. */
  left: string[]
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
 * How to sum a property of these events, or of some of them. Until meanings are confirmed, a text property called
 * currency or unit splits the sums, and what a unit price stands beside is a quantity: it has no currency, and no sum
 * across codes unless its unit is known.
 */
export function propertySums(
  events: readonly Event[],
  name: string,
  meanings: PropertyMeanings,
): (some: readonly Event[]) => SumOfProperty {
  const all = namesIn(events, () => true)
  const priced = pricedQuantity(name, all, meanings)
  const isQuantity = meanings.some((one) => one.name === name && one.meaning === 'quantity')
  const sum = wantedSum(name, meanings)
  const byCode = priced !== null || isQuantity || (isApartByCode([name], meanings) && haveSeveralCodes(events, sum))
  const wanted = { ...sum, priced, byCode }
  return (some) => {
    const sum = createPropertySum(wanted)
    for (const event of some) sum.add(event)
    return sum.result()
  }
}

/** Whether numbers of which no unit is known are of several event codes. */
function haveSeveralCodes(events: readonly Event[], { property, by }: WantedSum): boolean {
  const hasOne = ({ properties }: Event, wanted: string, kind: Property['kind']) =>
    properties.filter((one) => one.name === wanted && one.kind === kind).length === 1
  const unitless = events.filter(
    (event) => hasOne(event, property, 'number') && !by.some((unit) => hasOne(event, unit, 'string')),
  )
  return new Set(unitless.map(({ eventCode }) => eventCode)).size > 1
}

/** What these events add up to of one numeric property, as sent; where units differ, each says what is left out. */
export function sumAsSent(events: readonly Event[], name: string, meanings: PropertyMeanings): SumAsSent {
  const { figures, by, confirmed, rowsOfOtherUnits } = propertySums(events, name, meanings)(events)
  const units = Map.groupBy(figures, (figure) => figure.units.filter((unit) => unit !== null).join(' · '))
  const missed = [...units].flatMap(([unit, all]) => {
    const of = units.size < 2 ? '' : `${unit === '' ? 'unit not set' : shortened(unit, 20)}: `
    return joinedNotIn(all.map(({ notIn }) => notIn)).map((part) => `${of}${missedWords(part)}`)
  })
  return {
    figures,
    left: [...missed, ...(rowsOfOtherUnits === 0 ? [] : [`${countWords(rowsOfOtherUnits, 'event')} of further units`])],
    by: by.length === 0 ? null : by.join(' and '),
    confirmed: confirmed || areUnits(by, meanings),
  }
}

// What events of the page are worth, side by side, and what of them is in no figure: of a selection, and of all rows.

export interface SideFigure {
  /** Its exact text, as files have it. */
  value: string
  /** Null: not known, or it is not money. */
  currency: string | null
  /** The currency, or what it is a quantity of, in words; empty where that is said elsewhere. */
  unit: string
  /** It is drawn so, without the unit. */
  drawn: string
}

export interface Side {
  /** It is called so. */
  name: string
  /** Tests and styles call it so. */
  figure: string
  figures: SideFigure[]
}

export interface WorthSides {
  sides: Side[]
  /** They say what is in none of the figures, each in a few words. */
  left: string[]
}

/**
 * What events are worth, side by side: net, unless an event has no rule, as nothing is netted then; charged and reduces
 * where there is no net, or where it is made of both; quantities of what has no money.
 */
export function worthSides(events: readonly Event[], { worth, each }: EventsWorth): WorthSides {
  const { currencies } = worth
  const isNetted = noRuleWords(worth) === null
  const side = (name: string, figure: 'net' | 'charged' | 'reduces'): Side => ({
    name,
    figure,
    figures: currencies.flatMap((one) => {
      const { currency } = one
      const sum = one[figure]
      return sum === null || (isNetted && figure !== 'net' && isNothing(sum)) ? [] : [moneyFigure(sum, currency)]
    }),
  })
  const areBoth = currencies.some(({ charged, reduces }) => !isNothing(charged) && !isNothing(reduces))
  const sides = [
    side('Total', 'net'),
    ...(isNetted && !areBoth ? [] : [side('Charged', 'charged'), side('Taken off', 'reduces')]),
    { name: 'Quantity', figure: 'quantity', figures: quantities(events, { worth, each }) },
  ]
  return { sides: sides.filter(({ figures }) => figures.length > 0), left: leftWords(worth) }
}

const isNothing = (sum: string) => !/[1-9]/.test(sum)

const moneyFigure = (sum: string, currency: string | null): SideFigure => ({
  value: moneyText(sum, currency),
  currency,
  unit: currencyWords(currency),
  drawn: drawnMoney(sum, currency),
})

/** Adds up quantities of what is part of a line; of everything where nothing is money. A quantity has no currency. */
function quantities(events: readonly Event[], { worth, each }: Pick<EventsWorth, 'worth' | 'each'>): SideFigure[] {
  const codes = new Set(events.filter((_, at) => each[at]?.why === 'part-of-line').map(({ eventCode }) => eventCode))
  const isShown = worth.currencies.length === 0 ? () => true : (code: string | null) => codes.has(code)
  return worth.quantities
    .filter(({ eventCode }) => isShown(eventCode))
    .map(({ eventCode, unit, quantity }) => ({
      value: quantity,
      currency: null,
      unit: [unit, eventCode === null ? null : `of ${eventCode}`]
        .filter((part) => part !== null)
        .map((part) => shortened(part, 40))
        .join(' '),
      drawn: drawnMoney(quantity, null),
    }))
}

function leftWords({ moneyKinds, currencies, notInSums, otherQuantities }: EventsWorth['worth']): string[] {
  const eventsOf = (wanted: string) => moneyKinds.find(({ moneyKind }) => moneyKind === wanted)?.events ?? 0
  const words = (events: number, one: string, many: string) =>
    events === 0 ? [] : [`${grouped(events)} ${events === 1 ? one : many}`]
  return [
    ...notInSums.flatMap(({ currency, parts }) => {
      const of = currency === null || currencies.length < 2 ? '' : `${currencyWords(currency)}: `
      return parts.map((part) => `${of}${missedWords(part)}`)
    }),
    ...words(eventsOf('balance'), 'is a prepaid grant', 'are prepaid grants'),
    ...words(eventsOf('not-money'), 'is not money', 'are not money'),
    ...(otherQuantities === 0 ? [] : [`the quantities of ${countWords(otherQuantities, 'event')} are not shown`]),
  ]
}
