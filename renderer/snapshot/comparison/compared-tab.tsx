// This is what "Changes" and "Comparison" are drawn in: a title with tools, what can be done with the events that are
// compared, and these events, a page at a time or all of them in a copy.
import { Box, CloseButton, createSafeContext, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { EventAct } from '../../../shared/figures/events.ts'
import type { FigureTable as Table } from '../../../shared/figures/figure-description.ts'
import {
  type ChangesQuestion,
  countOfKind,
  type PairsQuestion,
  type SnapshotDifference,
} from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { bridge } from '../../bridge.ts'
import { useComparedEvents } from '../../event/compare/use-compared-events.tsx'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { PageButtons, type PageButtonsProps } from '../figures/page-buttons.tsx'
import { pagedTable } from '../figures/snapshot-source.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { useOpenedWindow } from '../opened/opened-context.ts'
import type { ComparedSnapshots } from '../store/compared-snapshots.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

interface ComparedActions {
  /** Opens a snapshot; on these of its events where a scope is given. */
  open: (snapshotId: string, scope?: Scope) => void
  /** Compares the texts of two events. */
  compare: (sources: readonly string[]) => void
}

const [ComparedActionsProvider, useComparedActions] = createSafeContext<ComparedActions>('Nothing is compared here')

export { useComparedActions }

interface ComparedTabProps extends Pick<SnapshotTabProps, 'snapshot' | 'zone'> {
  name: 'Changes' | 'Comparison'
  title?: string
  /** Tests know it by these. */
  data: Record<`data-${string}`, string | number | undefined>
  isBusy?: boolean
  /** They stand between the title and the button that closes the tab. */
  tools: ReactNode
  /** Ends the comparison. */
  onClose: () => void
  children: ReactNode
}

export function ComparedTab(props: ComparedTabProps) {
  const { snapshot, zone, name, title = name, data, isBusy, tools, onClose, children } = props
  const { opened } = useOpenedWindow()
  const { show, dialog } = useComparedEvents(snapshot, zone)
  const actions = useMemo(
    (): ComparedActions => ({
      open: (id, scope) => opened.open(id, scope && { scope, tab: 'Events' }),
      compare: show,
    }),
    [opened, show],
  )
  const close = () => {
    opened.showTab('Events')
    onClose()
  }
  return (
    <ComparedActionsProvider value={actions}>
      <section className={common.tab} aria-label={name} aria-busy={isBusy} {...data}>
        <Group gap="8px 12px">
          <Box component="h3" flex="1 1 160px" className={common.heading}>
            {title}
          </Box>
          {tools}
          <CloseButton aria-label={`Close ${name.toLowerCase()}`} onClick={close} />
        </Group>
        {children}
      </section>
      {dialog}
    </ComparedActionsProvider>
  )
}

interface EventsPageProps<Line, Row> {
  sides: ComparedSnapshots
  /** Its kind is listed. */
  question: ChangesQuestion | PairsQuestion
  /** This is what is listed: another list begins at its first event. */
  listed: unknown
  /** It labels the region; absent: it is none. */
  label?: string
  /** It counts pixels. */
  gap: number
  /** @param range as "1–50 of 120" */
  caption: (range: string) => ReactNode
  /** They stand behind the buttons of pages. @param total how many are listed */
  tools?: (total: number) => ReactNode
  pages: Pick<PageButtonsProps, 'name' | 'short' | 'size'>
  isBoxed?: boolean
  /** The same function until lines are made otherwise. */
  linesOf: (changes: readonly SnapshotDifference[]) => readonly Line[]
  table: (lines: readonly Line[]) => Table<Row, EventAct>
}

const A_PAGE = 50

export function EventsPage<Line, Row>(props: EventsPageProps<Line, Row>) {
  const { sides, question, listed, label, gap, caption, tools, pages, isBoxed = false, linesOf, table } = props
  const { open, compare } = useComparedActions()
  const [offset, setOffset] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another place
  useEffect(() => setOffset(0), [listed])
  const asked = { worth: null, rows: false, offset, limit: A_PAGE }
  const { answer, isBusy } = useSnapshotAnswer(sides.here.id, { ...question, ...asked })
  const compared = answer?.kind === 'compared' ? answer : null
  const lines = useMemo(() => linesOf(compared?.changes ?? []), [compared, linesOf])
  if (compared === null) return null
  const total = countOfKind(compared.counts, question.kind)
  return (
    <Stack component="section" gap={gap} data-old={isBusy || undefined} aria-label={label}>
      <Group gap="8px 12px">
        {caption(`${grouped(compared.offset + 1)}–${grouped(compared.offset + lines.length)} of ${grouped(total)}`)}
        <PageButtons
          {...pages}
          asked={offset}
          offset={compared.offset}
          shown={lines.length}
          total={total}
          pageSize={A_PAGE}
          onOffset={setOffset}
        />
        {tools?.(total)}
      </Group>
      <FigureTable
        table={table(lines)}
        isBoxed={isBoxed}
        onAct={({ of }) => {
          if ('sources' in of) compare(of.sources)
          else open(sides[of.side].id, scopeOfRows([of.row]))
        }}
      />
    </Stack>
  )
}

/** The most lines of one answer, which has fewer where they are long. */
const A_BATCH = 5_000
/** The most lines that are copied: nobody pastes more. A saved file has all of them. */
const MOST_COPIED = 10_000

type Question = ChangesQuestion | PairsQuestion

/** @returns a function that makes what `CopyTable` takes. Rejects where the snapshots cannot be compared now. */
export function useAllChanges(snapshotId: string) {
  const client = useQueryClient()
  /** @param total how many there are @param source of all of them */
  return <Row, Of, By extends string>(
    question: Question,
    total: number,
    tableOf: (changes: readonly SnapshotDifference[]) => Table<Row, Of, By>,
    source: CopiedSource,
  ) =>
    pagedTable({ total, mostCopied: MOST_COPIED, aPage: A_BATCH, tableOf, source }, async (part) => {
      const asked: Question = { ...question, worth: null, rows: false, ...part }
      // Each is needed once: half a million lines would stay in memory.
      const { answer } = await client.fetchQuery({ ...snapshotQuery(bridge, snapshotId, asked), gcTime: 0 })
      if (answer.kind !== 'compared') throw new Error(`The snapshots are no longer compared: ${answer.kind}`)
      return { rows: answer.changes, count: total }
    })
}
