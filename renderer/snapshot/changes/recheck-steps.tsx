// What a recheck by counts found, and the offer to read the days that differ, with its cost.
import { Button } from '@mantine/core'
import type { Recheck } from '../../../shared/search/time-search.ts'
import { PLAIN_TOTALS } from '../../../shared/snapshot/plain-totals.ts'
import { MOST_DAYS } from '../../../shared/snapshot/range-days.ts'
import type { Stretch } from '../../../shared/snapshot/snapshot-changes.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { Comparison } from '../store/snapshot-comparison.ts'
import styles from './changes.module.css'
import { useChangesActions } from './changes-actions.ts'
import type { ChangesTabProps } from './changes-props.ts'
import { recheckWords } from './changes-words.ts'
import { againWords, eventsWithin, stretchesCost } from './read-cost.ts'

interface RecheckStepsProps extends Pick<ChangesTabProps, 'snapshot'> {
  recheck: Recheck
  comparison: Comparison
}

export function RecheckSteps({ snapshot, recheck, comparison }: RecheckStepsProps) {
  const { readDays, readAgain } = useChangesActions()
  const stretches = comparison.step === 'counted' ? comparison.stretches : NO_STRETCHES
  return (
    <div className={styles.block} data-differing={recheck.differing.length} data-days={recheck.days}>
      <p className={styles.words}>
        {recheckWords(recheck, snapshot.range.zone)} {countWords(recheck.days, 'request')} sent.
        {recheck.note !== '' && (
          <span className={styles.note}> Closed with the note “{recheck.note.slice(0, 400)}”.</span>
        )}
      </p>
      {comparison.step === 'counted' && (
        <div className={styles.actions}>
          {stretches.length > 0 && (
            <Button variant="filled" onClick={readDays}>
              Read the days that differ:{' '}
              <Cost snapshotId={snapshot.id} zone={snapshot.range.zone} stretches={stretches} />
            </Button>
          )}
          <Button variant="default" onClick={readAgain}>
            Recheck in full: {againWords(snapshot)}
          </Button>
        </div>
      )}
      {stretches.length < recheck.differing.length && comparison.step === 'counted' && (
        <p className={styles.note}>
          Read as {countWords(stretches.length, 'date range')}, which include some days in between.
        </p>
      )}
      {comparison.step === 'counted' && stretches.length === 0 && (
        <p className={styles.note}>
          Counts cannot reveal an altered event, or a day on which as many events arrived as disappeared. A full recheck
          reads everything.
        </p>
      )}
    </div>
  )
}

const NO_STRETCHES: Stretch[] = []

/** Estimated from the number of events that the closed snapshot has there. */
function Cost({ snapshotId, zone, stretches }: { snapshotId: string; zone: string; stretches: readonly Stretch[] }) {
  const { answer } = useSnapshotAnswer(snapshotId, DAYS_QUESTION)
  if (answer === null) return '…'
  const events = eventsWithin(answer.lines, stretches, zone)
  return `about ${countWords(stretchesCost(events, stretches.length), 'request')}`
}

const DAYS_QUESTION: TotalsQuestion = {
  ...PLAIN_TOTALS,
  scope: { where: [], misses: true },
  by: [{ of: 'time', every: 'day' }],
  limit: MOST_DAYS + 1,
}
