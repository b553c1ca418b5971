// Changed events, one to a line, with what each was and what it is.
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ChangedEvent, changedEventsTable, eventOfText } from '../../../shared/figures/events.ts'
import type { ChangeKind, ChangesQuestion, SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { useComparedActions } from '../comparison/compared-tab.tsx'
import { useAllChanges } from '../figures/all-changes.ts'
import { CopyTable } from '../figures/copy-table.tsx'
import { PageButtons } from '../figures/page-buttons.tsx'
import { type CopiedSource, leftOut } from '../figures/snapshot-source.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { ComparedSnapshots } from '../store/compared-snapshots.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './changes.module.css'

/** Which changes are listed event by event. */
export interface ListedChanges {
  kind: ChangeKind | null
  where: Condition[]
  words: string
}

interface ChangedEventsProps extends Pick<SnapshotTabProps, 'zone'> {
  part: ComparedSnapshots
  amount: AmountChoice
  question: ChangesQuestion
  listed: ListedChanges
  /** Under a copy: what is compared. */
  source: CopiedSource
  onAll: () => void
}

const A_PAGE = 50
/** The most lines that are copied: nobody pastes more. A saved file has all of them. */
const MOST_COPIED = 10_000

export function ChangedEvents(props: ChangedEventsProps) {
  const { part, question, listed, source, amount, zone, onAll } = props
  const { open, compare } = useComparedActions()
  const [offset, setOffset] = useState(0)
  const caption = useRef<HTMLParagraphElement>(null)
  // A new list starts at its first event, and takes the focus if the user chose it.
  useEffect(() => {
    setOffset(0)
    if (listed.where.length > 0) caption.current?.focus({ preventScroll: false })
  }, [listed])
  const allChanges = useAllChanges(part.here.id)
  const asked: ChangesQuestion = {
    ...question,
    scope: { ...question.scope, where: [...question.scope.where, ...listed.where] },
    worth: null,
    kind: listed.kind,
    offset,
    limit: A_PAGE,
    rows: false,
  }
  const { answer, isBusy } = useSnapshotAnswer(part.here.id, asked)
  const compared = answer?.kind === 'compared' ? answer : null
  const events = useMemo(() => (compared?.changes ?? []).map(changedEvent), [compared])
  if (compared === null) return null
  const { counts } = compared
  const total = listed.kind === null ? counts.added + counts.gone + counts.altered : counts[listed.kind]
  const named = amount.name === null ? null : { name: amount.name, head: shortened(amount.name, 40) }
  const tableOf = (all: readonly ChangedEvent[]) => changedEventsTable(all, named, zone)
  const sourceOf = (lines: number): CopiedSource => [
    ...source,
    ['Listed', listed.words],
    ...leftOut('Lines', lines, total, 'an Excel file has all of them'),
  ]
  return (
    <Stack gap={8} data-old={isBusy || undefined}>
      <Group gap="8px 12px">
        <p ref={caption} className={styles.caption} tabIndex={-1}>
          {listed.words}: {grouped(compared.offset + 1)}–{grouped(compared.offset + events.length)} of {grouped(total)}
        </p>
        {listed.where.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={onAll}>
            List all changes
          </Button>
        )}
        <PageButtons
          asked={offset}
          offset={compared.offset}
          shown={events.length}
          total={total}
          pageSize={A_PAGE}
          name="changes"
          onOffset={setOffset}
        />
        <CopyTable
          isInternal
          label={`Copy table of changed events of ${shortened(part.here.name, 60)}`}
          words="Copy table"
          source={sourceOf(Math.min(total, MOST_COPIED))}
          table={async () => {
            const all: ChangedEvent[] = []
            for await (const piece of allChanges(asked, Math.min(total, MOST_COPIED)))
              all.push(...piece.map(changedEvent))
            return tableOf(all)
          }}
          whole={{
            pieces: async function* () {
              for await (const piece of allChanges(asked, total)) yield tableOf(piece.map(changedEvent))
            },
            lines: total,
            source: sourceOf(total),
          }}
        />
      </Group>
      <FigureTable
        table={tableOf(events)}
        onAct={({ of }) => {
          if ('sources' in of) compare(of.sources)
          else open(part[of.in === 'now' ? 'here' : 'there'].id, scopeOfRows([of.row]))
        }}
      />
    </Stack>
  )
}

const changedEvent = ({ kind, before, after, row, rowBefore }: SnapshotDifference): ChangedEvent => ({
  kind,
  before: eventOfText(before),
  after: eventOfText(after),
  held: heldIn(row, rowBefore),
})

/** Where the event is: in the later snapshot or, if it is gone, in the earlier one. */
function heldIn(row: number | null, rowBefore: number | null): ChangedEvent['held'] {
  if (row !== null) return { in: 'now', row }
  return rowBefore === null ? null : { in: 'before', row: rowBefore }
}
