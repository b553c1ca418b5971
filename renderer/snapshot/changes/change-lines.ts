// What changes come to as the lines of a table: a line for each kind of change, group and currency, or for what is in no
// total.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangesAnswer,
  type ChangesWorth,
  type KindWorth,
} from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition, KeyValue, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import type { PricedQuantity } from '../../../shared/worth/priced-quantity.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { codeWords, unitWords } from '../../worth/money-words.ts'
import { copiedKey, numberCell, textCell } from '../figures/snapshot-source.ts'
import { quantityInWords, unvaluedWords } from '../figures/unvalued-words.ts'
import { notInSides } from '../totals/period-figures.ts'
import { notInChange } from './changes-words.ts'

export const CHANGE_WORDS: Record<ChangeKind, string> = { added: 'Here now', gone: 'Gone', altered: 'Altered' }

/** What a line can say, each in a column: by the rules, and as sent where there is no rule. */
export const CHANGE_FIGURES = ['charged', 'reduces', 'net', 'debit', 'credit', 'neither'] as const
export type ChangeFigure = (typeof CHANGE_FIGURES)[number]

export const FIGURE_HEADS: Record<ChangeFigure, string> = {
  charged: 'Charged',
  reduces: 'Taken off',
  net: 'Total',
  debit: 'Debit as sent',
  credit: 'Credit as sent',
  neither: 'Other as sent',
}

export interface ChangeLine {
  kind: ChangeKind
  keys: (KeyValue | null)[]
  /** Number of events of the group in the earlier and in the later snapshot. */
  before: number
  after: number
  /** The currency or unit, or why there is no money. */
  unit: string
  /** Currency of money by the rules; null: none, or not known. */
  currency: string | null
  /** Plain decimals; null where there is no figure. */
  figures: Record<ChangeFigure, string | null>
  /** What is not in its figures, in words; null: nothing. */
  without: string | null
  /** Of events without a rule: their units, which tell them apart; null: they have one. */
  units: (string | null)[] | null
  /** As of a line of totals. */
  code?: string | null
}

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

/** The text of the value; "none" for events without one. */
export const groupWords = (value: KeyValue | null | undefined) => (value ? value.text : 'none')

/** Every line, and how many are left out, if any. */
export function copiedChanges(worth: ChangesWorth | null, group: string): CopiedTable {
  const left = CHANGE_KINDS.reduce((sum, kind) => sum + (worth?.[kind].others ?? 0), 0)
  const lines = changeLines(worth)
  const isAnyMissed = lines.some(({ without }) => without !== null)
  return {
    heads: [
      'Change',
      group,
      'Unit',
      'Events before',
      'Events now',
      ...CHANGE_FIGURES.map((figure) => FIGURE_HEADS[figure]),
      ...(isAnyMissed ? ['Not in the sum'] : []),
    ],
    rows: [
      ...lines.map(({ kind, keys, unit, before, after, figures, without }) => [
        textCell(CHANGE_WORDS[kind]),
        copiedKey(keys[0], groupWords(keys[0])),
        textCell(unit),
        numberCell(before),
        numberCell(after),
        ...CHANGE_FIGURES.map((figure) => numberCell(figures[figure])),
        ...(isAnyMissed ? [textCell(without ?? '')] : []),
      ]),
      ...(left === 0 ? [] : [[textCell(`${grouped(left)} more lines are left out`)]]),
    ],
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

/** The keys of a label of `GROUP_KEYS`; empty for any other label. */
export const keysOf = (label: string): SnapshotKey[] => GROUP_KEYS.find((one) => one.label === label)?.by ?? []
