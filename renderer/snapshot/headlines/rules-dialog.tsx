// The dialog "What events are worth" over an open snapshot, whose events say what kinds there are.
import { useMemo } from 'react'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { KindsQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { offeredMeanings, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { noRuleWords } from '../../../shared/worth/worth.ts'
import common from '../../ui/common.module.css'
import { useThisRunOnly } from '../../ui/use-remembered.tsx'
import { seenProperties } from '../../worth/amount-choice.ts'
import { moneyInWords } from '../../worth/money-words.ts'
import { ruleText, useMeanings, useRules } from '../../worth/use-rules.ts'
import { WorthDialog } from '../../worth/worth-dialog.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useWorth } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { binWords, notValuedWords } from './headline-words.ts'
import styles from './headlines.module.css'

interface RulesDialogProps {
  opened: boolean
  onClose: () => void
  snapshot: SnapshotSummary
  onShowEvents: (scope: Scope) => void
}

/** Rules are made for all events, whatever is narrowed just now. */
const ALL: Scope = { where: [], misses: false }
const ALL_PROPERTIES: ValuesQuestion = { ask: 'values', scope: { where: [], misses: true }, keys: null, byCode: false }
const MOST_MEANINGS = 1_000

export function RulesDialog({ opened, onClose, snapshot, onShowEvents }: RulesDialogProps) {
  const { id: connectionId, name } = snapshot.connection
  const { kept, change } = useRules(connectionId)
  const { meanings: confirmed, isKnown } = useMeanings(connectionId)
  const values = useSnapshotAnswer(snapshot.id, opened ? ALL_PROPERTIES : null)
  const thisRunOnly = useThisRunOnly()
  const meanings = useMemo((): PropertyMeanings => {
    const seen = values.answer === null ? [] : seenProperties(values.answer.summaries)
    return [...confirmed, ...offeredMeanings(seen, confirmed)].slice(0, MOST_MEANINGS)
  }, [values.answer, confirmed])
  const text = ruleText(kept)
  const question: KindsQuestion | null =
    !opened || text === null || values.answer === null || !isKnown
      ? null
      : { ask: 'kinds', scope: ALL, rules: text, meanings, inHand: scopeInHand(snapshot, ALL) }
  const kinds = useSnapshotAnswer(snapshot.id, question)
  const trouble = [values, kinds].find((one) => one.trouble !== null)
  return (
    <WorthDialog
      opened={opened}
      onClose={onClose}
      connectionName={name}
      kept={kept}
      onKept={change}
      keptWords={thisRunOnly ?? 'Kept for this connection on this computer.'}
      asked={{ kinds: kinds.answer, meanings, isBusy: kinds.isBusy }}
      outcome={(rules) =>
        trouble?.trouble ? (
          <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
        ) : (
          <RulesOutcome snapshot={snapshot} text={rules} />
        )
      }
      onShowRow={(row) => {
        onClose()
        onShowEvents(scopeOfRows([row]))
      }}
    />
  )
}

/** A longer line would not be read. */
const MOST_SUMS = 6

/** One line that says what the events are worth by the rules, whether or not these apply yet. */
function RulesOutcome({ snapshot, text }: { snapshot: SnapshotSummary; text: string }) {
  const { answer, isBusy, trouble } = useWorth(snapshot, ALL, text)
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  if (answer === null || answer.kind === 'no-rules') return <p className={common.hint}>Reckoning…</p>
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
