// The cells of a table of single events: when it was created, its ID, event code, type and customer, and what is done with it.
import { Button } from '@mantine/core'
import type { Event } from '../../../shared/event/event.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EventType, ExactText, InstantText } from '../../ui/exact-text.tsx'

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
