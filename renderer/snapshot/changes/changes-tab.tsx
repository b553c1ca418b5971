// "Changes": what changed between two readings of one search, and the readings that it waits for.
import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core'
import { Fragment, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Recheck } from '../../../shared/search/time-search.ts'
import { PLAIN_TOTALS, wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type RecheckedQuestion,
  type Segment,
} from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { MOST_DAYS } from '../../../shared/snapshot/snapshot-periods.ts'
import type { TotalsQuestion, ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import choiceStyles from '../../ui/choice.module.css'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ComparedTab, useComparedActions } from '../comparison/compared-tab.tsx'
import { summedWorth } from '../figures/summed-worth.ts'
import { useAmount, useValuedBy } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { comparisonOf, useComparison, useOpenedWindow } from '../opened/opened-context.ts'
import { SnapshotFailure } from '../queue/snapshot-failure.tsx'
import type { ComparedSnapshots } from '../store/compared-snapshots.ts'
import type { SnapshotsState } from '../store/page-snapshots.ts'
import type { Comparison, ComparisonStep } from '../store/snapshot-comparison.ts'
import { againWords, eventsWithin, segmentsCost } from '../store/snapshot-order.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './changes.module.css'
import { ChangesPart, type Compared, type ComparedPartProps, GROUP_KEYS } from './changes-part.tsx'
import {
  differenceWords,
  firstSums,
  inNoDifferenceWords,
  notInChange,
  recheckWords,
  sentWords,
} from './changes-words.ts'

/** This is what counting each day again does not find. */
const COUNTS_MISS = 'Counts miss events that were altered, or replaced by another on the same day.'

/** It shows which snapshots are compared, the progress, and the result. */
export function ChangesView({ snapshot, scope, zone }: SnapshotTabProps) {
  const window = useOpenedWindow()
  const { snapshots, connections } = window
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const comparison = useComparison(window)
  const { readAgain, close } = comparisonOf(window)
  const [group, setGroup] = useState('Event code')
  const [known, setKnown] = useState<ReadonlyMap<string, Compared>>(new Map())
  const { amount } = useAmount(snapshot, scope)
  const parts = comparison.step === 'compared' ? comparison.parts : NO_PARTS
  const onCompared = useCallback(
    (id: string, compared: Compared) => setKnown((others) => new Map(others).set(id, compared)),
    [],
  )
  const all = useMemo(() => {
    const found = parts.flatMap(({ here, there }) => known.get(`${there.id} ${here.id}`) ?? [])
    return found.length < parts.length || parts.length === 0 ? null : found
  }, [parts, known])
  const sums = useMemo(() => all && sumOf(all), [all])
  const shown = { snapshot, scope, zone, group, amount }
  return (
    <ComparedTab
      name="Changes"
      title={titleOf(comparison)}
      snapshot={snapshot}
      zone={zone}
      data={{
        'data-step': comparison.step,
        'data-added': sums?.added,
        'data-gone': sums?.gone,
        'data-altered': sums?.altered,
      }}
      isBusy={comparison.step === 'counting' || (comparison.step === 'compared' && sums === null)}
      onClose={close}
      tools={
        comparison.step === 'compared' && (
          <NativeSelect
            label="Group by"
            size="xs"
            className={choiceStyles.choice ?? ''}
            value={group}
            data={GROUP_KEYS.map(({ label }) => label)}
            onChange={({ currentTarget }) => setGroup(currentTarget.value)}
          />
        )
      }
    >
      {comparison.step === 'counting' && <p>Asking the service for one total per day…</p>}
      {comparison.step === 'failed' && (
        <SnapshotFailure
          failure={comparison.failure}
          snapshot={snapshot}
          connections={connections}
          onSameAccount={() => comparison.again(true)}
          onRetry={() => comparison.again()}
        />
      )}
      {(comparison.step === 'counted' || comparison.step === 'reading' || comparison.step === 'compared') &&
        comparison.recheck !== null && (
          <RecheckSteps snapshot={snapshot} recheck={comparison.recheck} comparison={comparison} />
        )}
      {comparison.step === 'reading' && <ReadingSteps list={list} comparison={comparison} />}
      {all !== null && comparison.step === 'compared' && comparison.recheck !== null && (
        <AllDays all={all} parts={parts} scope={scope} amount={amount} />
      )}
      {parts.map((part) => (
        <ChangesPart
          key={part.here.id}
          {...shown}
          part={part}
          isOneOfSeveral={parts.length > 1}
          onCompared={onCompared}
        />
      ))}
      {comparison.step === 'compared' && comparison.recheck !== null && parts.length > 0 && (
        <p className={common.hint}>
          {COUNTS_MISS}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => readAgain(snapshot)}>
            Read all again
          </Button>
        </p>
      )}
    </ComparedTab>
  )
}

const NO_PARTS = [] as const

function sumOf(all: readonly Compared[]): Record<ChangeKind, number> {
  const sum = (kind: ChangeKind) => all.reduce((total, { counts }) => total + counts[kind], 0)
  return { added: sum('added'), gone: sum('gone'), altered: sum('altered') }
}

