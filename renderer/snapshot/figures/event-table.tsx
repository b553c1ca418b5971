// A table of single events: when each was created, its ID, event code, type and customer, and what can be done with it;
// and the buttons that page through a list.
import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CustomerName } from '../../ui/customer-name.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EventType, ExactText, InstantText } from '../../ui/exact-text.tsx'

interface EventTableProps {
  'aria-label': string
  className?: string | undefined
  heads: readonly string[]
  /** Heads of the figure columns, which follow. Kept apart: a property among them may have the name of a field. */
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
  /** The ID of the event that this one is paired with; left out where the table has no column for it. */
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
        {event?.customerId != null && <CustomerName id={event.customerId} />}
      </td>
    </>
  )
}

/** The event that a text holds; null: there is no text, or it cannot be read. */
export function readEvent(source: string | null): Event | null {
  const parsed = source === null ? null : parseEventText(source)
  return parsed?.ok ? parsed.event : null
}

/** What can be done with an event: a button, whose label names the event too. */
export interface EventAction {
  /** "Compare", "Show", "Show in September". */
  words: string
  label: string
  onClick: () => void
}

/** The last cell of a line. @param id the event's ID, or what stands for it in labels */
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
  /** The offset of the page that was asked for last. */
  asked: number
  /** The offset of the page on screen, which may be an earlier one. */
  offset: number
  /** How many are on the page on screen. */
  shown: number
  total: number
  pageSize: number
  /** What is listed, in the plural. */
  name: string
  /** Whether only the accessible name says what is listed. */
  short?: boolean
  onOffset: (offset: number) => void
}

/** "Previous" and "Next" for a list of several pages. Draws nothing if there is only one. */
export function PageButtons(props: PageButtonsProps) {
  const { asked, offset, shown, total, pageSize, name, short = false, size, onOffset } = props
  if (total <= pageSize) return null
  const buttons = [
    { word: 'Previous', to: Math.max(0, asked - pageSize), isEnabled: asked > 0 },
    { word: 'Next', to: offset + shown, isEnabled: shown > 0 && offset + shown < total },
  ]
  return buttons.map(({ word, to, isEnabled }) => (
    <Button
      key={word}
      variant="default"
      {...(size && { size })}
      {...(short && { 'aria-label': `${word} ${name}` })}
      disabled={!isEnabled}
      onClick={() => onOffset(to)}
    >
      {short ? word : `${word} ${name}`}
    </Button>
  ))
}
