// What the events are worth by rules, whether or not they apply yet: one line.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { noRuleWords } from '../../../shared/worth/worth-words.ts'
import { moneyInWords } from '../../worth/money-words.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { binWords, notValuedWords } from './headline-words.ts'
import styles from './headlines.module.css'
import { useWorth } from './use-worth.ts'

const ALL: Scope = { where: [], misses: false }
/** Nobody reads a longer line. */
const MOST_SUMS = 6

export function RulesOutcome({ snapshot, text }: { snapshot: SnapshotSummary; text: string }) {
  const { answer, isBusy, trouble } = useWorth(snapshot, ALL, text)
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  if (answer === null || answer.kind === 'no-rules') return <p className={styles.note}>Reckoning…</p>
  const why = noRuleWords(answer)
  const nets = answer.currencies.flatMap(({ net, currency }) => (net === null ? [] : [moneyInWords(net, currency)]))
  const more = nets.length > MOST_SUMS ? ` and ${nets.length - MOST_SUMS} more` : ''
  const bins = answer.bins.filter(({ events }) => events > 0).map(({ bin, events }) => binWords(bin, events))
  const parts = [
    ...(why !== null ? [`Nothing is netted: ${why}`] : []),
    ...(nets.length === 0 ? [] : [`Net of these events: ${nets.slice(0, MOST_SUMS).join(', ')}${more}`]),
    ...bins,
    ...answer.notValued.map(notValuedWords),
  ]
  return (
    <p className={styles.outcome} aria-busy={isBusy}>
      {parts.join(' · ')}
    </p>
  )
}
