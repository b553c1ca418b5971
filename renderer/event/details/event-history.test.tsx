// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import type { SeenEvent } from '../store/event-watch.ts'
import { EventHistory } from './event-history.tsx'

const RECEIVED = '2026-11-20T09:00:00Z'

/** The history of an event, of which it is told one by one how each was first seen. */
async function history() {
  const asked = new Map<string, PromiseWithResolvers<SeenEvent | null>>()
  const firstSeen = (eventId: string) => {
    const answer = Promise.withResolvers<SeenEvent | null>()
    asked.set(eventId, answer)
    return answer.promise
  }
  const source = { from: 'service', receivedAt: RECEIVED, withPage: false, unrefreshed: null } as const
  const of = (event: Event) => (
    <MantineProvider env="test">
      <EventHistory
        event={event}
        source={source}
        change={null}
        connection={{ origin: 'saved' } as Connection}
        zone="UTC"
        firstSeen={firstSeen}
      />
    </MantineProvider>
  )
  const { page, draw } = await mounted(of(a))
  return {
    text: () => page.textContent ?? '',
    draw: (event: Event) => draw(of(event)),
    tell: (event: Event, seenAt: string) => act(async () => asked.get(event.eventId ?? '')?.resolve({ event, seenAt })),
  }
}

const [a, b] = [someEvent({ eventId: 'a' }), someEvent({ eventId: 'b' })]

test('what is told late of an event is not shown of the next one', async () => {
  const { text, draw, tell } = await history()
  await draw(b)
  await tell(b, '2026-11-18T08:00:00Z')
  await tell(a, '2026-11-17T08:00:00Z')
  expect(text()).toContain('First seen18 Nov 2026, 08:00:00 UTC')
  await draw(a)
  expect(text()).toMatch(/Loading…$/)
})

test('it was first seen no later than it was received', async () => {
  const { text, tell } = await history()
  await tell(a, '2026-11-20T09:00:01Z')
  expect(text()).toContain('First seen20 Nov 2026, 09:00:00 UTC')
})
