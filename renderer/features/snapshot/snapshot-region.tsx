// The region "Snapshot": what was read, in place of the live page, until "Back to live".
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot.ts'
import type { SnapshotTabName } from '../../session/snapshot-tab.ts'
import { type Elsewhere, SnapshotHead } from './snapshot-head.tsx'
import styles from './snapshot-region.module.css'

export interface ShownTab {
  name: SnapshotTabName
  /** Beside the name, and no part of it. */
  badge: ReactNode
}

interface SnapshotRegionProps {
  snapshot: SnapshotSummary
  /** Null: it was read from the open connection. */
  elsewhere: Elsewhere | null
  zone: string
  actions: ReactNode
  tabs: readonly ShownTab[]
  tab: SnapshotTabName
  onTab: (tab: SnapshotTabName) => void
  onBackToLive: () => void
  /** What the open tab shows. */
  children: ReactNode
}

export function SnapshotRegion(props: SnapshotRegionProps) {
  const { snapshot, tabs, tab, onTab, children } = props
  const { id, status, rows, begunAt, endedAt } = snapshot
  const region = useRef<HTMLElement>(null)
  const titleId = useId()
  // Whoever opened it is where it begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another snapshot is another place
  useEffect(() => region.current?.querySelector('h2')?.focus({ preventScroll: true }), [id])
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Snapshot"
      aria-describedby={titleId}
      data-snapshot={id}
      data-verdict={status.state === 'finished' ? status.verdict.kind : undefined}
      data-so-far={status.state === 'finished' ? status.verdict.soFar : undefined}
      data-rows={rows}
      data-read-from={begunAt}
      data-read-to={endedAt ?? undefined}
    >
      <SnapshotHead {...props} titleId={titleId} />
      <Tabs
        value={tab}
        onChange={(next) => onTab(tabs.find(({ name }) => name === next)?.name ?? 'Events')}
        keepMounted={false}
        classNames={{ root: styles.tabs ?? '', list: styles.list ?? '', tab: styles.tab ?? '' }}
      >
        <Tabs.List>
          {tabs.map(({ name, badge }) => (
            <Tabs.Tab key={name} value={name} aria-label={name} rightSection={badge}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={styles.panel ?? ''}>
          {children}
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}
