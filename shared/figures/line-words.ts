// How a line of totals is told from others, in words and in data: its keys, its currency or unit, and what is not in
// its figures.
import type { TotalsCell, TotalsLine } from '../snapshot/snapshot-totals.ts'
import { notInSumWords } from '../worth/not-in-sum.ts'

/** Names the block that a line stands in: its units and, where nothing is added across it, its event code. */
export const blockOf = ({ units, code }: Pick<TotalsLine, 'units' | 'code'>) => JSON.stringify([units, code])

/**
 * `data-group`: the keys, and the currency or unit last, null where it is not known; behind it the event code where
 * that tells apart what has no unit. `data-all` without keys.
 */
export function groupText({ keys, units, code }: Pick<TotalsLine, 'keys' | 'units' | 'code'>): string {
  const unit = units.length === 0 ? [null] : units
  return JSON.stringify([...keys.map((key) => key?.text ?? null), ...unit, ...(code === undefined ? [] : [code])])
}

/** "api_calls (unit not set)": where nothing is added across event codes. @param code absent: it is not told apart */
export const codeWords = (code: string | null | undefined): string | null =>
  code === undefined ? null : `${code ?? 'no event code'} (unit not set)`

/**
 * The currencies or units that a figure is in: "EUR", "EUR · kWh"; null where no property says. An unknown one is shown
 * as "not set".
 */
export function unitWords(units: readonly (string | null)[]): string | null {
  if (units.every((unit) => unit === null)) return null
  return units.map((unit) => unit ?? 'not set').join(' · ')
}

/** Tells what is not in its figures, how many events, why, and what they sent; null where nothing is missing. */
export const notInCell = ({ notIn }: Pick<TotalsCell, 'notIn'>): string | null =>
  notIn === undefined ? null : notInSumWords(notIn.parts, notIn.untold)
