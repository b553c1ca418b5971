// The region "Snapshot": what was read, in place of the live page, until "Back to live".
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot.ts'
import type { Scope } from '../../../shared/snapshot-condition.ts'
import type { SnapshotTabName } from '../../session/snapshot-tab.ts'
import { MissesNotice } from './misses-notice.tsx'
import { type Elsewhere, SnapshotHead } from './snapshot-head.tsx'
import styles from './snapshot-region.module.css'

export interface ShownTab {
  name: SnapshotTabName
  /** Beside the name, and no part of it. */
  badge: ReactNode
  /** Of a tab that is not open it lies below, as it was left; null: there is none. */
  content: ReactNode
}

interface SnapshotRegionProps {
  snapshot: SnapshotSummary
  /** Null: it was read from the open connection. */
  elsewhere: Elsewhere | null
  zone: string
  scope: Scope
  onScope: (scope: Scope) => void
  /** It can be asked. */
  isLoaded: boolean
  actions: ReactNode
  tabs: readonly ShownTab[]
  tab: SnapshotTabName
  onTab: (tab: SnapshotTabName) => void
  onBackToLive: () => void
  /** In place of all tabs; null: they are shown. */
  loading: ReactNode
}

export function SnapshotRegion(props: SnapshotRegionProps) {
  const { snapshot, tabs, tab, onTab, loading } = props
  const { id, status, rows, begunAt, endedAt } = snapshot
  const region = useRef<HTMLElement>(null)
  const titleId = useId()
  const tabsId = useId()
  // Whoever opened it is where it begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another snapshot is another place
  useEffect(() => region.current?.querySelector('h2')?.focus({ preventScroll: true }), [id])
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Snapshot"
      aria-describedby={titleId}
      aria-busy={loading !== null}
      data-snapshot={id}
      data-verdict={status.state === 'finished' ? status.verdict.kind : undefined}
      data-so-far={status.state === 'finished' ? status.verdict.soFar : undefined}
      data-rows={rows}
      data-read-from={begunAt}
      data-read-to={endedAt ?? undefined}
    >
      <SnapshotHead {...props} titleId={titleId} />
      {props.isLoaded && <MissesNotice snapshotId={id} scope={props.scope} onScope={props.onScope} />}
      <Tabs
        id={tabsId}
        value={tab}
        onChange={(next) => onTab(tabs.find(({ name }) => name === next)?.name ?? 'Events')}
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
