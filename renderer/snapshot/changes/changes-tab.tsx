// "Changes": what changed between two readings of one search, and the readings that it waits for.

import { Button, NativeSelect } from '@mantine/core'
import { Fragment, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import { CHANGE_KINDS, type ChangeKind, type RecheckedQuestion } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import choiceStyles from '../../ui/choice.module.css'
import common from '../../ui/common.module.css'
import { ComparedTab } from '../comparison/compared-tab.tsx'
import { summedWorth } from '../figures/summed-worth.ts'
import { useAmount, useValuedBy } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { useOpenedWindow } from '../opened/opened-context.ts'
import { comparisonOf, useComparison } from '../page-comparison.ts'
import type { ComparedSnapshots } from '../store/compared-snapshots.ts'
import type { Comparison } from '../store/snapshot-comparison.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { SnapshotFailure } from '../taking/snapshot-failure.tsx'
import { type Compared, GROUP_KEYS } from './change-lines.ts'
import { ChangesPart, type ComparedPartProps } from './changes-part.tsx'
import { differencesWords, differenceWords, notInChange, worthWords } from './changes-words.ts'
import { ReadingSteps, RecheckSteps } from './reading-steps.tsx'

/** Which snapshots are compared, the progress, and the result. */
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
          Counts miss altered events, and one that went while another came the same day.{' '}
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
    default:
      return comparison satisfies never
  }
}

interface AllDaysProps extends Pick<ComparedPartProps, 'scope' | 'amount'> {
  /** What was found of each stretch of days that was read again. */
  all: readonly Compared[]
  parts: readonly ComparedSnapshots[]
}

/** Currencies that are drawn. */
const MOST_SUMS = 6

/** One sum over all days: what the closed snapshot is worth with them as they are now, less what it is worth. */
function AllDays({ all, parts, scope, amount }: AllDaysProps) {
  const closed = parts[0]?.there
  const isWhole = parts.every(
    ({ here: { status } }) => status.state === 'finished' && status.verdict.kind !== 'partial',
  )
  const inHand = closed !== undefined && isWhole ? scopeInHand(closed, scope) : null
  const valuedBy = useValuedBy(closed?.connection.id ?? '', amount, inHand)
  const { answer } = useSnapshotAnswer(closed?.id ?? '', recheckedQuestion(parts, scope, valuedBy))
  if (answer === null) return <p>Adding up…</p>
  if (answer.kind !== 'compared') return null
  const kinds = all.flatMap(({ worth }) => (worth === null ? [] : CHANGE_KINDS.map((kind) => worth[kind])))
  const sums = answer.all.slice(0, MOST_SUMS)
  const none = { all: [], unvalued: [], notIn: { before: [], after: [] } }
  const more = answer.all.length - sums.length
  const others = [
    ...(more > 0 ? [`and ${countWords(more, 'more currency', 'more currencies')}`] : []),
    ...worthWords({ ...summedWorth(kinds), ...none }, amount),
    ...differencesWords(answer.all, answer.notIn).slice(answer.all.length),
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
