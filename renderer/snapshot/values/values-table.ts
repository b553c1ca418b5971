// The lines of "Values": every field, then every property, commonest first; the conditions behind each count; and as a table to copy.
import { EVENT_FIELDS, eventField } from '../../../shared/event/event-fields.ts'
import type { Cell } from '../../../shared/event/event-table.ts'
import type { CopiedTable } from '../../../shared/figures/figure-table.ts'
import { numberValue, textValue } from '../../../shared/figures/figure-table.ts'
import type { Condition, KeyValue, Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { isCutValue, type ValueSummary, type ValuesAnswer } from '../../../shared/snapshot/snapshot-rows.ts'

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
  // What is cut is not a number any more.
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
        textValue(nameOfKey(key)),
        textValue(key.of === 'property' ? 'property' : 'event'),
        ...COUNTED_KINDS.map((kind) => numberValue(kinds[kind] ?? 0)),
        numberValue(distinct),
        first === undefined
          ? null
          : first.value.kind === 'number'
            ? number(first.value.text)
            : textValue(first.value.text),
        first === undefined ? null : numberValue(first.count),
        number(numbers?.smallest),
        number(numbers?.largest),
        texts === null ? null : textValue(texts.smallest),
        texts === null ? null : textValue(texts.largest),
      ]
    }),
  }
}

/** The interface's own name, or the property's. */
export function nameOfKey(key: SnapshotKey): string {
  switch (key.of) {
    case 'field':
      return eventField(key.field).name
    case 'property':
      return key.name
    case 'time':
      return key.every
    default:
      return key satisfies never
  }
}

/** Every field, then every property, whose name contains the typed text; case does not matter. */
export function listedKeys(names: ValuesAnswer['names'], typed: string): SnapshotKey[] {
  const wanted = typed.trim().toLowerCase()
  const fields = EVENT_FIELDS.map(({ key }): SnapshotKey => ({ of: 'field', field: key }))
  const properties = names.map(({ name }): SnapshotKey => ({ of: 'property', name }))
  const all = [...fields, ...properties]
  return wanted === '' ? all : all.filter((key) => nameOfKey(key).toLowerCase().includes(wanted))
}

/** Undefined: events of any code; null: events without one. */
export type ChosenCode = string | null | undefined

export function scopeOfCode(scope: Scope, code: ChosenCode): Scope {
  if (code === undefined) return scope
  const value: KeyValue | null = code === null ? null : { kind: 'string', text: code }
  return narrowed(scope, { is: 'one-of', key: { of: 'field', field: 'eventCode' }, values: [value], zone: null })
}

/** @param kind one of `COUNTED_KINDS`; "missing": events that do not have the key */
export function scopeOfKind(scope: Scope, key: SnapshotKey, kind: string): Scope {
  return narrowed(scope, kind === 'missing' ? { is: 'missing', key } : ({ is: 'kind', key, kind } as Condition))
}

/** Exactly as sent: `1` and `1.0` are two. */
export function scopeOfValue(scope: Scope, key: SnapshotKey, value: KeyValue): Scope {
  return narrowed(scope, { is: 'one-of', key, values: [value], zone: null })
}

const narrowed = (scope: Scope, condition: Condition): Scope => ({ ...scope, where: [...scope.where, condition] })
