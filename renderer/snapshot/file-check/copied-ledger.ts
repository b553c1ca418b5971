// A checked ledger as tables to be copied or saved, with where they come from: the file, what lines are found by, the equation.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { type FileTableAnswer, outcomeWords } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { type CopiedSource, figuresSource, numberCell, snapshotSource, textCell } from '../figures/snapshot-source.ts'
import type { CheckedLedger, CheckedLedgerFile } from '../store/file-check-state.ts'
import { checkedWords, isProven, moneyKindWords, wholeMonthsWords } from './checked-words.ts'
import { foundByWords } from './column-meanings.ts'
import { equationWords } from './ledger-equation.tsx'

/** Lines copied at most: nobody pastes more. A file has all of them. */
export const MOST_COPIED = 50_000

/** A row for each outcome and kind of money. */
export function copiedGroups({ groups }: CheckedLedger, isWhole: boolean): CopiedTable {
  return {
    heads: [
      'Outcome',
      'Lines',
      'Events',
      'Money',
      'Currency',
      'In the file',
      'In the snapshot',
      'Difference',
      'Lines without money',
      'Events without money',
    ],
    rows: groups.flatMap(({ outcome, lines, events, money, linesWithout, eventsWithout }) =>
      (money.length === 0 ? [null] : money).map((one, at) => [
        textCell(outcomeWords(outcome, isWhole)),
        // Once for each outcome, so that the column adds up.
        at === 0 ? numberCell(lines) : null,
        at === 0 ? numberCell(events) : null,
        textCell(one && moneyKindWords(one).replace(/^.*?, /, '')),
        textCell(one && (one.currency ?? 'not known')),
        numberCell(one?.file),
        numberCell(one?.snapshot),
        numberCell(one?.difference),
        at === 0 ? numberCell(linesWithout) : null,
        at === 0 ? numberCell(eventsWithout) : null,
      ]),
    ),
  }
}

type Table = Extract<FileTableAnswer, { kind: 'table' }>

export function copiedLines({ heads, rows }: Pick<Table, 'heads' | 'rows'>): CopiedTable {
  return {
    heads: heads.map((head) => head.toWellFormed()),
    rows: rows.map((row) =>
      row.map((cell) => (cell === null || typeof cell === 'string' ? textCell(cell) : numberCell(cell.number))),
    ),
  }
}

/** What stands under every copy of a checked ledger. */
export function ledgerSource(snapshot: SnapshotSummary, fileName: string, checked: CheckedLedgerFile): CopiedSource {
  const { answer, choices, against } = checked
  const { version, lines, events, equation } = answer
  const besides = wholeMonthsWords(answer)
  return [
    ...snapshotSource(snapshot, { scope: against.scope, events }),
    ['File', `${fileName.toWellFormed()}, ${grouped(lines)} lines`],
    ['Lines are found by', foundByWords(choices.key)],
    ['Outcome', checkedWords(answer, isProven(snapshot))],
    ...equation.map((one) => [`Difference, ${moneyKindWords(one)}`, equationWords(one)] as const),
    ...(besides === null ? [] : [['Not in the differences', besides] as const]),
    ...figuresSource(
      version === null ? 'amounts as sent' : `worth by the rules, version ${version}; as sent where there is no rule`,
      snapshot.range.zone,
    ),
  ]
}
