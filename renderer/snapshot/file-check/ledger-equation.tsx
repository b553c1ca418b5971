// The region "Difference": the file less the snapshot is what the groups come to, for each kind of money and currency.
import type { ReactNode } from 'react'
import type { LedgerEquation, Outcome } from '../../../shared/snapshot/snapshot-ledger.ts'
import common from '../../ui/common.module.css'
import { drawnMoney, signedMoney } from '../../worth/money-words.ts'
import type { CheckedLedger } from '../store/file-check-state.ts'
import { moneyKindWords, outcomeTerm, wholeMonthsWords } from './checked-words.ts'
import styles from './ledger.module.css'

interface EquationsProps {
  answer: CheckedLedger
  onGroup: (outcome: Outcome) => void
}

export function Equations({ answer, onGroup }: EquationsProps) {
  const { equation } = answer
  const besides = wholeMonthsWords(answer)
  return (
    <section aria-label="Difference" className={`${common.card} ${styles.card}`}>
      <h3 className={common.cardTitle}>The file less the snapshot</h3>
      {equation.length === 0 && (
        <p className={`${common.dim} ${styles.empty}`}>No line and no event has an amount that can be compared.</p>
      )}
      <div className={styles.equations}>
        {equation.map((one) => (
          <div
            key={`${one.of} ${one.currency}`}
            className={styles.equation}
            data-money={one.of}
            data-currency={one.currency ?? undefined}
            data-value={one.difference}
            data-holds={one.holds}
          >
            <h4>
              {moneyKindWords(one)}
              <span className={styles.adds} data-wrong={!one.holds || undefined}>
                {one.holds ? 'adds up to the last digit' : 'the groups do not add up to it'}
              </span>
            </h4>
            <p className={styles.terms}>
              <Term figure={drawnMoney(one.file, one.currency)} words="in the file" />
              <Signed by="−">
                <Term figure={drawnMoney(one.snapshot, one.currency)} words="in the snapshot" />
              </Signed>
              <Signed by="=">
                <span className={styles.term} data-difference>
                  <b>{signedMoney(one.difference, one.currency)}</b>
                  <span>difference</span>
                </span>
              </Signed>
              {partsOf(one).map(({ outcome, sign, figure }) => (
                <Signed key={outcome} by={sign}>
                  <button
                    type="button"
                    className={styles.term}
                    data-outcome={outcome}
                    title={`Show the lines: ${outcomeTerm(outcome)}`}
                    onClick={() => onGroup(outcome)}
                  >
                    <b>{figure}</b>
                    <span>{outcomeTerm(outcome)}</span>
                  </button>
                </Signed>
              ))}
            </p>
          </div>
        ))}
      </div>
      {besides !== null && (
        <p className={styles.besides} data-whole-months>
          {besides}
        </p>
      )}
    </section>
  )
}

function Term({ figure, words }: { figure: string; words: string }) {
  return (
    <span className={styles.term}>
      <b>{figure}</b>
      <span>{words}</span>
    </span>
  )
}

/** A figure and the sign before it, which stay on one line. */
function Signed({ by, children }: { by: string; children: ReactNode }) {
  return (
    <span className={styles.signed}>
      <span className={styles.sign}> {by} </span>
      {children}
    </span>
  )
}

const isZero = (text: string) => !/[1-9]/.test(text)

/** What groups come to, without those that come to nothing, with the sign between them. */
export function partsOf({ groups, currency }: Pick<LedgerEquation, 'groups' | 'currency'>) {
  return groups
    .filter(({ difference }) => !isZero(difference))
    .map(({ outcome, difference }, at) => {
      if (at === 0) return { outcome, sign: '=', figure: drawnMoney(difference, currency) }
      const isLess = difference.startsWith('-')
      return {
        outcome,
        sign: isLess ? '−' : '+',
        figure: drawnMoney(isLess ? difference.slice(1) : difference, currency),
      }
    })
}

/** The same as one text: "43,178.60 in the file − 42,803.30 in the snapshot = +375.30 = …". */
export function equationWords(one: LedgerEquation): string {
  const parts = partsOf(one).map(({ outcome, sign, figure }) => ` ${sign} ${figure} ${outcomeTerm(outcome)}`)
  const file = `${drawnMoney(one.file, one.currency)} in the file`
  const snapshot = `${drawnMoney(one.snapshot, one.currency)} in the snapshot`
  return `${file} − ${snapshot} = ${signedMoney(one.difference, one.currency)}${parts.join('')}`
}
