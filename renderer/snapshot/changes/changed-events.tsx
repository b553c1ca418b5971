// Changed events, one to a line, with what each was and what it is.
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ChangedEvent, changedEventsTable, eventOfText } from '../../../shared/figures/events.ts'
import type { ChangesQuestion, SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import { shortened } from '../../ui/excerpt.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { PageButtons } from '../figures/page-buttons.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import styles from './changes.module.css'
import { type ComparedPartProps, type ListedChanges, useChangesActions } from './changes-props.ts'

interface ChangedEventsProps extends Pick<ComparedPartProps, 'part' | 'amount' | 'zone'> {
  question: ChangesQuestion
  listed: ListedChanges
  onAll: () => void
}

const A_PAGE = 50

export function ChangedEvents(props: ChangedEventsProps) {
  const { part, question, listed, amount, zone, onAll } = props
  const { open, compare } = useChangesActions()
  const [offset, setOffset] = useState(0)
  const caption = useRef<HTMLParagraphElement>(null)
  // A new list starts at its first event, and takes the focus if the user chose it.
  useEffect(() => {
    setOffset(0)
    if (listed.where.length > 0) caption.current?.focus({ preventScroll: false })
  }, [listed])
  const { answer, isBusy } = useSnapshotAnswer(part.here.id, {
    ...question,
    scope: { ...question.scope, where: [...question.scope.where, ...listed.where] },
    worth: null,
    kind: listed.kind,
    offset,
    limit: A_PAGE,
    rows: false,
  })
  const compared = answer?.kind === 'compared' ? answer : null
  const events = useMemo(() => (compared?.changes ?? []).map(changedEvent), [compared])
  if (compared === null) return null
  const { counts } = compared
  const total = listed.kind === null ? counts.added + counts.gone + counts.altered : counts[listed.kind]
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
      </Group>
      <FigureTable
        table={changedEventsTable(
          events,
          amount.name === null ? null : { name: amount.name, head: shortened(amount.name, 40) },
          zone,
        )}
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
