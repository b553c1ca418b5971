// The dialog "Expected shapes" over an open snapshot, which proposes what its events show.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { LearnQuestion } from '../../../shared/snapshot/snapshot-shapes.ts'
import { EXPECTED_SHAPES } from '../../shape/kept-shapes.ts'
import { ShapesDialog } from '../../shape/shapes-dialog.tsx'
import { useRemembered, useThisRunOnly } from '../../ui/use-remembered.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

interface ShapesLearningProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  opened: boolean
  /** Whether the snapshot is asked what it proposes. */
  isLearning: boolean
  onClose: () => void
  snapshot: SnapshotSummary
}

/** All events teach, whatever is narrowed just now. */
const LEARN: LearnQuestion = { ask: 'learn', scope: { where: [], misses: false } }

export function ShapesLearning({ opened, isLearning, onClose, snapshot, onShowEvents }: ShapesLearningProps) {
  const { id, name } = snapshot.connection
  const [kept, change] = useRemembered(id, EXPECTED_SHAPES)
  const learned = useSnapshotAnswer(snapshot.id, opened && isLearning ? LEARN : null)
  const thisRunOnly = useThisRunOnly()
  return (
    <ShapesDialog
      opened={opened}
      onClose={onClose}
      connectionName={name}
      kept={kept}
      onKept={change}
      keptWords={thisRunOnly ?? 'Kept for this connection on this computer.'}
      learning={{
        isWanted: isLearning && learned.trouble === null,
        answer: isLearning ? learned.answer : null,
        trouble: isLearning && learned.trouble !== null && (
          <AnswerTrouble trouble={learned.trouble} onRetry={learned.retry} />
        ),
      }}
      onShowRow={(row) => {
        onClose()
        onShowEvents(scopeOfRows([row]))
      }}
    />
  )
}
