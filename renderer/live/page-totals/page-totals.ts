// What the rows of a page add up to, by the rules of a snapshot's "Totals": exact, credit apart from debit, and never
// across currencies or units.
import type { Event } from '../../../shared/event/event.ts'
import { decimalText, minus, readPlain, ZERO } from '../../../shared/exact/decimal.ts'
import { createExactSums, type SumType, sumTypeOf } from '../../../shared/exact/exact-sum.ts'
import { areUnits, measureUnits, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { namedValue } from '../../grid/property-values.ts'

export type PageGroup = 'eventCode' | 'customerId' | 'nothing'

/** Plain decimals; null where there was no number to add: "–", which is not 0. */
export interface PageLine {
  /** The value of the group; null: the events have none. Absent without grouping. */
  key?: string | null
  /** Texts of the properties that tell currencies and units apart; null: not known. */
  unit: string | null
  count: number
  credit: string | null
  debit: string | null
  /** Of events that are neither credit nor debit. */
  sum: string | null
  /** Null also where a credit is negative: whether to add or subtract it has not been answered. */
  debitMinusCredit: string | null
  /** Events whose value is a number that can be added. */
  numbers: number
}

export interface PageTotals {
  lines: PageLine[]
  /** One for each unit. */
  all: PageLine[]
  /** The property that splits the figures, such as "currency"; null: there is none. */
  by: string | null
  /** Whether the user has confirmed that it tells units apart. */
  confirmed: boolean
  areCreditsNegative: boolean
}

export function pageTotals(
  events: readonly Event[],
  measure: string | null,
  group: PageGroup,
  meanings: PropertyMeanings,
): PageTotals {
  const { by, confirmed } = measureUnits(measure === null ? [] : [measure], meanings)
  const unitProperties = new Set<string>()
  const lines = new Map<string, Board>()
  const all = new Map<string, Board>()
  for (const event of events) {
    const units = measure === null ? [] : by.flatMap((name) => textOf(event, name, unitProperties))
    const unit = units.length === 0 ? null : units.join(' · ')
    const key = group === 'nothing' ? undefined : event[group]
    const value = measure === null ? null : namedValue(event, measure)
    const number = value?.times === 1 && value.property.kind === 'number' ? value.property.text : null
    for (const [boards, of] of [
      [lines, key],
      [all, undefined],
    ] as const) {
      const name = JSON.stringify([of, unit])
      const board = boards.get(name) ?? newBoard(of, unit)
      boards.set(name, board)
      board.add(event.eventType, number)
    }
  }
  const linesOf = (boards: Map<string, Board>) => [...boards.values()].map((board) => board.line())
  return {
    lines: group === 'nothing' ? [] : linesOf(lines).sort((a, b) => b.count - a.count),
    all: linesOf(all),
    by: unitProperties.size === 0 ? null : [...unitProperties].join(' and '),
    confirmed: confirmed || areUnits([...unitProperties], meanings),
    areCreditsNegative: [...all.values()].some((board) => board.isCreditNegative()),
  }
}

function textOf(event: Event, name: string, unitProperties: Set<string>): string[] {
  const value = namedValue(event, name)
  if (value === null || value.times > 1 || value.property.kind !== 'string') return []
  unitProperties.add(name)
  return [value.property.text]
}

type Board = ReturnType<typeof newBoard>

function newBoard(key: string | null | undefined, unit: string | null) {
  const sums = createExactSums()
  let count = 0
  let isCreditNegative = false
  return {
    add(type: string | null, number: string | null) {
      count += 1
      const sign = sumTypeOf(type)
      if (sign === 'credit' && number !== null && /^-.*[1-9]/.test(number)) isCreditNegative = true
      sums.add(sign, null, number)
    },
    isCreditNegative: () => isCreditNegative,
    line(): PageLine {
      const figures = sums.figures()
      const sumOf = (wanted: SumType) => figures.find(({ type }) => type === wanted)?.sum ?? null
      const [credit, debit, sum] = [sumOf('credit'), sumOf('debit'), sumOf('neither')]
      const isThere = (credit !== null || debit !== null) && !isCreditNegative
      const difference = isThere ? minus(decimalOf(debit), decimalOf(credit)) : null
      const numbers = figures.reduce((all, one) => all + one.numbers, 0)
      const debitMinusCredit = difference && decimalText(difference)
      return { ...(key === undefined ? {} : { key }), unit, count, credit, debit, sum, debitMinusCredit, numbers }
    },
  }
}

const decimalOf = (text: string | null) => (text === null ? ZERO : readPlain(text))
