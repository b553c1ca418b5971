// The events of a comparison, one to a line and a page at a time, with what each was there and is here.
import { Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { EventAct } from '../../../shared/figures/events.ts'
import type { FigureTable as Table } from '../../../shared/figures/figure-table.ts'
import {
  type ChangesQuestion,
  countOfKind,
  type PairsQuestion,
  type SnapshotDifference,
} from '../../../shared/snapshot/snapshot-changes.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { PageButtons, type PageButtonsProps } from '../figures/page-buttons.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { ComparedSnapshots } from '../store/compared-snapshots.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { useComparedActions } from './compared-tab.tsx'

interface EventsPageProps<Line, Row> {
  sides: ComparedSnapshots
  /** Its kind is listed. */
  question: ChangesQuestion | PairsQuestion
  /** What is listed: another list begins at its first event. */
  listed: unknown
  /** Of the region; absent: it is none. */
  label?: string
  /** In pixels. */
  gap: number
  /** @param range as "1–50 of 120" */
  caption: (range: string) => ReactNode
  /** Behind the buttons of pages. @param total how many are listed */
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
