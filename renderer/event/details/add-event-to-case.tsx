// "Add to case" beside an event, with its exact text and how to ask for it again.
import { Button } from '@mantine/core'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event } from '../../../shared/event/event.ts'
import { notifyFailure } from '../../ui/notify.tsx'

interface AddEventToCaseProps {
  event: Event
  connection: Connection
  zone: string
}

export function AddEventToCase({ event, connection, zone }: AddEventToCaseProps) {
  const add = async () => {
    const { addAndSay } = await import('../../case/kept-case.ts')
    const { eventId, source, customerId } = event
    await addAndSay(connection.id, {
      is: 'event',
      id: crypto.randomUUID(),
      title: eventId === null ? 'Event without an ID' : `Event ${eventId.slice(0, 200)}`,
      source,
      customerId,
      from: [
        ['Source', `${connection.name}, ${connection.baseUrl}`],
        ['Time zone', zone],
      ],
    })
  }
  return (
    <Button variant="default" size="compact-sm" h={28} onClick={() => void add().catch(notifyFailure)}>
      Add to case
    </Button>
  )
}
