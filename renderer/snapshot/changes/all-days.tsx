// One sum over all days that were read again: what the closed snapshot is worth with them as they are now, less what it is worth.
import { Fragment } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { scopeInHand } from '../../../shared/snapshot/scope-in-hand.ts'
import { CHANGE_KINDS, type RecheckedQuestion } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuedBy } from '../../../shared/snapshot/valued-by.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { summedWorth } from '../figures/summed-worth.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { useValuedBy } from '../figures/use-valued-by.ts'
import type { ComparedSnapshots } from '../store/comparable-snapshots.ts'
import type { Compared } from './change-lines.ts'
import styles from './changes.module.css'
import { differenceWords, worthWords } from './changes-words.ts'

interface AllDaysProps {
  /** What was found of each stretch of days. */
  all: readonly Compared[]
  parts: readonly ComparedSnapshots[]
  scope: Scope
  amount: AmountChoice
}

/** Currencies that are drawn. */
const MOST_SUMS = 6

export function AllDays({ all, parts, scope, amount }: AllDaysProps) {
  const closed = parts[0]?.before
  const isWhole = parts.every(({ now: { status } }) => status.state === 'finished' && status.verdict.kind !== 'partial')
  const inHand = closed !== undefined && isWhole ? scopeInHand(closed, scope) : null
  const valuedBy = useValuedBy(closed?.connection.id ?? '', amount, inHand)
  const { answer } = useSnapshotAnswer(closed?.id ?? '', recheckedQuestion(parts, scope, valuedBy))
  if (answer === null) return <p className={styles.sum}>Adding up…</p>
  if (answer.kind !== 'compared') return null
  const kinds = all.flatMap(({ worth }) => (worth === null ? [] : CHANGE_KINDS.map((kind) => worth[kind])))
  const sums = answer.all.slice(0, MOST_SUMS)
  const more = answer.all.length - sums.length
  const others = [
    ...(more > 0 ? [`and ${countWords(more, 'more currency', 'more currencies')}`] : []),
    ...worthWords({ ...summedWorth(kinds), all: [], unvalued: [] }, amount),
    ...(answer.unvalued > 0 ? [`${countWords(answer.unvalued, 'event')} without money`] : []),
  ]
  return (
    <p className={styles.sum}>
      All days together:
      {sums.map((one) => (
        <Fragment key={one.currency ?? ''}>
          {' '}
          <b data-all-days={one.currency ?? ''} data-value={one.net ?? ''}>
            {differenceWords(one)}
          </b>
        </Fragment>
      ))}{' '}
      {others.join(', ')}
      {sums.length + others.length === 0 && 'nothing that has money'}
    </p>
  )
}

function recheckedQuestion(
  parts: readonly ComparedSnapshots[],
  scope: Scope,
  worth: ValuedBy | null,
): RecheckedQuestion | null {
  const days = parts.flatMap(({ now, within }) => (within === null ? [] : [{ other: now.id, within }]))
  return worth === null || days.length < parts.length ? null : { ask: 'rechecked', days, scope, worth }
}
