// The region "Snapshot", which covers the live page until "Back to live".
import { Button, Group, Tabs, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { conditionWords, narrowedWords } from '../../../shared/snapshot/condition-words.ts'
import { evidenceLetters, type SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { ChipButton, LinkButton } from '../../ui/link-button.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeWithout } from '../store/scope-conditions.ts'
import type { SnapshotTabName } from '../store/snapshot-tab.ts'
import { useOpenedWindow } from './opened-context.ts'
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
  tabs: readonly ShownTab[]
  tab: SnapshotTabName
  /** Shown in place of the tabs; null: it can answer questions. */
  loading: ReactNode
}

export function SnapshotRegion(props: SnapshotRegionProps) {
  const { snapshot, scope, zone, tabs, tab, loading } = props
  const { changeScope, showTab } = useOpenedWindow().opened
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

interface ConditionChipsProps {
  snapshot: Pick<SnapshotSummary, 'id' | 'rows'>
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
}

/** A single row: its number alone is wanted. */
const COUNT = { ask: 'rows', sort: null, offset: 0, limit: 1 } as const

/**
 * The list "Conditions" above every tab: how many events its figures are of, and which conditions narrow them, each a chip that
 * a click removes. In one piece it reads "178 of 10,078 events: event code = api_calls".
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
    const tab = region?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    ;(left[Math.min(at, left.length - 1)] ?? tab)?.focus()
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
          <span className={styles.count}>
            {events === null ? '…' : grouped(events)} of {countWords(rows, 'event')}:
          </span>
          <ul ref={list} className={styles.chips} aria-label="Conditions">
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
            <Button variant="subtle" size="compact-sm" onClick={() => change({ where: [], misses: false }, 0)}>
              Clear conditions
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
