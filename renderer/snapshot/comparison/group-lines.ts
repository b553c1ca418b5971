// Two snapshots by groups: of each group what it is here and there, by how much more and of one day, and what that comes from.
import { compareDecimals, type Decimal, percentOf, readPlain, ZERO } from '../../../shared/exact/decimal.ts'
import {
  type ComparedTotals,
  shareCustomers,
  type VolumeAndPrice,
  volumeAndPrice,
} from '../../../shared/snapshot/compare-totals.ts'
import { type PeriodDays, perDay } from '../../../shared/snapshot/snapshot-periods.ts'
import { currencyExponent } from '../../../shared/worth/money-text.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { codeWords, unitWords } from '../../worth/money-words.ts'
import { copiedKey, numberCell, textCell } from '../figures/snapshot-source.ts'
import {
  type ComparedLine,
  comparedText,
  type FigureChoice,
  keyTexts,
  notInSides,
  type PeriodColumns,
} from '../totals/period-figures.ts'
import { blockOf } from '../totals/totals-lines.ts'

/** Plain decimals; null where there is no figure. */
export interface GroupLine {
  line: ComparedLine
  there: string | null
  here: string | null
  /** Here less there; a figure that one side has not is compared with 0. */
  difference: string | null
  /** Of what is there: not of nothing, of less than nothing, or of what is not over. */
  percent: string | null
  /** Of one day, rounded. */
  perDay: { there: string | null; here: string | null }
  split: VolumeAndPrice | null
}

/** Of one currency or unit: its lines, the largest difference first, and all of them together. */
export interface GroupBlock extends Pick<ComparedLine, 'units' | 'code'> {
  lines: GroupLine[]
  /** Null where there is none across different units. */
  all: GroupLine | null
}

export interface ComparedGroups {
  blocks: GroupBlock[]
  /** Whether some line is split into volume and price, and whether there is more than these two. */
  isSplit: boolean
  hasRest: boolean
  /** Whether anything is not in the money of a line. */
  isAnyMissed: boolean
}

export interface GroupedAs {
  figure: FigureChoice
  isByRules: boolean
  /** Null: a side has no days. */
  days: { there: PeriodDays | null; here: PeriodDays | null }
  /** Whether a side is not over: then nothing is a percent of the other. */
  isSoFar: boolean
}

/** Lines and "All" without this figure are left out. */
export function comparedGroups({ lines, all }: ComparedTotals, as: GroupedAs): ComparedGroups {
  const pricedOn = (side: 'before' | 'after') => [...all, ...lines].flatMap((line) => line[side]?.worth?.priced ?? [])
  const isByCustomer = shareCustomers(pricedOn('before'), pricedOn('after'))
  const blocks = new Map<string, GroupBlock>()
  const blockWith = (line: ComparedLine) => {
    const { units, code } = line
    const known = blocks.get(blockOf(line)) ?? { units, ...(code !== undefined && { code }), lines: [], all: null }
    blocks.set(blockOf(line), known)
    return known
  }
  for (const line of all) if (isThere(line, as)) blockWith(line).all = groupLine(line, as, isByCustomer)
  for (const line of lines) if (isThere(line, as)) blockWith(line).lines.push(groupLine(line, as, isByCustomer))
  const made = [...blocks.values()]
  for (const block of made) {
    block.lines.sort(largestFirst)
  }
  const lineSplits = made.flatMap((block) => block.lines.flatMap(({ split }) => split ?? []))
  const splits = [...lineSplits, ...made.flatMap((block) => block.all?.split ?? [])]
  return {
    blocks: made,
    isAnyMissed: [...all, ...lines].some((line) => notInSides(line, { before: '', after: '' }) !== null),
    isSplit: splits.length > 0,
    hasRest: splits.some(({ rest }) => /[1-9]/.test(rest)),
  }
}

const isThere = ({ changes }: ComparedLine, { figure }: GroupedAs) => changes[figure] != null

function groupLine(
  line: ComparedLine,
  { figure, isByRules, days, isSoFar }: GroupedAs,
  isByCustomer: boolean,
): GroupLine {
  const [there, here] = [comparedText(line.before, figure), comparedText(line.after, figure)]
  const difference = line.changes[figure]?.difference ?? null
  const base = there === null ? ZERO : readPlain(there)
  const isBase = base.digits > 0n && !isSoFar
  const currency = isByRules && figure !== 'count' && figure !== 'quantity' ? (line.units[0] ?? null) : null
  const ofOneDay = (text: string | null, period: PeriodDays | null) =>
    text === null || period === null ? null : perDay(readPlain(text), period, dayPlaces(currency))
  const isNet = isByRules && figure === 'debitMinusCredit'
  return {
    line,
    there,
    here,
    difference,
    percent: isBase && difference !== null ? percentOf(readPlain(difference), base, 2) : null,
    perDay: { there: ofOneDay(there, days.there), here: ofOneDay(here, days.here) },
    split:
      isNet && difference !== null
        ? volumeAndPrice(line.before?.worth?.priced, line.after?.worth?.priced, difference, currency, isByCustomer)
        : null,
  }
}

const dayPlaces = (currency: string | null) => (currency === null ? null : currencyExponent(currency)) ?? 2

function largestFirst(a: GroupLine, b: GroupLine): number {
  const [one, other] = [sizeOf(a), sizeOf(b)]
  return compareDecimals(other, one)
}

function sizeOf({ difference }: GroupLine): Decimal {
  if (difference === null) return ZERO
  const { digits, scale } = readPlain(difference)
  return { digits: digits < 0n ? -digits : digits, scale }
}

export interface GroupColumns extends PeriodColumns {
  isPerDay: boolean
}

/** Of the figures, on the screen as in a copy. */
export const figureHeads = (
  { isSplit, hasRest, isAnyMissed }: ComparedGroups,
  { before, after, isPerDay }: GroupColumns,
): string[] => [
  ...[before, after, 'Difference', 'Percent'],
  ...(isSplit ? ['Volume', 'Price', ...(hasRest ? ['Other'] : [])] : []),
  ...(isPerDay ? [`${before}, per day`, `${after}, per day`] : []),
  ...(isAnyMissed ? ['Not in the sum'] : []),
]

/** Every line, those of "All" behind the lines of their currency or unit. */
export function copiedGroups(groups: ComparedGroups, columns: GroupColumns): CopiedTable {
  const { blocks, isSplit, hasRest, isAnyMissed } = groups
  const { keys, unit, isPerDay } = columns
  return {
    heads: [
      ...[...keys, ...(unit === null ? [] : [unit])].map((head) => head.toWellFormed()),
      ...figureHeads(groups, columns),
    ],
    rows: blocks
      .flatMap(({ lines, all }) => (all === null ? lines : [...lines, all]))
      .map(({ line, there, here, difference, percent, split, perDay: ofOneDay }) => [
        ...keyTexts(line, columns).map((words, at) => copiedKey(line.keys[at], words)),
        ...(unit === null ? [] : [textCell(unitWords(line.units) ?? codeWords(line.code) ?? 'not set')]),
        ...[there, here, difference, percent].map(numberCell),
        ...(isSplit ? [split?.volume, split?.price, ...(hasRest ? [split?.rest] : [])].map(numberCell) : []),
        ...(isPerDay ? [ofOneDay.there, ofOneDay.here].map(numberCell) : []),
        ...(isAnyMissed ? [textCell(notInSides(line, columns) ?? '')] : []),
      ]),
  }
}
