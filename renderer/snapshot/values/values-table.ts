// "Values" as a table to copy: a line for each field and property.
import type { Cell } from '../../../shared/event/event-table.ts'
import { isCutValue, type ValueSummary } from '../../../shared/snapshot/snapshot-rows.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { numberCell, textCell } from '../figures/copied-cells.ts'
import { nameOfKey } from './value-keys.ts'

/** The kinds that are counted, in screen order. */
export const COUNTED_KINDS = ['string', 'number', 'boolean', 'null', 'json', 'repeated', 'missing'] as const
export type CountedKind = (typeof COUNTED_KINDS)[number]

/** What each is called. `string` and `number` as the filters have them. */
export const COUNTED_KIND_WORDS: Record<CountedKind, string> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  json: 'JSON',
  repeated: 'repeated',
  missing: 'missing',
}

/** The kinds that occur, such as "number 4,208, string 3, missing 1". */
export function kindCounts({ kinds }: Pick<ValueSummary, 'kinds'>): { kind: CountedKind; count: number }[] {
  const counted = COUNTED_KINDS.map((kind) => ({ kind, count: kinds[kind] ?? 0 })).filter(({ count }) => count > 0)
  const known = counted.filter(({ kind }) => kind !== 'missing').toSorted((a, b) => b.count - a.count)
  return [...known, ...counted.filter(({ kind }) => kind === 'missing')]
}

export function copiedValues(summaries: readonly ValueSummary[]): CopiedTable {
  // What is cut is no number any more.
  const number = (exact: string | undefined): Cell =>
    exact === undefined ? null : { kind: isCutValue(exact) ? 'string' : 'number', text: exact }
  return {
    heads: [
      'Field',
      'Of',
      ...COUNTED_KINDS.map((kind) => COUNTED_KIND_WORDS[kind]),
      'Distinct',
      'Most frequent',
      'Times',
      'Smallest number',
      'Largest number',
      'First text',
      'Last text',
    ],
    rows: summaries.map((summary) => {
      const { key, kinds, distinct, commonest, numbers, texts } = summary
      const [first] = commonest
      return [
        textCell(nameOfKey(key)),
        textCell(key.of === 'property' ? 'property' : 'event'),
        ...COUNTED_KINDS.map((kind) => numberCell(kinds[kind] ?? 0)),
        numberCell(distinct),
        first === undefined
          ? null
          : first.value.kind === 'number'
            ? number(first.value.text)
            : textCell(first.value.text),
        first === undefined ? null : numberCell(first.count),
        number(numbers?.smallest),
        number(numbers?.largest),
        texts === null ? null : textCell(texts.smallest),
        texts === null ? null : textCell(texts.largest),
      ]
    }),
  }
}
