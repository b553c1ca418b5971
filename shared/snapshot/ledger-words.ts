// A checked ledger in words: the same on the screen, in copies and in files.
import type { MoneyKind, Outcome } from './snapshot-ledger.ts'

const OUTCOME_WORDS: Record<Outcome, string> = {
  matched: 'Matched',
  differing: 'Differs',
  'only-file': 'Only in the file',
  repeated: 'Repeated in the file',
  'only-snapshot': 'Only in the snapshot',
}

/** @param isWhole whether the snapshot is complete; else nothing is said of more than was read */
export const outcomeWords = (outcome: Outcome, isWhole: boolean): string =>
  isWhole ? OUTCOME_WORDS[outcome] : `${OUTCOME_WORDS[outcome]}, of what was read`

/** Of which money a figure is. */
export const MONEY_KIND_WORDS: Record<MoneyKind, string> = {
  worth: 'By the rules',
  debit: 'Debits as sent',
  credit: 'Credits as sent',
  neither: 'Neither debit nor credit, as sent',
  unvalued: 'Not valued by the rules',
}
