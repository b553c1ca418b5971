// A table of single events: when each was created, its ID, event code, type and customer, and what is done with it.
import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EventType, ExactText, InstantText } from '../../ui/exact-text.tsx'

interface EventTableProps {
  'aria-label': string
  className?: string | undefined
  heads: readonly string[]
  /** Heads of the columns of figures, which follow: a property, which may be called as a field is. */
  figures: readonly string[]
  children: ReactNode
}

export function EventTable({ heads, figures, children, ...table }: EventTableProps) {
  return (
    <DataTable {...table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {figures.map((head) => (
            <th key={head} scope="col" data-number>
              {head}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </DataTable>
  )
}

interface EventCellsProps {
  /** Null: it cannot be read. */
  event: Event | null
  zone: string
  /** The ID of the event that it is paired with, in a column of its own; left out where no line has one. */
  pairedId?: string | null | undefined
}

export function EventCells({ event, zone, pairedId }: EventCellsProps) {
  return (
    <>
      <td>{event?.createdAt ? <InstantText text={event.createdAt} zone={zone} /> : '–'}</td>
      <td className={common.figures}>
        <ExactText text={event?.eventId ?? '–'} />
      </td>
      {pairedId !== undefined && (
        <td className={common.figures}>
          <ExactText text={pairedId ?? '–'} />
        </td>
      )}
      <td>
        <ExactText text={event?.eventCode ?? '–'} />
      </td>
      <td>
        <EventType type={event?.eventType ?? null} />
      </td>
      <td className={common.figures}>
        <ExactText text={event?.customerId ?? '–'} />
      </td>
    </>
  )
}

/** The event of a text; null: there is none, or it cannot be read. */
export function readEvent(source: string | null): Event | null {
  const parsed = source === null ? null : parseEventText(source)
  return parsed?.ok ? parsed.event : null
}

/** What can be done with an event, and how it is called where several are on screen. */
export interface EventAction {
  words: 'Compare' | 'Show' | 'Show there'
  label: string
  onClick: () => void
}

/** The last cell of a line. @param id of the event, as it is said */
export function EventActions({ id, source, actions }: { id: string; source: string; actions: readonly EventAction[] }) {
  return (
    <td>
      <span className={common.rowActions}>
        {actions.map(({ words, label, onClick }) => (
          <Button key={words} variant="subtle" size="compact-xs" aria-label={label} onClick={onClick}>
            {words}
          </Button>
        ))}
        <CopyButton text={source} label={`Copy JSON of ${id}`} />
      </span>
    </td>
  )
}

interface PageButtonsProps extends Pick<ButtonProps, 'size'> {
  /** Where the page begins that was asked for last. */
  asked: number
  /** Where the page begins that is shown. */
  offset: number
  here: number
  total: number
  aPage: number
  /** What is listed, in the plural. */
  name: string
  /** To say what is listed to screen readers alone. */
  short?: boolean
  onOffset: (offset: number) => void
}

/** Both ways through a list of several pages. Draws nothing for one. */
export function PageButtons(props: PageButtonsProps) {
  const { asked, offset, here, total, aPage, name, short = false, size, onOffset } = props
  if (total <= aPage) return null
  const ways = [
    { way: 'Previous', to: Math.max(0, asked - aPage), isThere: asked > 0 },
    { way: 'Next', to: offset + here, isThere: here > 0 && offset + here < total },
  ]
  return ways.map(({ way, to, isThere }) => (
    <Button
      key={way}
      variant="default"
      {...(size && { size })}
      {...(short && { 'aria-label': `${way} ${name}` })}
      disabled={!isThere}
      onClick={() => onOffset(to)}
    >
      {short ? way : `${way} ${name}`}
    </Button>
  ))
}
