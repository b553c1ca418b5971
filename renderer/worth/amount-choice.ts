// This says which property is the amount, and which may differ between two sendings of one event: as the user
// confirmed, and until then guessed by name, which is said.
import type { Measure } from '../../shared/snapshot/snapshot-condition.ts'
import type { ValueSummary } from '../../shared/snapshot/snapshot-rows.ts'
import type { PricedQuantity } from '../../shared/worth/priced-quantity.ts'
import {
  isRequestName,
  measureUnits,
  offeredMeanings,
  type PropertyMeanings,
  pricedQuantity,
  type SeenProperty,
} from '../../shared/worth/property-meanings.ts'

export interface AmountChoice {
  /** Properties that are a number in some event, amounts first. */
  names: string[]
  /** Null: groups are only counted. */
  name: string | null
  /** Whether the user confirmed that it is an amount, and which properties are its units. */
  confirmed: boolean
  /** Cents or the like. */
  isMinor: boolean
  measure: Measure | null
  /** Properties whose texts are its units. */
  units: string[]
  /** The properties beside it by which it is a quantity in an event, and no money; null: in none. */
  priced: PricedQuantity | null
}

/**
 * @param wanted as chosen in this window; undefined: the default
 * @param all names of all properties, commonest first
 */
export function amountChoice(
  summaries: readonly ValueSummary[],
  meanings: PropertyMeanings,
  wanted: string | null | undefined,
  all: readonly string[] = [],
): AmountChoice {
  const seen = seenProperties(summaries)
  const numeric = new Set(seen.filter(({ numbers }) => numbers > 0).map(({ name }) => name))
  const isAmount = ({ meaning }: { meaning: string }) => meaning === 'amount-major' || meaning === 'amount-minor'
  const confirmed = meanings.filter(isAmount).filter(({ name }) => numeric.has(name))
  const offered = offeredMeanings(seen, meanings).filter(isAmount)
  const first = [...confirmed, ...offered].map(({ name }) => name)
  const names = [...new Set([...first, ...numeric])]
  const name = wanted === undefined ? (first[0] ?? null) : wanted
  const { by, confirmed: unitsConfirmed } = measureUnits(name === null ? [] : [name], meanings)
  return {
    names,
    name,
    confirmed: unitsConfirmed && confirmed.some((one) => one.name === name),
    isMinor: meanings.some((one) => one.name === name && one.meaning === 'amount-minor'),
    measure: name === null ? null : { properties: [name], text: false },
    units: name === null ? [] : by.slice(0, 8),
    priced: name === null ? null : pricedQuantity(name, all, meanings),
  }
}

/** The most that a question may name. */
const MOST_IGNORED = 50

/** Request identifiers, confirmed or recognised by name. */
export function ignoredProperties(names: readonly string[], meanings: PropertyMeanings): string[] {
  const known = new Map(meanings.map(({ name, meaning }) => [name, meaning]))
  const isIgnored = (name: string) => (known.has(name) ? known.get(name) === 'request-identifier' : isRequestName(name))
  return names.filter(isIgnored).slice(0, MOST_IGNORED)
}

/** Tells what an answer about values shows about properties, to guess their meanings from. */
export function seenProperties(summaries: readonly ValueSummary[]): SeenProperty[] {
  return summaries.flatMap(({ key, kinds, distinct, commonest }) =>
    key.of === 'property'
      ? [
          {
            name: key.name,
            strings: kinds.string ?? 0,
            numbers: kinds.number ?? 0,
            distinct,
            commonest: commonest.map(({ value }) => value.text),
          },
        ]
      : [],
  )
}
