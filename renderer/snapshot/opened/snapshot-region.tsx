// The region "Snapshot", which covers the live page until "Back to live".
import { Tabs } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { evidenceLetters, type SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ConditionChips } from '../conditions/condition-chips.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { SnapshotTabName } from '../store/snapshot-tab.ts'
import { useOpenedActions } from './opened-actions.ts'
import { type Elsewhere, SnapshotHead } from './snapshot-head.tsx'
import styles from './snapshot-region.module.css'

export interface ShownTab {
  name: SnapshotTabName
  /** Beside the name, but not part of the accessible name. */
  badge: ReactNode
  /** Stays mounted behind the open tab; null: nothing to keep. */
  content: ReactNode
}

interface SnapshotRegionProps {
  snapshot: SnapshotSummary
  /** Null: it was read from the open connection. */
  elsewhere: Elsewhere | null
  zone: string
  scope: Scope
  actions: ReactNode
  readAgain: ReactNode
  tabs: readonly ShownTab[]
  tab: SnapshotTabName
  /** Shown in place of the tabs; null: it can answer questions. */
  loading: ReactNode
}

export function SnapshotRegion(props: SnapshotRegionProps) {
  const { snapshot, scope, zone, tabs, tab, loading } = props
  const { changeScope, showTab } = useOpenedActions()
  const { id, status, rows, begunAt, endedAt } = snapshot
  const region = useRef<HTMLElement>(null)
  const verdict = status.state === 'finished' ? status.verdict : null
  const titleId = useId()
  const tabsId = useId()
  // Opening a snapshot moves the focus to its start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another snapshot is another place
  useLayoutEffect(() => region.current?.querySelector('h2')?.focus({ preventScroll: true }), [id])
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Snapshot"
      aria-describedby={titleId}
      aria-busy={loading !== null}
      data-snapshot={id}
      data-verdict={verdict?.kind}
      data-so-far={verdict?.soFar}
      data-evidence={(verdict && evidenceLetters(verdict)) ?? undefined}
      data-rows={rows}
      data-read-from={begunAt}
      data-read-to={endedAt ?? undefined}
    >
      <SnapshotHead
        titleId={titleId}
        snapshot={snapshot}
        elsewhere={props.elsewhere}
        zone={zone}
        actions={props.actions}
        readAgain={props.readAgain}
      />
      {loading === null && <MissesNotice snapshotId={id} scope={scope} onScope={changeScope} />}
      {loading === null && <ConditionChips snapshot={snapshot} scope={scope} zone={zone} onScope={changeScope} />}
      <Tabs
        id={tabsId}
        value={tab}
        onChange={(next) => showTab(tabs.find(({ name }) => name === next)?.name ?? 'Events')}
        classNames={{ root: styles.tabs ?? '', list: styles.list ?? '', tab: styles.tab ?? '' }}
      >
        <Tabs.List>
          {tabs.map(({ name, badge }) => (
            <Tabs.Tab key={name} value={name} aria-label={name} rightSection={badge}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={styles.stage}>
          {tabs.map(
            ({ name, content }) =>
              (name === tab || content !== null) && (
                <div
                  key={name}
                  role="tabpanel"
                  id={`${tabsId}-panel-${name}`}
                  aria-labelledby={`${tabsId}-tab-${name}`}
                  className={styles.panel}
                  inert={name !== tab}
                >
                  {loading ?? content}
                </div>
              ),
          )}
        </div>
      </Tabs>
    </section>
  )
}

/** A single row, because only the count of the missing ones matters. */
const OF_ALL = { ask: 'rows', scope: { where: [], misses: false }, sort: null, offset: 0, limit: 1 } as const

interface MissesNoticeProps {
  snapshotId: string
  scope: Scope
  onScope: (scope: Scope) => void
}

/** Rows that the service returned although they miss a filter: how many, and whether figures and files include them. */
function MissesNotice({ snapshotId, scope, onScope }: MissesNoticeProps) {
  const { answer } = useSnapshotAnswer(snapshotId, { ...OF_ALL, scope: { where: [], misses: false } })
  if (answer === null || answer.missing === 0) return null
  const { misses } = scope
  const is = answer.missing === 1
  const does = is ? 'does' : 'do'
  const inclusion = misses ? (is ? 'is included' : 'are included') : is ? 'is left out' : 'are left out'
  return (
    <p className={styles.notice}>
      <IconAlertTriangle size={14} stroke={1.9} aria-hidden />
      <span>
        {countWords(answer.missing, 'event')} {does} not match a filter of the search, and {inclusion} here, in figures
        and in files.
      </span>
      <LinkButton className={styles.action} onClick={() => onScope({ ...scope, misses: !misses })}>
        {misses ? (is ? 'Leave it out' : 'Leave them out') : is ? 'Include it' : 'Include them'}
      </LinkButton>
    </p>
  )
}
