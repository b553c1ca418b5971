// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import type { DetailSession, EventView } from '../store/detail-session.ts'
import { type EventSteps, useEventSteps } from './detail-actions.tsx'

const rows = ['a', 'b', 'c'].map((eventId) => someEvent({ eventId }))

/** The steps from this event, and the IDs of those that they open. */
async function stepsFrom(eventId: string) {
  const open = vi.fn<DetailSession['open']>()
  const view = { state: 'event', event: someEvent({ eventId }) } as EventView
  let steps: EventSteps | null = null
  function Steps() {
    steps = useEventSteps({ open } as unknown as DetailSession, view, rows).steps
    return null
  }
  await mounted(<Steps />)
  const { position, previous, next } = steps as unknown as EventSteps
  previous?.()
  next?.()
  return { position, opened: open.mock.calls.map(([event]) => event.eventId) }
}

test('the steps lead to the neighbours among the rows, and from an event that is not among them nowhere', async () => {
  expect(await stepsFrom('b')).toEqual({ position: { index: 1, count: 3 }, opened: ['a', 'c'] })
  expect(await stepsFrom('a')).toEqual({ position: { index: 0, count: 3 }, opened: ['b'] })
  expect(await stepsFrom('c')).toEqual({ position: { index: 2, count: 3 }, opened: ['b'] })
  expect(await stepsFrom('d')).toEqual({ position: null, opened: [] })
})
