// Two answers about totals side by side, line by line: of two snapshots, or of two periods; and what a difference comes
// from.
import {
  compareDecimals,
  type Decimal,
  decimalText,
  minus,
  percentOf,
  plus,
  readPlain,
  times,
  ZERO,
} from '../exact/decimal.ts'
import { moneyText, plainMoney } from '../worth/money-text.ts'
import type { KeyValue } from './snapshot-condition.ts'
import type { PricedQuantity, TotalsAnswer, TotalsCell, TotalsLine } from './snapshot-totals.ts'

/** Plain decimals. `percent` of what was before, with two places; null where that was 0 or no figure. */
interface FigureChange {
  difference: string
  percent: string | null
}

const COMPARED_FIGURES = ['count', 'credit', 'debit', 'neither', 'debitMinusCredit'] as const
/** Totals by rules alone have them. */
const WORTH_FIGURES = ['charged', 'reduces', 'quantity'] as const
type WorthFigure = (typeof WORTH_FIGURES)[number]
/** Answers name them so. */
export type ComparedFigure = (typeof COMPARED_FIGURES)[number] | WorthFigure

interface ComparedLine {
  keys: (KeyValue | null)[]
  units: (string | null)[]
  /** It is as of a line of an answer. */
  code?: string | null
  /** Null where one of them has no such line. */
  before: TotalsCell | null
  after: TotalsCell | null
  /** Null where neither has the figure; a figure that only one has is compared with 0. */
  changes: Record<(typeof COMPARED_FIGURES)[number], FigureChange | null> &
    Partial<Record<WorthFigure, FigureChange | null>>
}

export interface ComparedTotals {
  /** The properties that tell units apart in both; figures are never compared across two of them. */
  by: string[]
  /** Lines of `after` in its order, then those that only `before` has. */
  lines: ComparedLine[]
  /** How many lines there are; at least so many where an answer did not have all of its own. */
  lineCount: number
  all: ComparedLine[]
}

/**
 * Both answers to the same question. What only one of them has is left out where the other has not all of its lines: it
 * may well be in both.
 */
export function comparedTotals(before: TotalsAnswer, after: TotalsAnswer): ComparedTotals {
  const by = [...new Set([...after.by, ...before.by])]
  const hasNet = before.worth !== undefined && after.worth !== undefined
  const compared = (was: readonly TotalsLine[], is: readonly TotalsLine[]) =>
    comparedLines(withUnits(was, before.by, by), withUnits(is, after.by, by), hasNet)
  const [isBeforeCut, isAfterCut] = [before, after].map(({ lines, lineCount }) => lines.length < lineCount)
  const lines = compared(before.lines, after.lines).filter(
    (line) => !((line.before === null && isBeforeCut) || (line.after === null && isAfterCut)),
  )
  const lineCount = isBeforeCut || isAfterCut ? Math.max(before.lineCount, after.lineCount) : lines.length
  return { by, lines, lineCount, all: compared(before.all, after.all) }
}

/** A property that one of the answers does not know says nothing about its rows' units. */
function withUnits(lines: readonly TotalsLine[], unitNames: readonly string[], by: readonly string[]): TotalsLine[] {
  return lines.map((line) => ({ ...line, units: by.map((name) => line.units[unitNames.indexOf(name)] ?? null) }))
}

function comparedLines(before: readonly TotalsLine[], after: readonly TotalsLine[], hasNet: boolean): ComparedLine[] {
  const nameOf = ({ keys, units, code }: TotalsLine) =>
    JSON.stringify([keys, units, ...(code === undefined ? [] : [code])])
  const earlier = new Map(before.map((line) => [nameOf(line), line]))
  const lines = after.map((line) => {
    const other = earlier.get(nameOf(line)) ?? null
    earlier.delete(nameOf(line))
    return comparedLine(other, line, hasNet)
  })
  return [...lines, ...[...earlier.values()].map((line) => comparedLine(line, null, hasNet))]
}

function comparedLine(before: TotalsLine | null, after: TotalsLine | null, hasNet: boolean): ComparedLine {
  const isByRules = (after ?? before)?.total.worth !== undefined
  const { keys = [], units = [], code } = after ?? before ?? {}
  const [currency = null] = units
  const changes = [...COMPARED_FIGURES, ...(isByRules ? WORTH_FIGURES : [])].map((name) => {
    const isKnown = name !== 'debitMinusCredit' || (hasNet && isNetted(before) && isNetted(after))
    const changed = isKnown ? change(figureOf(before, name), figureOf(after, name)) : null
    // Money has the digits that money has everywhere; a difference has the zeros of both sides.
    const isMoney = isByRules && name !== 'count' && name !== 'quantity'
    return [name, isMoney && changed ? { ...changed, difference: moneyText(changed.difference, currency) } : changed]
  })
  return {
    keys,
    units,
    ...(code !== undefined && { code }),
    before: before?.total ?? null,
    after: after?.total ?? null,
    changes: Object.fromEntries(changes) as ComparedLine['changes'],
  }
}

