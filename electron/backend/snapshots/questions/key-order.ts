// The order of the lines of a table: by the values of a key, numbers by what they come to.
import type { KeyValue } from '../../../../shared/snapshot/snapshot-condition.ts'
import { compareNumbers, type OrderedNumber, orderedNumber } from './number-order.ts'

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
