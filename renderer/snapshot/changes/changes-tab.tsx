// The region "Changes": which snapshots are compared, the progress, and the result.
import { Button, CloseButton, NativeSelect } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { ChangeKind } from '../../../shared/snapshot/snapshot-changes.ts'
import common from '../../ui/common.module.css'
import { useAmount } from '../figures/use-amount.ts'
import type { Comparison } from '../store/snapshot-comparison.ts'
import { SnapshotFailure } from '../taking/snapshot-failure.tsx'
import { AllDays } from './all-days.tsx'
import { type Compared, GROUP_KEYS } from './change-lines.ts'
import styles from './changes.module.css'
import { ChangesPart } from './changes-part.tsx'
import { type ChangesTabProps, useChangesActions } from './changes-props.ts'
import { ReadingSteps, RecheckSteps } from './reading-steps.tsx'

export function ChangesTab(props: ChangesTabProps) {
  const { snapshot, scope, zone, comparison } = props
  const { readAgain, close } = useChangesActions()
  const [group, setGroup] = useState('Event code')
  const [known, setKnown] = useState<ReadonlyMap<string, Compared>>(new Map())
  const { amount } = useAmount(snapshot, scope)
  const parts = comparison.step === 'compared' ? comparison.parts : NO_PARTS
  const onCompared = useCallback(
    (id: string, compared: Compared) => setKnown((others) => new Map(others).set(id, compared)),
    [],
  )
  const all = useMemo(() => {
    const found = parts.flatMap(({ now, before }) => known.get(`${before.id} ${now.id}`) ?? [])
    return found.length < parts.length || parts.length === 0 ? null : found
  }, [parts, known])
  const sums = useMemo(() => all && sumOf(all), [all])
  const shown = { snapshot, scope, zone, group, amount }
  return (
    <section
      className={styles.region}
      aria-label="Changes"
      data-step={comparison.step}
      data-added={sums?.added}
      data-gone={sums?.gone}
      data-altered={sums?.altered}
      aria-busy={comparison.step === 'counting' || (comparison.step === 'compared' && sums === null)}
    >
      <div className={styles.tools}>
        <h3 className={styles.title}>{titleOf(comparison)}</h3>
        {comparison.step === 'compared' && (
          <NativeSelect
            label="Group by"
            size="xs"
            classNames={{ root: styles.choice ?? '', label: common.toolLabel ?? '' }}
            value={group}
            data={GROUP_KEYS.map(({ label }) => label)}
            onChange={({ currentTarget }) => setGroup(currentTarget.value)}
          />
        )}
        <CloseButton aria-label="Close changes" className={styles.close ?? ''} onClick={close} />
      </div>
      {comparison.step === 'counting' && <p className={styles.words}>Asking the service for one total per day…</p>}
      {comparison.step === 'failed' && (
        <SnapshotFailure
          failure={comparison.failure}
          snapshot={snapshot}
          connections={props.connections}
          onSameAccount={() => comparison.again(true)}
          onRetry={() => comparison.again()}
        />
      )}
      {(comparison.step === 'counted' || comparison.step === 'reading' || comparison.step === 'compared') &&
        comparison.recheck !== null && (
          <RecheckSteps snapshot={snapshot} recheck={comparison.recheck} comparison={comparison} />
        )}
      {comparison.step === 'reading' && <ReadingSteps list={props.list} comparison={comparison} />}
      {all !== null && comparison.step === 'compared' && comparison.recheck !== null && (
        <AllDays all={all} parts={parts} scope={scope} amount={amount} />
      )}
      {parts.map((part) => (
        <ChangesPart key={part.now.id} {...shown} part={part} onCompared={onCompared} />
      ))}
      {comparison.step === 'compared' && comparison.recheck !== null && parts.length > 0 && (
        <p className={common.hint}>
          Counts cannot reveal an altered event, or a day on which as many events arrived as disappeared.{' '}
          <Button variant="subtle" size="compact-xs" onClick={readAgain}>
            Recheck in full
          </Button>
        </p>
      )}
    </section>
  )
}

const NO_PARTS = [] as const

function sumOf(all: readonly Compared[]): Record<ChangeKind, number> {
  const sum = (kind: ChangeKind) => all.reduce((total, { counts }) => total + counts[kind], 0)
  return { added: sum('added'), gone: sum('gone'), altered: sum('altered') }
}

function titleOf(comparison: Comparison): string {
  switch (comparison.step) {
    case 'none':
      return 'Changes'
    case 'counting':
    case 'counted':
      return 'Recheck'
    case 'reading':
      return comparison.readings.length < 2
        ? 'Reading again'
        : `Reading ${countWords(comparison.readings.length, 'date range')} again`
    case 'compared':
      return 'Changes'
    case 'failed':
      return 'Changes'
    default:
      return comparison satisfies never
  }
}
