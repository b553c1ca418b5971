// Exact sums with their currency or unit, in words.
import { groupedDigits } from '../../shared/exact/grouped-digits.ts'
import { shortened } from '../ui/excerpt.ts'
import { withSign } from '../ui/figure-text.ts'

/** How an amount is to be read. */
interface AmountWords {
  /** Cents or the like. */
  isMinor?: boolean
  /** As "+36.45 EUR": of a difference. */
  isSigned?: boolean
}

/** "1,249.00 EUR"; where nothing tells the unit, that is said. */
export function moneyWords(
  exact: string,
  units: readonly (string | null)[],
  { isMinor = false, isSigned = false }: AmountWords = {},
): string {
  const known = units.filter((unit) => unit !== null).map((unit) => shortened(unit, 20))
  const unit = known.length === 0 ? '(unit not known)' : known.join(' · ')
  return `${isSigned ? signedFigure(exact) : figureWords(exact)} ${unit}${isMinor ? ' in minor units' : ''}`
}

/** As long as fits a sentence; tables have the whole figure. */
const figureWords = (exact: string) => groupedDigits(shortened(exact, 60))

/** "+36.45", "−5.00", "0.00". */
export const signedFigure = (exact: string) => withSign(figureWords(exact))

/**
 * The currencies or units that a figure is in: "EUR", "EUR · kWh"; null where no property says. An unknown one is shown as
 * "not known".
 */
export function unitWords(units: readonly (string | null)[]): string | null {
  if (units.every((unit) => unit === null)) return null
  return units.map((unit) => unit ?? 'not known').join(' · ')
}
