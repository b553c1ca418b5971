// The lines above the heads of a sheet of events: its sums, and what its events are worth by the price rules.
import type { Cell } from '../../../shared/event/event-table.ts'
import { decimalText, minus, readPlain } from '../../../shared/exact/decimal.ts'
import { groupedDigits } from '../../../shared/exact/grouped-digits.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { joinedNotIn, notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import {
  figureUnitWords,
  type PropertyFigure,
  type SumOfProperty,
  unitProperties,
} from '../../../shared/worth/property-sum.ts'
import { BY_PRICE_RULES, NOT_IN_TOTAL } from '../../../shared/worth/worth.ts'
import { CHARGE_COLUMNS, type Charge } from './charges.ts'
import type { Survey } from './survey.ts'

export interface TotalsLine {
  /** Whether its cells are headings for the lines below. */
  isHead: boolean
  cells: Cell[]
}

/** Beyond these, totals are only on the sheet "About". */
const MOST_LINES = 40

/** Totals of all rows; empty if there are neither sums nor rules. One empty row follows them. */
export function totalsLines(survey: Survey): TotalsLine[] {
  const blocks = [worthOf(survey), ...survey.sums.map(sumOf)].filter(({ length }) => length > 0)
  const lines = blocks.flatMap((block, at) => (at === 0 ? block : [line([]), ...block]))
  if (lines.length <= MOST_LINES) return lines
  return [...lines.slice(0, MOST_LINES), line([text('Further sums are in the sheet “About”')])]
}

/** The number of the row with the column heads, from 1. */
export function headsRow(survey: Survey): number {
  const { length } = totalsLines(survey)
  return length === 0 ? 1 : length + 2
}

/** What the events are worth, a line for each currency, and below what is billed by the month; none without rules. */
function worthOf({ worth, ofMonths }: Survey): TotalsLine[] {
  if (worth === null) return []
  const months = new Map(ofMonths.map(({ currency, sum }) => [currency, sum]))
  const isAnyMissed = worth.currencies.some(({ without }) => without !== undefined)
  const unruled = Number(worth.bins['no-rule'])
  return [
    heads([
      `${BY_PRICE_RULES} ${worth.rules}`,
      'Charged',
      'Taken off',
      'Total',
      ...(months.size === 0 ? [] : ['Of whole months']),
      ...(isAnyMissed ? [NOT_IN_TOTAL.head] : []),
    ]),
    ...worth.currencies.map(({ currency, charged, reduces, net, without }) =>
      line([
        text(currency ?? 'currency not set'),
        number(charged),
        number(reduces),
        net === null ? text('no total') : number(net),
        ...(months.size === 0
          ? []
          : [months.has(currency) ? number(moneyText(months.get(currency) ?? '0', currency)) : null]),
        ...(isAnyMissed ? [without === undefined ? null : text(without)] : []),
      ]),
    ),
    ...(unruled === 0 ? [] : [line([text('No total: some events have no price rule')])]),
    ...worth.currencies.flatMap(({ currency, net }) => {
      const billed = months.get(currency)
      return billed === undefined ? [] : [line([text(monthsWords(currency, net, billed))])]
    }),
  ]
}

/** Tells what the rows below add up to, and what is billed by the month, which is in none of them. */
function monthsWords(currency: string | null, net: string | null, billed: string): string {
  // A file has the minus that programs read.
  const figure = (sum: string) => groupedDigits(moneyText(sum, currency)).replace('−', '-')
  const named = (sum: string) => `${figure(sum)} ${currency ?? '(currency not set)'}`
  if (net === null) return `${named(billed)} are billed by the month, and are in no row`
  const ofEvents = decimalText(minus(readPlain(net), readPlain(billed)))
  return `${named(ofEvents)} of events + ${named(billed)} billed by the month = ${named(net)}`
}

/** The totals of charges, a line for each currency, each figure where the charges have it. */
export function chargeTotals({ worth }: Pick<Survey, 'worth'>, charges: readonly Charge[]): TotalsLine[] {
  const events = new Map<string | null, { in: number; without: number }>()
  for (const { currency, events: count, without } of charges) {
    const known = events.get(currency) ?? { in: 0, without: 0 }
    events.set(currency, { in: known.in + count, without: known.without + without })
  }
  return [...events].map(([currency, counts]) => {
    const sums = worth?.currencies.find((one) => one.currency === currency)
    const totals: Partial<Record<(typeof CHARGE_COLUMNS)[number]['name'], Cell>> = {
      customer_id: text(currency === null ? 'All, currency not set' : `All in ${currency}`),
      currency: currency === null ? null : text(currency),
      ...(sums && {
        charged: number(sums.charged),
        taken_off: number(sums.reduces),
        total: sums.net === null ? text('no total') : number(sums.net),
        not_in_total: sums.without === undefined ? null : text(sums.without),
      }),
      events: number(String(counts.in)),
      events_not_in_total: number(String(counts.without)),
    }
    return line(CHARGE_COLUMNS.map(({ name }) => totals[name] ?? null))
  })
}

const SIDES = ['debit', 'credit', 'neither'] as const

/** Debit and credit beside each other, a line for each currency or unit, with what is not in it. */
function sumOf(of: SumOfProperty): TotalsLine[] {
  const { property, figures } = of
  const units = new Map(figures.map((one) => [JSON.stringify(one.units), one.units]))
  const sides = SIDES.filter((side) => side !== 'neither' || figures.some(({ type }) => type === side))
  const isAnyMissed = figures.some(({ notIn }) => notIn.length > 0)
  return [
    heads([`Sum of ${property}`, ...sides.map((side) => HEADS[side]), ...(isAnyMissed ? [NOT_IN_TOTAL.head] : [])]),
    ...[...units].map(([key, unitNames]) =>
      line([
        text(figureUnitWords(of, unitNames)),
        ...sides.map((side) => {
          const sum = figures.find((one) => one.type === side && JSON.stringify(one.units) === key)?.sum ?? null
          // Nothing is an empty cell: a text among numbers is in no pivot and no sum.
          return sum === null
            ? null
            : number(moneyText(sum, unitProperties(of).length === 1 ? (unitNames[0] ?? null) : null))
        }),
        ...(isAnyMissed ? [missedIn(figures.filter((one) => JSON.stringify(one.units) === key))] : []),
      ]),
    ),
  ]
}

function missedIn(figures: readonly PropertyFigure[]): Cell {
  const words = notInSumWords(joinedNotIn(figures.map(({ notIn }) => notIn)), 0, 'file')
  return words === null ? null : text(words)
}

const HEADS = { debit: 'Debit', credit: 'Credit', neither: 'Neither' }

const text = (words: string): Cell => ({ kind: 'string', text: words })
const number = (exact: string): Cell => ({ kind: 'number', text: exact })
const line = (cells: Cell[]): TotalsLine => ({ isHead: false, cells })
const heads = (words: string[]): TotalsLine => ({ isHead: true, cells: words.map(text) })