function titleOf(comparison: Comparison): string {
  switch (comparison.step) {
    case 'counting':
    case 'counted':
      return 'Each day counted again'
    case 'reading':
      return comparison.readings.length < 2
        ? 'Reading again'
        : `Reading ${countWords(comparison.readings.length, 'date range')} again`
    case 'none':
    case 'compared':
    case 'failed':
      return 'Changes'
  }
}

interface AllDaysProps extends Pick<ComparedPartProps, 'scope' | 'amount'> {
  /** This is what was found of each segment of days that was read again. */
  all: readonly Compared[]
  parts: readonly ComparedSnapshots[]
}

/** Currencies that are drawn. */
const MOST_SUMS = 6

/**
 * One sum over all days, by currency: what the closed snapshot is worth with these days as they are now, less what it
 * is worth. What no rule takes is added up from what was found of each segment.
 */
function AllDays({ all, parts, scope, amount }: AllDaysProps) {
  const closed = parts[0]?.there
  const isWhole = parts.every(
    ({ here: { status } }) => status.state === 'finished' && status.verdict.kind !== 'partial',
  )
  const wholeRange = closed !== undefined && isWhole ? wholeRangeOf(closed, scope) : null
  const valuedBy = useValuedBy(closed?.connection.id ?? '', amount, wholeRange)
  const { answer } = useSnapshotAnswer(closed?.id ?? '', recheckedQuestion(parts, scope, valuedBy))
  if (answer === null) return <p>Adding up…</p>
  if (answer.kind !== 'compared') return null
  const kinds = all.flatMap(({ worth }) => (worth === null ? [] : CHANGE_KINDS.map((kind) => worth[kind])))
  const sums = answer.all.slice(0, MOST_SUMS)
  const more = answer.all.length - sums.length
  const others = [
    ...(more > 0 ? [`and ${countWords(more, 'more currency', 'more currencies')}`] : []),
    ...firstSums(sentWords(summedWorth(kinds).asSent, amount)),
    ...inNoDifferenceWords(answer.all, answer.notIn),
  ]
  return (
    <p>
      All days together:
      {sums.map((one) => (
        <Fragment key={one.currency ?? ''}>
          {' '}
          <b data-all-days={one.currency ?? ''} data-value={one.net ?? ''}>
            {differenceWords(one)}
          </b>
          {notInChange(answer.notIn, one.currency) !== null && (
            <span className={common.warning}> {notInChange(answer.notIn, one.currency)}</span>
          )}
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
  const days = parts.flatMap(({ here, within }) => (within === null ? [] : [{ other: here.id, within }]))
  return worth === null || days.length < parts.length ? null : { ask: 'rechecked', days, scope, worth }
}

interface ReadingStepsProps extends Pick<SnapshotsState, 'list'> {
  comparison: Extract<ComparisonStep, { step: 'reading' }>
}

function ReadingSteps({ comparison, list }: ReadingStepsProps) {
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
  }
}

interface RecheckStepsProps extends Pick<SnapshotTabProps, 'snapshot'> {
  recheck: Recheck
  comparison: Comparison
}

/** Shows what a recheck by counts found, and the offer to read the days that differ, with its cost. */
function RecheckSteps({ snapshot, recheck, comparison }: RecheckStepsProps) {
  const { readDays, readAgain } = comparisonOf(useOpenedWindow())
  const segments = comparison.step === 'counted' ? comparison.segments : NO_SEGMENTS
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
          {segments.length > 0 && (
            <Button variant="filled" onClick={readDays}>
              Read the days that differ:{' '}
              <Cost snapshotId={snapshot.id} zone={snapshot.range.zone} segments={segments} />
            </Button>
          )}
          <Button variant="default" onClick={() => readAgain(snapshot)}>
            Read all again: {againWords(snapshot)}
          </Button>
        </Group>
      )}
      {segments.length < recheck.differing.length && comparison.step === 'counted' && (
        <p className={common.hint}>
          Read as {countWords(segments.length, 'date range')}, which include some days in between.
        </p>
      )}
      {comparison.step === 'counted' && segments.length === 0 && (
        <p className={common.hint}>{COUNTS_MISS} “Read all again” finds those too.</p>
      )}
    </Stack>
  )
}

const NO_SEGMENTS: Segment[] = []

/** Estimated from the number of events that the closed snapshot has there. */
function Cost({ snapshotId, zone, segments }: { snapshotId: string; zone: string; segments: readonly Segment[] }) {
  const { answer } = useSnapshotAnswer(snapshotId, DAYS_QUESTION)
  if (answer === null) return '…'
  const events = eventsWithin(answer.lines, segments, zone)
  return `about ${countWords(segmentsCost(events, segments.length), 'request')}`
}

const DAYS_QUESTION: TotalsQuestion = {
  ...PLAIN_TOTALS,
  scope: { where: [], misses: true },
  by: [{ of: 'time', every: 'day' }],
  limit: MOST_DAYS + 1,
}
