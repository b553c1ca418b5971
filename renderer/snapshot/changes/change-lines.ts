// What changes come to as the lines of a table: a line for each kind of change, group and currency, or for what is in no
// total.
import { type ChangeLine, NO_GROUP, notInSides } from '../../../shared/figures/comparison.ts'
import { codeWords, unitWords } from '../../../shared/figures/line-words.ts'
import {
  CHANGE_KINDS,
  type ChangesAnswer,
  type ChangesWorth,
  type KindWorth,
} from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition, KeyValue, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import type { PricedQuantity } from '../../../shared/worth/priced-quantity.ts'
import { quantityInWords, unvaluedWords } from '../figures/unvalued-words.ts'
import { notInChange } from './changes-words.ts'

export type Compared = Extract<ChangesAnswer, { kind: 'compared' }>

const NO_FIGURES: ChangeLine['figures'] = {
  charged: null,
  reduces: null,
  net: null,
  debit: null,
  credit: null,
  neither: null,
}

/** In the order of `CHANGE_KINDS`; of each kind money by the rules, then what has no money, then sums as sent. */
export function changeLines(worth: ChangesWorth | null): ChangeLine[] {
  if (worth === null) return []
  return CHANGE_KINDS.flatMap((kind) => kindLines(worth[kind]).map((line): ChangeLine => ({ kind, ...line })))
}

function kindLines({ groups, unvalued, asSent }: KindWorth): Omit<ChangeLine, 'kind'>[] {
  return [
    ...groups.map(({ keys, before, after, currency, charged, reduces, net, notIn }) => ({
      keys,
      before,
      after,
      unit: currency ?? 'not set',
      currency,
      figures: { ...NO_FIGURES, charged, reduces, net },
      without: notInChange(notIn, currency),
      units: null,
    })),
    ...unvalued.map(({ keys, before, after, why, unit, quantity, notIn }) => ({
      keys,
      before,
      after,
      unit: [unvaluedWords(why), ...(quantity === null ? [] : [quantityInWords(quantity, unit)])].join(', '),
      currency: null,
      figures: NO_FIGURES,
      without: notInSumWords(notIn),
      units: null,
    })),
    ...asSent.lines.map(({ keys, units, code, before, after, changes }) => ({
      keys,
      before: before?.count ?? 0,
      after: after?.count ?? 0,
      unit: `${unitWords(units) ?? codeWords(code) ?? 'not set'}, no price rule`,
      currency: null,
      figures: {
        ...NO_FIGURES,
        debit: changes.debit?.difference ?? null,
        credit: changes.credit?.difference ?? null,
        neither: changes.neither?.difference ?? null,
      },
      without: notInSides({ before, after }, { before: 'Before', after: 'Now' }),
      units,
      ...(code !== undefined && { code }),
    })),
  ]
}

/**
 * The conditions that select the events of a line's group among the others of its kind.
 * @param priced where the amount is a quantity
 */
export function conditionsOf(
  { kind, keys, units, code }: Pick<ChangeLine, 'kind' | 'keys' | 'units' | 'code'>,
  by: readonly SnapshotKey[],
  worth: ChangesWorth | null,
  priced: PricedQuantity | null,
): Condition[] {
  const isOf = (key: SnapshotKey, value: KeyValue | null): Condition => ({
    is: 'one-of',
    key,
    values: [value],
    zone: null,
  })
  const groups = by.map((key, at) => isOf(key, keys[at] ?? null))
  if (code !== undefined) {
    groups.push(isOf({ of: 'field', field: 'eventCode' }, code === null ? null : { kind: 'string', text: code }))
  }
  const names = worth?.[kind].asSent.by ?? []
  if (names.length === 0 || units === null) return groups
  return [...groups, { is: 'units', by: [...names], units: [...units], ...(priced && { priced }) }]
}

/** Of all kinds, how many lines an answer left out. */
export const othersOf = (worth: ChangesWorth | null): number =>
  CHANGE_KINDS.reduce((sum, kind) => sum + (worth?.[kind].others ?? 0), 0)

/** What changes and periods can be grouped by. */
export const GROUP_KEYS: readonly { label: string; by: SnapshotKey[] }[] = [
  { label: 'Event code', by: [{ of: 'field', field: 'eventCode' }] },
  { label: 'Customer ID', by: [{ of: 'field', field: 'customerId' }] },
  { label: 'Event type', by: [{ of: 'field', field: 'eventType' }] },
  { label: 'Day', by: [{ of: 'time', every: 'day' }] },
  { label: NO_GROUP, by: [] },
]

/** The keys of a label of `GROUP_KEYS`; empty for any other label. */
export const keysOf = (label: string): SnapshotKey[] => GROUP_KEYS.find((one) => one.label === label)?.by ?? []
