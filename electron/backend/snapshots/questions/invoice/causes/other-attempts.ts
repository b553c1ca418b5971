// Causes of rounding, of tax, and of figures that belong to another line.
import { type Decimal, plus, rounded, times } from '../../../../../../shared/exact/decimal.ts'
import type { Step } from './attempt.ts'
import { isEqual, isRoundedTo, negated, ONE, shortened, shownNumber, valueText } from './figures.ts'
import type { LineCase, OtherFigures } from './line-case.ts'
import type { LineReckoner } from './line-reckoner.ts'
import { ownPrices, roundings } from './quantity-attempts.ts'

/** @param reckoner null: what needs more than the worth of the line is not tried */
export function* otherAttempts(line: LineCase, reckoner: LineReckoner | null): Generator<Step> {
  yield* signTurned(line)
  yield* roundedOtherwise(line)
  yield* taxIncluded(line, reckoner)
  yield* ofAnother(line, reckoner, 'other-code', line.otherCodes ?? [])
  yield* ofAnother(line, reckoner, 'other-customer', line.otherCustomers ?? [])
}

/** Only where the amount has the other sign. */
function* signTurned({ quantity, worth, line: { amount } }: LineCase): Generator<Step> {
  if (amount.digits * worth.digits >= 0n) return
  yield {
    code: 'sign-reversed',
    words: 'sign turned',
    says: () => 'The amount with its sign turned',
    figures: { quantity, worth: negated(worth) },
    quantities: quantity === null ? [] : [negated(quantity)],
    isOneByWorth: true,
  }
}

function* roundedOtherwise(line: LineCase): Generator<Step> {
  const { worth, quantity } = line
  const { places } = line.line
  if (worth.scale <= places || isEqual(rounded(worth, places, 'half-up'), worth)) return
  const unit = 10n ** BigInt(worth.scale - places)
  const cut: Decimal = { digits: worth.digits / unit, scale: places }
  const last: Decimal = { digits: worth.digits < 0n ? -1n : 1n, scale: places }
  for (const [words, how, to] of [
    ['cut off', 'digits cut off', cut] as const,
    ['rounded up', 'any rest rounded up', plus(cut, last)] as const,
  ]) {
    // Where that is proper rounding as well, the line agrees.
    if (isRoundedTo(worth, to, places)) continue
    yield {
      code: 'rounded-otherwise',
      words,
      says: () => `${shownNumber(worth)} with ${how} after ${places} decimals`,
      figures: { quantity, worth: to },
    }
  }
}

function* taxIncluded(line: LineCase, reckoner: LineReckoner | null): Generator<Step> {
  for (const rate of line.taxRates ?? []) {
    if (rate.digits <= 0n) continue
    const factor = plus(ONE, times(rate, { digits: 1n, scale: 2 }))
    const prices = [...(reckoner?.prices ?? []), ...ownPrices(line)]
    // Tax is added to what was rounded before.
    for (const net of roundings(line.worth, line.line.currency)) {
      yield {
        code: 'tax-included',
        words: 'tax included',
        says: () => `With ${shownNumber(rate)} % tax, the rate of a tax line`,
        figures: { quantity: line.quantity, worth: times(net, factor) },
        prices: [...prices, ...prices.map((price) => times(price, factor))],
        isOneByWorth: true,
      }
    }
  }
}

/** The figures of a list that many lines share, by worth and by quantity. */
interface Lookup {
  byWorth: Map<string, OtherFigures[]>
  byQuantity: Map<string, OtherFigures[]>
}

/** By list, then by the decimals of the amounts. */
const lookups = new WeakMap<readonly OtherFigures[], Map<number, Lookup>>()

/** Figures kept for one worth or one quantity; more of them would say nothing more. */
const MOST_ALIKE = 20

function lookupOf(list: readonly OtherFigures[], places: number): Lookup {
  const known = lookups.get(list) ?? new Map<number, Lookup>()
  lookups.set(list, known)
  const found = known.get(places)
  if (found !== undefined) return found
  const made: Lookup = { byWorth: new Map(), byQuantity: new Map() }
  const put = (map: Map<string, OtherFigures[]>, key: string, figures: OtherFigures) => {
    const all = map.get(key) ?? []
    map.set(key, all)
    if (all.length < MOST_ALIKE && all.at(-1) !== figures) all.push(figures)
  }
  for (const figures of list) {
    for (const how of ['half-up', 'half-even'] as const)
      put(made.byWorth, valueText(rounded(figures.worth, places, how)), figures)
    if (figures.quantity !== null) put(made.byQuantity, valueText(figures.quantity), figures)
  }
  known.set(places, made)
  return made
}

function* ofAnother(
  line: LineCase,
  reckoner: LineReckoner | null,
  code: 'other-code' | 'other-customer',
  list: readonly OtherFigures[],
): Generator<Step> {
  if (list.length === 0) return
  yield { ruledOut: code }
  const whose = code === 'other-code' ? 'code' : 'customer'
  const words = `another ${whose}’s figures`
  const { byWorth, byQuantity } = lookupOf(list, line.line.places)
  const isSameAsLine = ({ quantity, worth }: OtherFigures) =>
    isEqual(worth, line.worth) &&
    (quantity === null ? line.quantity === null : line.quantity !== null && isEqual(quantity, line.quantity))
  const alike = (byWorth.get(valueText(line.line.amount)) ?? []).filter((one) => !isSameAsLine(one))
  for (const { name, ...figures } of alike) {
    yield { code, words, says: () => `Of ${whose} ${shortened(name)}`, figures, prices: null, isOneByWorth: true }
  }
  // Or the other's quantity, at the price of this line.
  const lineQuantity = line.line.quantity
  if (lineQuantity === null || reckoner === null || reckoner.quantities.length !== 1) return
  for (const { name, quantity } of byQuantity.get(valueText(lineQuantity)) ?? []) {
    const worth = quantity && reckoner.priced(quantity)
    if (quantity === null || worth === null || isEqual(worth, line.worth)) continue
    const says = () => `The quantity of ${whose} ${shortened(name)}`
    yield { code, words, says, figures: { quantity, worth }, isOneByWorth: true }
  }
}
