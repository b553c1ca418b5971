// The order of the lines of totals: as was asked, then by the values of their keys, numbers by what they come to.

import { compareDecimals, type Decimal } from '../../../../shared/exact/decimal.ts'
import type { KeyValue } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsQuestion } from '../../../../shared/snapshot/snapshot-totals.ts'
import { compareNumbers, type OrderedNumber, orderedNumber } from './number-column.ts'

/** What a line stands by. */
export interface Ordered {
  /** The place of its block among the blocks. */
  block: number
  count: number
  amount: Decimal | null
  /** For each key, the place of its value. */
  places: readonly number[]
}

/** A new list. In a block the largest is first, and what has no amount last; ties are in the order of their keys. */
export function inOrder<Line extends Ordered>(lines: readonly Line[], order: TotalsQuestion['order']): Line[] {
  const byFigure = (a: Ordered, b: Ordered) => {
    if (order === 'count') return b.count - a.count
    if (order === 'keys' || a.amount === b.amount) return 0
    if (a.amount === null || b.amount === null) return a.amount === null ? 1 : -1
    return compareDecimals(b.amount, a.amount)
  }
  const byKeys = (a: Ordered, b: Ordered) => {
    const at = a.places.findIndex((place, key) => place !== b.places[key])
    return at < 0 ? 0 : (a.places[at] ?? 0) - (b.places[at] ?? 0)
  }
  return lines.toSorted((a, b) => a.block - b.block || byFigure(a, b) || byKeys(a, b))
}

const KINDS: readonly KeyValue['kind'][] = ['time', 'number', 'string', 'boolean', 'null', 'json', 'repeated']

/** The place of each code in the order of their values; 0, which is no value, comes last. */
export function placesOf(codes: Iterable<number>, keyValue: (code: number) => KeyValue | null): Map<number, number> {
  const values = [...new Set(codes)].map((code) => sortable(code, keyValue(code)))
  values.sort((a, b) => a.kind - b.kind || (a.number && b.number && compareNumbers(a.number, b.number)) || byText(a, b))
  return new Map(values.map(({ code }, place) => [code, place]))
}

interface Sortable {
  code: number
  kind: number
  number: OrderedNumber | null
  text: string
}

function sortable(code: number, value: KeyValue | null): Sortable {
  if (value === null) return { code, kind: KINDS.length, number: null, text: '' }
  const number = value.kind === 'number' ? orderedNumber(value.text) : null
  return { code, kind: KINDS.indexOf(value.kind), number, text: value.text }
}

const byText = (a: Sortable, b: Sortable) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.code - b.code)
