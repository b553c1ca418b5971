// What came of a ledger in words: on a snapshot that is not complete they are of what was read.
import { listWords } from '../../../shared/exact/grouped-digits.ts'
import { kindWords, NOT_KNOWN } from '../../../shared/figures/ledger.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { LedgerEquation, MoneyKind, Outcome } from '../../../shared/snapshot/snapshot-ledger.ts'
import { outcomeWords } from '../../../shared/snapshot/snapshot-ledger.ts'
import { isProved } from '../../../shared/snapshot/verdict-name.ts'
import { currencyWords, drawnMoney, signedMoney } from '../../worth/money-words.ts'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import type { CheckedLedger } from '../store/file-check-state.ts'

/** Behind a figure, in the middle of an equation: "only in the file". */
export const outcomeTerm = (outcome: Outcome) => outcomeWords(outcome, true).toLowerCase()

/** Whether nothing can be missing from it that the service has. */
export function isProven({ status }: Pick<SnapshotSummary, 'status'>): boolean {
  return status.state === 'finished' && isProved(status.verdict)
}

/** "EUR, by the rules". */
export const moneyKindWords = ({ of, currency }: { of: MoneyKind; currency: string | null }) =>
  `${currencyWords(currency)}, ${kindWords(of)}`

/** What the snapshot is worth besides the figures of an equation, in a sentence; null: nothing. */
export function wholeMonthsWords({ wholeMonths }: CheckedLedger): string | null {
  if (wholeMonths.length === 0) return null
  const all = listWords(wholeMonths.map(lineMoneyWords))
  return `The snapshot is worth more: ${all}, which no single event has and no line is compared with.`
}

/** The group that is looked at first: the first in which something is wrong. */
export function firstGroup({ groups }: CheckedLedger): Outcome {
  const order: Outcome[] = ['differing', 'changed-id', 'only-file', 'only-snapshot', 'repeated']
  const found = order.find((outcome) => groups.some((one) => one.outcome === outcome && one.lines + one.events > 0))
  return found ?? 'matched'
}

const isZero = (text: string) => !/[1-9]/.test(text)

/** What groups come to, without those that come to nothing, with the sign between them. */
export function partsOf({ groups, currency }: Pick<LedgerEquation, 'groups' | 'currency'>) {
  return groups
    .filter(({ difference }) => difference === null || !isZero(difference))
    .map(({ outcome, difference }, at) => {
      if (difference === null) return { outcome, sign: at === 0 ? '=' : '+', figure: NOT_KNOWN }
      if (at === 0) return { outcome, sign: '=', figure: drawnMoney(difference, currency) }
      const isLess = difference.startsWith('-')
      return {
        outcome,
        sign: isLess ? '−' : '+',
        figure: drawnMoney(isLess ? difference.slice(1) : difference, currency),
      }
    })
}

/** An equation as one text: "43,178.60 in the file − 42,803.30 in the snapshot = +375.30 = …". */
export function ledgerEquationWords(one: LedgerEquation): string {
  const parts = partsOf(one).map(({ outcome, sign, figure }) => ` ${sign} ${figure} ${outcomeTerm(outcome)}`)
  const file = `${one.file === null ? NOT_KNOWN : drawnMoney(one.file, one.currency)} in the file`
  const snapshot = `${drawnMoney(one.snapshot, one.currency)} in the snapshot`
  return `${file} − ${snapshot} = ${one.difference === null ? NOT_KNOWN : signedMoney(one.difference, one.currency)}${parts.join('')}`
}
