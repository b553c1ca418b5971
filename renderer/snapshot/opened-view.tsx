// An opened snapshot, which covers the live page: its head and open tab, or why it cannot be shown.

import { Button, Group, Tabs, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import type { Connection } from '../../shared/connection/connection.ts'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import { conditionWords, narrowedWords } from '../../shared/snapshot/condition-words.ts'
import { evidenceLetters, type SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import { rangeRead } from '../../shared/snapshot/snapshot-range.ts'
import { isProved, verdictOf } from '../../shared/snapshot/verdict-name.ts'
import { type CaseOrigin, CaseOriginProvider } from '../case/case-origin.ts'
import { CustomerNames } from '../case/shown-names.tsx'
import type { ColumnId } from '../grid/column-choice.ts'
import { noTabTables, TabTablesProvider } from '../tables/tab-table.ts'
import common from '../ui/common.module.css'
import { useHeldFocus } from '../ui/focus.ts'
import { ChipButton, LinkButton } from '../ui/link-button.tsx'
import { partOnDemand } from '../ui/on-demand.tsx'
import { useSnapshotAnswer } from './figures/use-snapshot-answer.ts'
import { OpenedProvider, type OpenedWindow, useComparison, useOpenedWindow } from './opened/opened-context.ts'
import { type Elsewhere, SnapshotHead } from './opened/snapshot-head.tsx'
import { SnapshotLoading, SnapshotMissing } from './opened/snapshot-loading.tsx'
import styles from './opened/snapshot-region.module.css'
import type { OpenedState } from './store/opened-snapshot.ts'
import { scopeWithout, scopeWithoutConditions } from './store/scope-conditions.ts'
import type { SnapshotTabName, SnapshotTabProps } from './store/snapshot-tab.ts'

const SnapshotActions = partOnDemand(async () => (await import('./snapshot-actions.tsx')).SnapshotActions)

interface SnapshotTab {
  name: SnapshotTabName
  /** Stands beside the name, such as the number of findings. */
  Badge?: ComponentType<SnapshotTabProps>
  /** Fills the space below the tabs, and scrolls by itself. */
  Tab: ComponentType<SnapshotTabProps>
}

const SNAPSHOT_TABS: readonly SnapshotTab[] = [
  { name: 'Events', Tab: partOnDemand(async () => (await import('./events/events-tab.tsx')).EventsTab) },
  { name: 'Totals', Tab: partOnDemand(async () => (await import('./totals/totals-tab.tsx')).TotalsView) },
  { name: 'Values', Tab: partOnDemand(async () => (await import('./values/values-tab.tsx')).ValuesTab) },
  {
    name: 'Checks',
    Tab: partOnDemand(async () => (await import('./checks/checks-tab.tsx')).ChecksView),
    Badge: partOnDemand(async () => (await import('./checks/use-checks.tsx')).ChecksBadge),
  },
  {
    name: 'Check a file',
    Tab: partOnDemand(async () => (await import('./file-check/file-check-tab.tsx')).FileCheckTab),
  },
  { name: 'Changes', Tab: partOnDemand(async () => (await import('./changes/changes-tab.tsx')).ChangesView) },
  {
    name: 'Comparison',
    Tab: partOnDemand(async () => (await import('./comparison/comparison-tab.tsx')).ComparisonView),
  },
]

export function OpenedView(props: OpenedWindow) {
  const { opened, session, snapshots, current, connections, zone, settings, narrow, onDetailsWidth } = props
  const state = useSyncExternalStore(opened.subscribe, opened.state)
  const shownColumns = useRef<readonly ColumnId[]>([])
  const [tables] = useState(noTabTables)
  const value = useMemo(
    () => ({ opened, session, snapshots, current, connections, zone, settings, narrow, onDetailsWidth, shownColumns }),
    [opened, session, snapshots, current, connections, zone, settings, narrow, onDetailsWidth],
  )
  switch (state.kind) {
    case 'live':
      return null
    case 'open':
      return (
        <OpenedProvider value={value}>
          <CaseOriginProvider value={caseOriginOf(state)}>
            <TabTablesProvider value={tables}>
              <CustomerNames connectionId={state.snapshot.connection.id}>
                <Opened key={state.id} state={state} />
              </CustomerNames>
            </TabTablesProvider>
          </CaseOriginProvider>
        </OpenedProvider>
      )
    case 'opening':
    case 'missing':
    case 'failed':
      return <SnapshotMissing state={state} onRetry={opened.retry} onBackToLive={opened.backToLive} />
  }
}

/** Names the customer if the snapshot's search or a condition narrows it to one. */
function caseOriginOf({ snapshot, scope }: Extract<OpenedState, { kind: 'open' }>): CaseOrigin {
  const { customerId } = snapshot.search
  const ofConditions = scope.where.flatMap((condition) => {
    const isCustomer =
      condition.is === 'one-of' &&
      !condition.not &&
      condition.key.of === 'field' &&
      condition.key.field === 'customerId'
    return isCustomer && condition.values.length === 1 ? (condition.values[0]?.text ?? []) : []
  })
  const customer = customerId ?? ofConditions[0]
  return {
    connectionId: snapshot.connection.id,
    customers: customer === undefined ? null : [customer],
    time: {
      ...rangeRead(snapshot),
      isWhole: isProved(verdictOf(snapshot)),
    },
  }
}

function Opened({ state }: { state: Extract<OpenedState, { kind: 'open' }> }) {
  const { opened, snapshots, current, connections, zone } = useOpenedWindow()
  const { snapshot, scope, tab, load } = state
  const props = { snapshot, scope, zone, onShowEvents: opened.showEvents, onShowTab: opened.showTab }
  const isLoaded = load.state === 'loaded'
  const { about, pair } = useComparison({ opened, snapshots })
  // The list of snapshots, or another window, may delete the one that is open.
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const isUnlisted = list !== null && !list.snapshots.some(({ id }) => id === snapshot.id)
  useEffect(() => {
    if (isUnlisted) opened.renew()
  }, [isUnlisted, opened])
  /** Tabs that are not always there. */
  const isThere: Partial<Record<SnapshotTabName, boolean>> = {
    Changes: about.includes(snapshot.id),
    Comparison: pair?.ids.includes(snapshot.id) === true,
  }
  const shownTabs = SNAPSHOT_TABS.filter(({ name }) => isThere[name] ?? true)
  return (
    <SnapshotRegion
      snapshot={snapshot}
      elsewhere={elsewhereOf(snapshot.connection, current, connections)}
      zone={zone}
      scope={scope}
      actions={<SnapshotActions {...props} tab={tab} />}
      tabs={shownTabs.map(({ name, Badge, Tab }) => ({
        name,
        badge: isLoaded && Badge && <Badge {...props} />,
        // "Events" stays mounted, and so keeps its rows, selection and scroll position.
        content: isLoaded && (name === tab || name === 'Events') ? <Tab {...props} /> : null,
      }))}
      tab={tab}
      loading={isLoaded ? null : <SnapshotLoading load={load} rows={snapshot.rows} onRetry={opened.retry} />}
    />
  )
}

/** The connection that a snapshot is of, as far as it is known; null for the open connection. */
function elsewhereOf(
  { id, name }: { id: string; name: string },
  current: Connection,
  connections: readonly Connection[],
): Elsewhere | null {
  if (id === current.id) return null
  return connections.find((one) => one.id === id) ?? { name, environment: null }
}

// The region "Snapshot", which covers the live page until "Back to live".

export interface ShownTab {
  name: SnapshotTabName
  /** It stands beside the name, but is no part of the accessible name. */
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
  tabs: readonly ShownTab[]
  tab: SnapshotTabName
  /** Shown in place of the tabs; null: it can answer questions. */
  loading: ReactNode
}

export function SnapshotRegion(props: SnapshotRegionProps) {
  const { snapshot, scope, zone, tabs, tab, loading } = props
  const { changeScope, showTab } = useOpenedWindow().opened
  const { id, rows, begunAt, endedAt } = snapshot
  const region = useRef<HTMLElement>(null)
  const verdict = verdictOf(snapshot)
  const titleId = useId()
  const tabsId = useId()
  // What leads to another tab goes with its own.
  const heldFocus = useHeldFocus(() => openTab(region.current)?.focus())
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
      />
      {loading === null && <MissesNotice snapshotId={id} scope={scope} onScope={changeScope} />}
      {loading === null && <ConditionChips snapshot={snapshot} scope={scope} zone={zone} onScope={changeScope} />}
      <Tabs
        id={tabsId}
        value={tab}
        onChange={(next) => showTab(tabs.find(({ name }) => name === next)?.name ?? 'Events')}
        classNames={{ root: styles.tabs ?? '', list: styles.list ?? '', tab: `${common.tabName} ${styles.tab}` }}
      >
        <Tabs.List>
          {tabs.map(({ name, badge }) => (
            <Tabs.Tab key={name} value={name} aria-label={name} rightSection={badge}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={styles.stage} {...heldFocus}>
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

const openTab = (region: HTMLElement | null | undefined) =>
  region?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')

/** A question whose answer has a single row: only how many rows there are is wanted, or how many are left out. */
const COUNT = { ask: 'rows', sort: null, offset: 0, limit: 1 } as const

interface MissesNoticeProps {
  snapshotId: string
  scope: Scope
  onScope: (scope: Scope) => void
}

/** Rows that the service returned although they miss a filter: how many, and whether figures and files include them. */
function MissesNotice({ snapshotId, scope, onScope }: MissesNoticeProps) {
  const { answer } = useSnapshotAnswer(snapshotId, { ...COUNT, scope: { where: [], misses: false } })
  if (answer === null || answer.missing === 0) return null
  const { misses } = scope
  const isSingle = answer.missing === 1
  const does = isSingle ? 'does' : 'do'
  const inclusion = misses ? (isSingle ? 'is included' : 'are included') : isSingle ? 'is left out' : 'are left out'
  return (
    <Group
      component="p"
      className={`${common.warningBox} ${common.small} ${common.rigid}`}
      gap="4px 8px"
      mx={16}
      mb={4}
    >
      <IconAlertTriangle size={14} stroke={1.9} className={common.rigid} aria-hidden />
      <span>
        {countWords(answer.missing, 'event')} {does} not match a filter of the search, and {inclusion} here, in figures
        and in files.
      </span>
      <LinkButton className={common.strong} onClick={() => onScope({ ...scope, misses: !misses })}>
        {misses ? (isSingle ? 'Leave it out' : 'Leave them out') : isSingle ? 'Include it' : 'Include them'}
      </LinkButton>
    </Group>
  )
}

interface ConditionChipsProps {
  snapshot: Pick<SnapshotSummary, 'id' | 'rows'>
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
}

/**
 * The list "Conditions" above every tab: how many events its figures are of, and which conditions narrow them, each a
 * chip that a click removes. It reads in one batch "178 of 10,078 events: event code = api_calls".
 */
function ConditionChips({ snapshot: { id, rows }, scope, zone, onScope }: ConditionChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { where } = scope
  const isNarrowed = where.length > 0
  const { answer, isBusy } = useSnapshotAnswer(id, isNarrowed ? { ...COUNT, scope } : null)
  const events = isBusy ? null : (answer?.count ?? null)
  // Nothing is announced of a snapshot that was opened as it is.
  const [wasNarrowed, setWasNarrowed] = useState(false)
  if (isNarrowed && !wasNarrowed) setWasNarrowed(true)

  function change(next: Scope, at: number) {
    const region = list.current?.closest('section')
    flushSync(() => onScope(next))
    // What had the focus is removed: the next chip has it then, or the open tab.
    const left = list.current?.querySelectorAll('button') ?? []
    ;(left[Math.min(at, left.length - 1)] ?? openTab(region))?.focus()
  }

  return (
    <>
      <VisuallyHidden aria-live="polite">
        {isNarrowed
          ? events !== null && narrowedWords(scope, events, rows, zone)
          : wasNarrowed && `All ${countWords(rows, 'event')}`}
      </VisuallyHidden>
      {isNarrowed && (
        <Group className={styles.bar ?? ''} gap={6}>
          <span className={`${common.small} ${common.numbers} ${styles.count}`}>
            {events === null ? '…' : grouped(events)} of {countWords(rows, 'event')}:
          </span>
          <ul ref={list} className={`${common.list} ${styles.chips}`} aria-label="Conditions">
            {where.map((condition, at) => {
              const words = conditionWords(condition, zone)
              return (
                <li key={JSON.stringify(condition).slice(0, 2_000)}>
                  <ChipButton
                    aria-label={`Remove condition: ${words}`}
                    title="Remove this condition"
                    onClick={() => change(scopeWithout(scope, at), at)}
                  >
                    <span>{words}</span>
                    <IconX size={12} stroke={2} aria-hidden />
                  </ChipButton>
                </li>
              )
            })}
          </ul>
          {where.length > 1 && (
            <Button variant="subtle" size="compact-sm" onClick={() => change(scopeWithoutConditions(scope), 0)}>
              Clear conditions
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
