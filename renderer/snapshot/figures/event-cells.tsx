// The cells of a table of single events: when it was created, its ID, event code, type and customer.
import type { Event } from '../../../shared/event/event.ts'
import common from '../../ui/common.module.css'
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
