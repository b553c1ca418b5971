// Changed events, one a line: what it was and what it is.
import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import type { ChangesQuestion, SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { PropertyValue } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { EventCells } from '../figures/event-cells.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { CHANGE_WORDS } from './change-lines.ts'
import styles from './changes.module.css'
import { type ComparedPartProps, type ListedChanges, useChangesActions } from './changes-props.ts'

interface ChangeEventsProps extends Pick<ComparedPartProps, 'part' | 'amount' | 'zone'> {
  question: ChangesQuestion
  listed: ListedChanges
  onAll: () => void
}

const A_PAGE = 50

export function ChangeEvents(props: ChangeEventsProps) {
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
  return (
    <div data-old={isBusy || undefined} className={styles.events}>
      <div className={styles.head}>
        <p ref={caption} className={styles.caption} tabIndex={-1}>
          {listed.words}: {grouped(compared.offset + 1)}–{grouped(compared.offset + rows.length)} of {grouped(total)}
        </p>
        {listed.where.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={onAll}>
            List all changes
          </Button>
        )}
        {total > A_PAGE && (
          <>
            <Button variant="default" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - A_PAGE))}>
              Previous changes
            </Button>
            <Button
              variant="default"
              disabled={compared.offset + rows.length >= total || rows.length === 0}
              onClick={() => setOffset(compared.offset + rows.length)}
            >
              Next changes
            </Button>
          </>
        )}
      </div>
      <div className={styles.scroll}>
        <DataTable className={styles.table} aria-label="Changed events">
          <thead>
            <tr>
              <th scope="col">Change</th>
              <th scope="col">Created</th>
              <th scope="col">Event ID</th>
              <th scope="col">Event code</th>
              <th scope="col">Type</th>
              <th scope="col">Customer ID</th>
              {amount.name !== null && (
                <th scope="col" className={styles.right}>
                  {shortened(amount.name, 40)}
                </th>
              )}
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, shown, before, after, held, at }) => (
              <tr key={at} data-change={kind} data-event-id={shown?.eventId ?? ''}>
                <td>{CHANGE_WORDS[kind]}</td>
                <EventCells event={shown} zone={zone} />
                {amount.name !== null && (
                  <td className={styles.right}>
                    <Amounts before={before} after={after} name={amount.name} />
                  </td>
                )}
                <td>
                  <span className={common.rowActions}>
                    {before !== null && after !== null && (
                      <Button
                        variant="subtle"
                        size="compact-xs"
                        aria-label={`Compare ${shortened(shown?.eventId ?? 'this event', 80)} with how it was`}
                        onClick={() => compare([before.source, after.source])}
                      >
                        Compare
                      </Button>
                    )}
                    {held !== null && (
                      <Button
                        variant="subtle"
                        size="compact-xs"
                        aria-label={`Show ${shortened(shown?.eventId ?? 'this event', 80)} in Events`}
                        onClick={() => open(part[held.in].id, scopeOfRows([held.row]))}
                      >
                        Show
                      </Button>
                    )}
                    <CopyButton
                      text={(after ?? before)?.source ?? ''}
                      label={`Copy JSON of ${shortened(shown?.eventId ?? 'this event', 80)}`}
                    />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </div>
    </div>
  )
}

function readChange({ kind, before, after, row, rowBefore }: SnapshotDifference, at: number) {
  const [was, is] = [read(before), read(after)]
  return { kind, before: was, after: is, shown: is ?? was, held: heldIn(row, rowBefore), at }
}

/** Where it is: in the later one, or, once it is gone, in the earlier one. */
function heldIn(row: number | null, rowBefore: number | null): { in: 'now' | 'before'; row: number } | null {
  if (row !== null) return { in: 'now', row }
  return rowBefore === null ? null : { in: 'before', row: rowBefore }
}

function read(source: string | null): Event | null {
  const parsed = source === null ? null : parseEventText(source)
  return parsed?.ok ? parsed.event : null
}

/** What it was and what it is, where they differ. */
function Amounts({ before, after, name }: { before: Event | null; after: Event | null; name: string }) {
  const [was, is] = [before, after].map((event) => event?.properties.find((one) => one.name === name))
  const isSame = was?.kind === is?.kind && was?.text === is?.text
  if (before === null || after === null || isSame) {
    const only = is ?? was
    return only === undefined ? '–' : <PropertyValue property={only} quoted />
  }
  return (
    <>
      {was === undefined ? '–' : <PropertyValue property={was} quoted />}
      <span className={common.dim}> → </span>
      {is === undefined ? '–' : <PropertyValue property={is} quoted />}
    </>
  )
}
