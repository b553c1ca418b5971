// The dialog "What events are worth" over an open snapshot, whose events say what kinds there are.
import { useMemo } from 'react'
import { scopeInHand } from '../../../shared/snapshot/scope-in-hand.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-values.ts'
import type { KindsQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { offeredMeanings, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { useThisRunOnly } from '../../ui/this-run-only.tsx'
import { seenProperties } from '../../worth/seen-properties.ts'
import { useMeanings } from '../../worth/use-meanings.ts'
import { ruleText, useRules } from '../../worth/use-rules.ts'
import { WorthDialog } from '../../worth/worth-dialog.tsx'
import { scopeOfRows } from '../checks/scope-of-rows.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { RulesOutcome } from './rules-outcome.tsx'

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
