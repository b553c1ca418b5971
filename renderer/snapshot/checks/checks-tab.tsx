// The tab "Checks" of an open snapshot: possible duplicates, and what does not fit.
import { useState } from 'react'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { CopyTable } from '../figures/copy-table.tsx'
import { snapshotSource } from '../figures/snapshot-source.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './checks-tab.module.css'
import { copiedChecks } from './checks-table.ts'
import { ChecksTools } from './checks-tools.tsx'
import { DuplicatesCheck } from './duplicates-check.tsx'
import { MisfitsCheck } from './misfits-check.tsx'
import { MixedKindsCheck } from './mixed-kinds-check.tsx'
import { RepeatedIdsCheck } from './repeated-ids-check.tsx'
import { useChecks } from './use-checks.ts'

interface ChecksTabProps extends SnapshotTabProps {
  /** Compares the events of these rows. */
  onCompare: (rows: readonly number[]) => void
}

export function ChecksTab({ snapshot, scope, zone, onShowEvents, onCompare }: ChecksTabProps) {
  const [offset, setOffset] = useState(0)
  const { session, view, amount, duplicates, others, trouble } = useChecks(snapshot, scope, offset)
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  const look: typeof session.look = (change) => {
    setOffset(0)
    session.look(change)
  }
  return (
    <div className={styles.tab} aria-busy={others.answer === null || duplicates.isBusy}>
      <div className={styles.tools}>
        <ChecksTools view={view} amount={amount} by={duplicates.answer?.by ?? null} onLook={look} />
        <CopyTable
          source={snapshotSource(snapshot, { scope, events: others.answer?.events ?? null })}
          table={() => copiedChecks(duplicates.answer, others.answer, amount)}
        />
      </div>
      <ul className={styles.list} aria-label="Checks">
        <DuplicatesCheck
          answer={duplicates.answer}
          isBusy={duplicates.isBusy}
          amount={amount}
          zone={zone}
          session={session}
          onOffset={setOffset}
          onShowEvents={onShowEvents}
          onCompare={onCompare}
        />
        <MixedKindsCheck answer={others.answer} scope={scope} onShowEvents={onShowEvents} />
        <MisfitsCheck answer={others.answer} scope={scope} onShowEvents={onShowEvents} />
        <RepeatedIdsCheck answer={others.answer} onShowEvents={onShowEvents} onCompare={onCompare} />
      </ul>
    </div>
  )
}
