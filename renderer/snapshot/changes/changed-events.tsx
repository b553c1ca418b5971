// Changed events, one to a line, with what each was and what it is.
import { Button, Group } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Event, Property } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { CHANGE_WORDS } from '../../../shared/figures/comparison.ts'
import type { ChangesQuestion, SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import common from '../../ui/common.module.css'
import { PropertyValue } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import {
  type EventAction,
  EventActions,
  EventCells,
  EventTable,
  PageButtons,
  readEvent,
} from '../figures/event-table.tsx'
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
const HEADS = ['Change', 'Created', 'Event ID', 'Event code', 'Type', 'Customer ID']

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
  const { answer, isBusy } = useSnapshotAnswer(part.now.id, {
    ...question,
    scope: { ...question.scope, where: [...question.scope.where, ...listed.where] },
    worth: null,
    kind: listed.kind,
    offset,
    limit: A_PAGE,
    rows: false,
  })
  const compared = answer?.kind === 'compared' ? answer : null
  const rows = useMemo(() => (compared?.changes ?? []).map(readChange), [compared])
  if (compared === null) return null
  const { counts } = compared
  const total = listed.kind === null ? counts.added + counts.gone + counts.altered : counts[listed.kind]
  const actionsFor = ({ id, before, after, held }: ReadChange): EventAction[] => {
    const actions: EventAction[] = []
    if (before !== null && after !== null) {
      const sources = [before.source, after.source]
      actions.push({ words: 'Compare', label: `Compare ${id} with how it was`, onClick: () => compare(sources) })
    }
    if (held !== null) {
      const show = () => open(part[held.in].id, scopeOfRows([held.row]))
      actions.push({ words: 'Show', label: `Show ${id} in Events`, onClick: show })
    }
    return actions
  }
  return (
    <div data-old={isBusy || undefined} className={styles.events}>
      <Group gap="8px 12px">
        <p ref={caption} className={styles.caption} tabIndex={-1}>
          {listed.words}: {grouped(compared.offset + 1)}–{grouped(compared.offset + rows.length)} of {grouped(total)}
        </p>
        {listed.where.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={onAll}>
            List all changes
          </Button>
        )}
        <PageButtons
          asked={offset}
          offset={compared.offset}
          shown={rows.length}
          total={total}
          pageSize={A_PAGE}
          name="changes"
          onOffset={setOffset}
        />
      </Group>
      <div className={common.scroll}>
        <EventTable
          className={styles.table}
          aria-label="Changed events"
          heads={HEADS}
          figures={amount.name === null ? [] : [shortened(amount.name, 40)]}
        >
          {rows.map((row) => (
            <tr key={row.at} data-change={row.kind} data-event-id={row.shown?.eventId ?? ''}>
              <td>{CHANGE_WORDS[row.kind]}</td>
              <EventCells event={row.shown} zone={zone} />
              {amount.name !== null && (
                <td data-number>
                  <Amounts before={row.before} after={row.after} name={amount.name} />
                </td>
              )}
              <EventActions id={row.id} source={row.shown?.source ?? ''} actions={actionsFor(row)} />
            </tr>
          ))}
        </EventTable>
      </div>
    </div>
  )
}

type ReadChange = ReturnType<typeof readChange>

function readChange({ kind, before, after, row, rowBefore }: SnapshotDifference, at: number) {
  const [was, is] = [readEvent(before), readEvent(after)]
  const shown = is ?? was
  const id = shortened(shown?.eventId ?? 'this event', 80)
  return { kind, before: was, after: is, shown, id, held: heldIn(row, rowBefore), at }
}

/** Where the event is: in the later snapshot or, if it is gone, in the earlier one. */
function heldIn(row: number | null, rowBefore: number | null): { in: 'now' | 'before'; row: number } | null {
  if (row !== null) return { in: 'now', row }
  return rowBefore === null ? null : { in: 'before', row: rowBefore }
}

/** The amount as it was and as it is, if these differ. */
function Amounts({ before, after, name }: { before: Event | null; after: Event | null; name: string }) {
  const [was, is] = [before, after].map((event) => event?.properties.find((property) => property.name === name))
  const isSame = was?.kind === is?.kind && was?.text === is?.text
  const drawn = (property: Property | undefined) =>
    property === undefined ? '–' : <PropertyValue property={property} quoted />
  if (before === null || after === null || isSame) return drawn(is ?? was)
  return (
    <>
      {drawn(was)}
      <span className={common.dim}> → </span>
      {drawn(is)}
    </>
  )
}
