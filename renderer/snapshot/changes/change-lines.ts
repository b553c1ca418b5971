// The money of changes as the lines of a table: a line for each kind of change, group and unit.
import type { Cell } from '../../../shared/event/event-table.ts'
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { CHANGE_KINDS, type ChangeKind, type ChangesAnswer } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import type { KeyValue, SnapshotKey } from '../../../shared/snapshot/snapshot-key.ts'
import type { PricedQuantity } from '../../../shared/worth/property-meanings.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { unitWords } from '../../worth/money-words.ts'

export const CHANGE_WORDS: Record<ChangeKind, string> = { added: 'Here now', gone: 'Gone', altered: 'Altered' }

/** Plain decimals; null where there is no figure. */
export interface ChangeLine {
  kind: ChangeKind
  keys: (KeyValue | null)[]
  units: (string | null)[]
  /** Number of events of the group in the earlier and in the later snapshot. */
  before: number
  after: number
  credit: string | null
  debit: string | null
  neither: string | null
}

export type Compared = Extract<ChangesAnswer, { kind: 'compared' }>

export function changeLines({ money }: Pick<Compared, 'money'>): ChangeLine[] {
  if (money === null) return []
  return CHANGE_KINDS.flatMap((kind) =>
    money[kind].lines.map(
      ({ keys, units, before, after, changes }): ChangeLine => ({
        kind,
        keys,
        units,
        before: before?.count ?? 0,
        after: after?.count ?? 0,
        credit: changes.credit?.difference ?? null,
        debit: changes.debit?.difference ?? null,
        neither: changes.neither?.difference ?? null,
      }),
    ),
  )
}

/**
 * The conditions that select a line's events among the others of its kind.
 * @param priced where the amount is a quantity
 */
export function conditionsOf(
  { keys, units }: Pick<ChangeLine, 'keys' | 'units'>,
  by: readonly SnapshotKey[],
  { by: names }: Pick<ComparedTotals, 'by'>,
  priced: PricedQuantity | null,
): Condition[] {
  const groups = by.map((key, at): Condition => ({ is: 'one-of', key, values: [keys[at] ?? null], zone: null }))
  if (names.length === 0) return groups
  return [...groups, { is: 'units', by: [...names], units: [...units], ...(priced && { priced }) }]
}

export const groupWords = (value: KeyValue | null | undefined) => (value ? value.text : 'none')

export function copiedChanges(lines: readonly ChangeLine[], group: string): CopiedTable {
  const text = (words: string): Cell => ({ kind: 'string', text: words.toWellFormed() })
  const number = (exact: string | number | null): Cell =>
    exact === null ? null : { kind: 'number', text: String(exact) }
  return {
    heads: ['Change', group, 'Unit', 'Events before', 'Events now', 'Credit', 'Debit', 'Neither'],
    rows: lines.map(({ kind, keys, units, before, after, credit, debit, neither }) => [
      text(CHANGE_WORDS[kind]),
      text(groupWords(keys[0])),
      text(units.length === 0 ? '' : (unitWords(units) ?? 'not known')),
      number(before),
      number(after),
      number(credit),
      number(debit),
      number(neither),
    ]),
  }
}

/** What changes and periods can be grouped by. */
export const GROUP_KEYS: readonly { label: string; by: SnapshotKey[] }[] = [
  { label: 'Event code', by: [{ of: 'field', field: 'eventCode' }] },
  { label: 'Customer ID', by: [{ of: 'field', field: 'customerId' }] },
  { label: 'Event type', by: [{ of: 'field', field: 'eventType' }] },
  { label: 'Day', by: [{ of: 'time', every: 'day' }] },
  { label: 'nothing', by: [] },
]

export const keysOf = (label: string): SnapshotKey[] => GROUP_KEYS.find((one) => one.label === label)?.by ?? []
