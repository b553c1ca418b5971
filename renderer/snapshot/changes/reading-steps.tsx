// The progress of the readings that a comparison waits for.
import { Box, Button, Group, Stack } from '@mantine/core'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Recheck } from '../../../shared/search/time-search.ts'
import { PLAIN_TOTALS } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Stretch } from '../../../shared/snapshot/snapshot-changes.ts'
import { MOST_DAYS } from '../../../shared/snapshot/snapshot-periods.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useComparedActions } from '../comparison/compared-tab.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { useOpenedWindow } from '../opened/opened-context.ts'
import { comparisonOf } from '../page-comparison.ts'
import type { Comparison, ComparisonStep } from '../store/snapshot-comparison.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import type { SnapshotsState } from '../store/snapshots.ts'
import styles from './changes.module.css'
import { recheckWords } from './changes-words.ts'
import { againWords, eventsWithin, stretchesCost } from './read-cost.ts'

interface ReadingStepsProps extends Pick<SnapshotsState, 'list'> {
  comparison: Extract<ComparisonStep, { step: 'reading' }>
}

export function ReadingSteps({ comparison, list }: ReadingStepsProps) {
  const { open } = useComparedActions()
  const { readings } = comparison
  if (readings.length === 0) return <p>Starting to read…</p>
  return (
    <Stack component="ul" gap={8} className={`${common.list} ${common.part}`} aria-label="Readings">
      {readings.map(({ snapshotId }) => {
        const found = list?.snapshots.find(({ id }) => id === snapshotId)
        if (found === undefined) return null
        const { progress, status, name } = found
        const total = progress?.total ?? null
        return (
          <Group component="li" key={snapshotId} gap="4px 12px" data-state={status.state}>
            <Box component="span" miw={160}>
              {shortened(name, 120)}
            </Box>
            <ProgressBar
              className={styles.progress}
              label={`Reading of ${shortened(name, 120)}`}
              done={
                status.state === 'finished' ? Math.max(1, total ?? 1) : total === null ? null : (progress?.events ?? 0)
              }
              of={Math.max(1, total ?? 1)}
            />
            <span className={common.hint}>{stateWords(found)}</span>
            {status.state === 'paused' && (
              <Button variant="subtle" size="compact-xs" onClick={() => open(snapshotId)}>
                Open
              </Button>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}

function stateWords({ status, progress, rows }: SnapshotSummary): string {
  switch (status.state) {
    case 'waiting':
      return 'waiting for its turn'
    case 'reading':
      return progress === null
        ? 'starting'
        : `${countWords(progress.events, 'event')}, ${countWords(progress.requests, 'request')}`
    case 'paused':
      return 'paused; resume it in Snapshots'
    case 'finished':
      return `${countWords(rows, 'event')} read`
    default:
      return status satisfies never
  }
}

interface RecheckStepsProps extends Pick<SnapshotTabProps, 'snapshot'> {
  recheck: Recheck
  comparison: Comparison
}

/** What a recheck by counts found, and the offer to read the days that differ, with its cost. */
export function RecheckSteps({ snapshot, recheck, comparison }: RecheckStepsProps) {
  const { readDays, readAgain } = comparisonOf(useOpenedWindow())
  const stretches = comparison.step === 'counted' ? comparison.stretches : NO_STRETCHES
  return (
    <Stack gap={8} className={common.part ?? ''} data-differing={recheck.differing.length} data-days={recheck.days}>
      <p>
        {recheckWords(recheck, snapshot.range.zone)} {countWords(recheck.days, 'request')} sent.
        {recheck.note !== '' && (
          <span className={common.hint}> Kept with the note “{recheck.note.slice(0, 400)}”.</span>
        )}
      </p>
      {comparison.step === 'counted' && (
        <Group gap="8px 12px">
          {stretches.length > 0 && (
            <Button variant="filled" onClick={readDays}>
              Read the days that differ:{' '}
              <Cost snapshotId={snapshot.id} zone={snapshot.range.zone} stretches={stretches} />
            </Button>
          )}
          <Button variant="default" onClick={() => readAgain(snapshot)}>
            Read all again: {againWords(snapshot)}
          </Button>
        </Group>
      )}
      {stretches.length < recheck.differing.length && comparison.step === 'counted' && (
        <p className={common.hint}>
          Read as {countWords(stretches.length, 'date range')}, which include some days in between.
        </p>
      )}
      {comparison.step === 'counted' && stretches.length === 0 && (
        <p className={common.hint}>
          Counts miss altered events, and one that went while another came the same day. “Read all again” finds those
          too.
        </p>
      )}
    </Stack>
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
