// The event in three tabs: what it says, as it was sent, and what this computer knows of its past.
import { Group, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { Badge } from '../../ui/badge.tsx'
import common from '../../ui/common.module.css'
import styles from './detail-pane.module.css'

export type DetailTab = 'event' | 'raw' | 'history'

interface DetailTabsProps {
  tab: DetailTab
  onTab: (tab: DetailTab) => void
  /** The immutability watch found it about this event. */
  change: EventChange | null
  /** Shown above the tab that is open, whichever that is. */
  above: ReactNode
  /** The tab that is open; the others are not drawn. */
  children: (tab: DetailTab, scroller: HTMLElement | null) => ReactNode
}

const TABS = [
  ['event', 'Event'],
  ['raw', 'Raw'],
  ['history', 'History'],
] as const

export function DetailTabs({ tab, onTab, change, above, children }: DetailTabsProps) {
  // State, not a ref: what measures itself against it must hear when it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  return (
    <Tabs
      value={tab}
      onChange={(next) => onTab(TABS.find(([value]) => value === next)?.[0] ?? 'event')}
      keepMounted={false}
      classNames={{ root: styles.tabs ?? '', list: styles.tabsList ?? '', tab: common.tabName ?? '' }}
    >
      <Tabs.List>
        {TABS.map(([value, name]) => (
          <Tabs.Tab key={value} value={value} {...(value === 'history' ? historyProps(change) : {})}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={styles.body} ref={setScroller}>
        {above}
        {TABS.map(([value]) => (
          <Tabs.Panel key={value} value={value}>
            {value === tab && children(value, scroller)}
          </Tabs.Panel>
        ))}
      </div>
    </Tabs>
  )
}

/** The number of differences since it was first seen is beside the name, but not part of it. */
function historyProps(change: EventChange | null) {
  if (change === null) return {}
  const count = change.kind === 'gone' ? 1 : change.differences.length
  return {
    'aria-label': 'History',
    'aria-description':
      change.kind === 'gone' ? 'no longer found' : `${count} ${count === 1 ? 'difference' : 'differences'}`,
    rightSection: (
      <Badge isCount tone="warning">
        {change.kind === 'gone' ? '!' : grouped(count)}
      </Badge>
    ),
  }
}

interface SectionHeadProps {
  title: string
  /** It stands beside the title: "5", "12 of 400". */
  count?: string
  hint?: string
  /** Its tools. */
  children?: ReactNode
}

/** The line above a part of a tab. */
export function SectionHead({ title, count, hint, children }: SectionHeadProps) {
  return (
    <Group gap="6px 8px" mt={20} mb={8}>
      <h3 className={common.title}>
        {title}{' '}
        {count !== undefined && (
          <span className={`${common.dim} ${common.numbers} ${styles.sectionCount}`}>{count}</span>
        )}
      </h3>
      {hint !== undefined && <span className={common.faint}>{hint}</span>}
      {children !== undefined && (
        <Group flex={1} justify="flex-end" gap={6} ml="auto">
          {children}
        </Group>
      )}
    </Group>
  )
}