/** Of events without a rule nothing is netted: their group is not compared as if it came to 0. */
const isNetted = (line: TotalsLine | null) => (line?.total.worth?.unruled ?? 0) === 0

function change(before: Decimal | null, after: Decimal | null): FigureChange | null {
  if (before === null && after === null) return null
  const difference = minus(after ?? ZERO, before ?? ZERO)
  return {
    difference: decimalText(difference),
    percent: before === null ? null : percentOf(difference, before.digits < 0n ? minus(ZERO, before) : before, 2),
  }
}

/** The exact text of a figure; null where there is none. */
export function exactText(cell: TotalsCell, name: ComparedFigure): string | null {
  switch (name) {
    case 'count':
      return String(cell.count)
    case 'charged':
    case 'reduces':
    case 'quantity':
      return cell.worth?.[name] ?? null
    default:
      return cell[name]?.exact ?? null
  }
}

function figureOf(line: TotalsLine | null, name: ComparedFigure): Decimal | null {
  if (line === null) return null
  const text = exactText(line.total, name)
  return text === null ? null : readPlain(text)
}

/**
 * A difference in money comes from another quantity at the old price, and from another price of the new quantity. Plain
 * decimals, which add up to the difference.
 */
export interface VolumeAndPrice {
  /** (Q₂ − Q₁) × P₁ */
  volume: string
  /** Q₂ × (P₂ − P₁) */
  price: string
  /** This is what neither explains: amounts that are not quantity × price. */
  rest: string
}

interface Split {
  volume: Decimal
  price: Decimal
}

/** Whether any customer is on both sides: two customers, or two services that name theirs otherwise, have none. */
export function shareCustomers(before: readonly PricedQuantity[], after: readonly PricedQuantity[]): boolean {
  const known = new Set(before.map(({ customer }) => customer))
  return after.some(({ customer }) => known.has(customer))
}

/**
 * Splits a difference. It is computed for each customer, event code and unit apart, and then added up, so that it is
 * the same however events are grouped. Null where none of them has prices on both sides.
 * @param difference in money, after less before
 * @param isByCustomer false: each event code and unit, whoever the customers are
 */
export function volumeAndPrice(
  before: readonly PricedQuantity[] | undefined,
  after: readonly PricedQuantity[] | undefined,
  difference: string,
  currency: string | null,
  isByCustomer = true,
): VolumeAndPrice | null {
  const nameOf = ({ customer, of }: PricedQuantity) => (isByCustomer ? JSON.stringify([customer, of]) : of)
  const earlier = Map.groupBy(before ?? [], nameOf)
  const later = Map.groupBy(after ?? [], nameOf)
  const splits = [...earlier].flatMap(([of, ofBefore]) => splitOf(ofBefore, later.get(of) ?? []) ?? [])
  if (splits.length === 0) return null
  const [volume, price] = [
    splits.map((one) => one.volume).reduce(plus, ZERO),
    splits.map((one) => one.price).reduce(plus, ZERO),
  ]
  const rest = minus(minus(readPlain(difference), volume), price)
  const text = (value: Decimal) => plainMoney(value, currency)
  return { volume: text(volume), price: text(price), rest: text(rest) }
}

/**
 * The split of one customer's event code and unit, whose quantities may have several prices. Null where one side has
 * none, or where it is not known which of several earlier prices a quantity would have had.
 */
function splitOf(before: readonly PricedQuantity[], after: readonly PricedQuantity[]): Split | null {
  const earlier = byPrice(before)
  const later = byPrice(after)
  const [first, ...more] = earlier
  if (first === undefined || later.length === 0) return null
  // Where all had one price before, all would still have it.
  if (more.length === 0) {
    const quantity = later.map((one) => one.quantity).reduce(plus, ZERO)
    return {
      volume: times(minus(quantity, first.quantity), first.price),
      price: later.map((one) => times(one.quantity, minus(one.price, first.price))).reduce(plus, ZERO),
    }
  }
  // Of several prices, each has to be there on both sides: then no price is another, and only quantities are.
  const pairs = earlier.map((one) => ({
    one,
    other: later.find(({ price }) => compareDecimals(price, one.price) === 0),
  }))
  if (later.length !== pairs.length || pairs.some(({ other }) => other === undefined)) return null
  const volumes = pairs.map(({ one, other }) => times(minus(other?.quantity ?? ZERO, one.quantity), one.price))
  return { volume: volumes.reduce(plus, ZERO), price: ZERO }
}

/** The quantity at each price. */
function byPrice(parts: readonly PricedQuantity[]): { quantity: Decimal; price: Decimal }[] {
  const found: { quantity: Decimal; price: Decimal }[] = []
  for (const part of parts) {
    const [quantity, price] = [readPlain(part.quantity), readPlain(part.price)]
    const known = found.find((one) => compareDecimals(one.price, price) === 0)
    if (known === undefined) found.push({ quantity, price })
    else known.quantity = plus(known.quantity, quantity)
  }
  return found
}
