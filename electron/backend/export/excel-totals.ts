// The lines above the heads of a sheet of events: its sums, and what its events are worth by the rules.
import type { Cell } from '../../../shared/event/event-table.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import type { SumOfProperty } from '../../../shared/worth/property-sum.ts'
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
  return [...lines.slice(0, MOST_LINES), line([text('More sums are in the sheet “About”')])]
}

/** The number of the row with the column heads, from 1. */
export function headsRow(survey: Survey): number {
  const { length } = totalsLines(survey)
  return length === 0 ? 1 : length + 2
}

function worthOf({ worth, ofMonths }: Survey): TotalsLine[] {
  if (worth === null) return []
  const months = new Map(ofMonths.map(({ currency, sum }) => [currency, sum]))
  const unruled = Number(worth.bins['no-rule'])
  return [
    heads([
      `By the rules ${worth.rules}`,
      'Charged',
      'Reduces',
      'Net',
      ...(months.size === 0 ? [] : ['Of whole months']),
    ]),
    ...worth.currencies.map(({ currency, charged, reduces, net }) =>
      line([
        text(currency ?? 'currency not known'),
        number(charged),
        number(reduces),
        net === null ? text('not netted') : number(net),
        ...(months.size === 0
          ? []
          : [months.has(currency) ? number(moneyText(months.get(currency) ?? '0', currency)) : null]),
      ]),
    ),
    ...(unruled === 0 ? [] : [line([text('Nothing is netted: some events have no rule')])]),
    ...(months.size === 0 ? [] : [line([text('What whole months come to is in these totals, and in no row')])]),
  ]
}

const SIDES = ['debit', 'credit', 'neither'] as const

/** Debit and credit beside each other, a line for each currency or unit in which there is a number. */
function sumOf({ property, figures }: SumOfProperty): TotalsLine[] {
  const units = new Map(
    figures.flatMap((one) => (one.sum === null ? [] : [[JSON.stringify(one.units), one.units] as const])),
  )
  const sides = SIDES.filter((side) => side !== 'neither' || figures.some(({ type }) => type === side))
  return [
    heads([`Sum of ${property}`, ...sides.map((side) => HEADS[side])]),
    ...[...units].map(([key, unitNames]) =>
      line([
        text(unitNames.map((unit) => unit ?? 'not known').join(' · ') || 'unit not known'),
        ...sides.map((side) => {
          const sum = figures.find((one) => one.type === side && JSON.stringify(one.units) === key)?.sum ?? null
          return sum === null
            ? text('–')
            : number(moneyText(sum, unitNames.length === 1 ? (unitNames[0] ?? null) : null))
        }),
      ]),
    ),
  ]
}

const HEADS = { debit: 'Debit', credit: 'Credit', neither: 'Neither' }

const text = (words: string): Cell => ({ kind: 'string', text: words })
const number = (exact: string): Cell => ({ kind: 'number', text: exact })
const line = (cells: Cell[]): TotalsLine => ({ isHead: false, cells })
const heads = (words: string[]): TotalsLine => ({ isHead: true, cells: words.map(text) })
