// "Totals": above its figures what the events are worth by your price rules, below them what the checks say about duplicates.
import { useMemo, useState, useSyncExternalStore } from 'react'
import common from '../ui/common.module.css'
import { LinkButton } from '../ui/link-button.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { ruleText, useRules } from '../worth/use-rules.ts'
import { duplicatesWords } from './checks/check-words.ts'
import styles from './checks/checks.module.css'
import { useChecks } from './checks/use-checks.tsx'
import { useWorth } from './figures/use-amount.ts'
import { ChangedCard, changedSource, useChanged } from './headlines/changed-card.tsx'
import { countedEventsWords, headlineSource } from './headlines/headline-words.ts'
import { Headlines } from './headlines/headlines.tsx'
import { useOpenedWindow } from './opened/opened-context.ts'
import { comparisonOf } from './page-comparison.ts'
import { latestClosing } from './store/comparable-snapshots.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'
import { TotalsTab } from './totals/totals-tab.tsx'

const RulesDialog = dialogOnDemand(async () => (await import('./headlines/rules-dialog.tsx')).RulesDialog)

export function TotalsView(props: SnapshotTabProps) {
  const { snapshot, scope, onShowEvents } = props
  const [isRulesOpen, setRulesOpen] = useState(false)
  const { kept } = useRules(snapshot.connection.id)
  const text = ruleText(kept)
  const { answer, measure, isBusy, trouble } = useWorth(snapshot, scope, text)
  const valued = answer?.kind === 'valued' ? answer : null
  const rowsOfTwice = useMemo(
    () => [...(valued?.charged ?? []), ...(valued?.credited ?? [])].flatMap(({ rows }) => rows),
    [valued],
  )
  const openRules = () => setRulesOpen(true)
  const { opened, snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const closing = useMemo(() => latestClosing(snapshot, list?.snapshots ?? []), [snapshot, list])
  const changed = useChanged(closing, snapshot, scope)
  const showChanges = () => {
    if (closing !== null) comparisonOf(snapshots).show(closing)
    opened.showTab('Changes')
  }
  return (
    <>
      <TotalsTab
        {...props}
        headlines={{
          drawn: (
            <Headlines
              answer={answer}
              isBusy={isBusy && trouble === null}
              problems={kept?.problems ?? []}
              ofWhat={countedEventsWords(snapshot, valued?.events ?? null, scope.where.length > 0 || scope.misses)}
              onRules={openRules}
              onShowEvents={onShowEvents}
            >
              {changed !== null && <ChangedCard changed={changed} zone={props.zone} onShowChanges={showChanges} />}
            </Headlines>
          ),
          asked: trouble,
          isKnown: valued !== null && (closing === null || changed !== null),
          source: (isByRules) => [
            ...(valued !== null && kept?.text ? headlineSource(valued, isByRules) : []),
            ...changedSource(changed),
          ],
        }}
        rules={measure && { measure, hasRules: kept !== null && kept.rules.rules.length > 0, twice: rowsOfTwice }}
        onRules={openRules}
        duplicates={<DuplicatesLine {...props} />}
      />
      <RulesDialog
        opened={isRulesOpen}
        onClose={() => setRulesOpen(false)}
        snapshot={snapshot}
        onShowEvents={onShowEvents}
      />
    </>
  )
}

/**
 * One line about possible duplicates, shown beside figures, with a link to the check.
 * Draws nothing where no groups are left to look at.
 */
function DuplicatesLine({ snapshot, scope, onShowTab }: SnapshotTabProps) {
  const { amount, duplicates } = useChecks(snapshot, scope)
  const { answer } = duplicates
  if (answer === null || answer.groupCount === answer.marked) return null
  return (
    <p className={`${common.box} ${styles.line}`}>
      {duplicatesWords(answer, amount)} <LinkButton onClick={() => onShowTab('Checks')}>Open Checks</LinkButton>
    </p>
  )
}
