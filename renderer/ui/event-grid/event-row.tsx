// One event as one line of the grid. React has its row, its cells and its checkbox, but not what is in the cells: a
// page flip changes that of five hundred, and nothing else. No handlers: the grid listens for all rows.
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { Event } from '../../../shared/event.ts'
import { shortened } from '../excerpt.ts'
import { type CellSetting, cellContent } from './cell-content.tsx'
import { drawContent } from './draw-content.ts'
import styles from './events-grid.module.css'
import type { GridColumn } from './grid-columns.ts'

interface EventRowProps extends CellSetting {
  /** Null: not loaded yet. */
  event: Event | null
  /** Its index on screen, from 0. */
  row: number
  columns: readonly GridColumn[]
  selected: boolean
  /** Shown in the details. */
  open: boolean
  /** The column that Tab leads to when it is in this row; 0 is the checkbox. */
  tabStop: number | null
  /** What is wrong with this row, in words. */
  mark: string | null
  /** Whether rows carry `aria-rowindex`, because not all are in the document. */
  numbered: boolean
  /** Prefix of the element IDs in the row. */
  idPrefix: string
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, row, columns, zone, instants, propertiesRoom, selected, open, tabStop, mark, numbered, idPrefix } =
    props
  const markId = mark === null ? undefined : `${idPrefix}-mark-${row}`
  const line = useRef<HTMLTableRowElement>(null)
  const cells = useMemo(
    () =>
      columns.map((column, index) => (
        <td
          key={column.id}
          className={column.own === null ? styles.property : styles[column.own]}
          data-column={column.name}
          data-numeric={(column.own === null && column.numeric) || undefined}
          tabIndex={tabStop === index + 1 ? 0 : -1}
        />
      )),
    [columns, tabStop],
  )
  useLayoutEffect(() => {
    columns.forEach((column, index) => {
      const cell = line.current?.cells[index + 1]
      if (cell) drawContent(cell, cellContent(event, column, { zone, instants, propertiesRoom }))
    })
  }, [event, columns, zone, instants, propertiesRoom])
  return (
    <tr
      ref={line}
      className={event === null ? styles.coming : styles.row}
      data-event-id={event === null ? undefined : (event.eventId ?? '')}
      data-row={row}
      data-marked={mark !== null || undefined}
      // The heads are row 1.
      aria-rowindex={numbered ? row + 2 : undefined}
      aria-selected={selected}
      aria-current={open || undefined}
    >
      <td className={styles.select}>
        <input
          type="checkbox"
          className={styles.checkbox}
          tabIndex={tabStop === 0 ? 0 : -1}
          aria-label={`Select event ${eventName(event, row)}`}
          aria-describedby={markId}
          checked={selected}
          // The grid listens: it knows about ranges.
          onChange={ignore}
        />
        {mark === null ? null : (
          <span className={styles.mark} title={mark}>
            <IconAlertTriangleFilled size={13} aria-hidden />
            <span id={markId} className={styles.unseen}>
              {mark}
            </span>
          </span>
        )}
      </td>
      {cells}
    </tr>
  )
})

/** In the name of its row's checkbox. */
function eventName(event: Event | null, row: number): string {
  if (event === null) return `to come in row ${row + 1}`
  return event.eventId === null ? `without an ID in row ${row + 1}` : shortened(event.eventId, NAME_CHARACTERS)
}

const NAME_CHARACTERS = 500

const ignore = () => {}
