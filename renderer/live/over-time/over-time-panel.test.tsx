// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import type { ShownRows } from '../store/search-session.ts'
import type { TimeQuestions } from '../store/time-questions.ts'
import { OverTimePanel } from './over-time-panel.tsx'

/** A Berlin October, of which the first event lies on 30 September by UTC. */
const events = ['2026-09-30T22:30:00Z', '2026-10-02T10:00:00Z', '2026-10-31T22:30:00Z'].map((createdAt) =>
  someEvent({ eventId: createdAt, createdAt }),
)
const shown = {
  request: {
    filters: {
      propertyFilters: [],
      createdAtFrom: '2026-09-30T22:00:00Z',
      createdAtTo: '2026-10-31T22:59:59.999999999Z',
    },
    limit: 50,
    offset: 0,
  },
  answer: {
    page: { events, sent: events.length, total: events.length, limit: 50, offset: 0, problems: [] },
    info: {},
  },
  fromCache: false,
  turn: 1,
} as unknown as ShownRows
const open = { state: 'open' } as const
const asked = { first: open, last: open, spread: open }
const times = { state: () => asked, subscribe: () => () => undefined } as unknown as TimeQuestions

async function barsIn(days: string, zone: string, of = shown) {
  const search = { state: () => ({ shown: of }), subscribe: () => () => undefined }
  const { page } = await mounted(
    <MantineProvider>
      <OverTimePanel
        search={search as never}
        times={times}
        zone={zone}
        days={days}
        now={() => '2026-11-05T12:00:00Z'}
        onFilters={() => undefined}
        onOpen={() => undefined}
      />
    </MantineProvider>,
  )
  const bars = [...page.querySelectorAll('[role="toolbar"] button')].map((bar) => bar.getAttribute('aria-label'))
  return { page, bars, text: page.textContent ?? '' }
}

test('the bar at the pointer is told, and the one at the keys once the pointer is at none', async () => {
  const { page } = await barsIn('Europe/Berlin', 'UTC')
  const [first, second] = page.querySelectorAll<HTMLElement>('[role="toolbar"] button')
  const told = () => page.querySelector('figcaption b')?.textContent
  const point = (kind: 'mouseover' | 'mouseout') =>
    act(async () => second?.dispatchEvent(new MouseEvent(kind, { bubbles: true })))
  await act(async () => first?.focus())
  expect(told()).toBe('Thu 1 Oct 2026: 1 event')
  await point('mouseover')
  expect(told()).toBe('Fri 2 Oct 2026: 1 event')
  await point('mouseout')
  expect(told()).toBe('Thu 1 Oct 2026: 1 event')
  await act(async () => first?.blur())
  expect(told()).toBe('')
})

test('days are those of the billing zone, whatever zone times are shown in', async () => {
  const { bars, text } = await barsIn('Europe/Berlin', 'UTC')
  expect(bars).toHaveLength(31)
  expect(bars[0]).toBe('Thu 1 Oct 2026: 1 event')
  expect(bars.at(-1)).toBe('Sat 31 Oct 2026: 1 event')
  expect(text).toContain('Days and hours are those of Europe/Berlin.')
})

test('where both zones are one nothing is said of it', async () => {
  const { bars, text } = await barsIn('UTC', 'UTC')
  expect(bars).toHaveLength(32)
  expect(bars[0]).toBe('Wed 30 Sep 2026: 1 event')
  expect(text).not.toContain('Days and hours')
})

test('the hour that a day of 25 hours has twice is told by its offset', async () => {
  const filters = {
    propertyFilters: [],
    createdAtFrom: '2026-10-24T22:00:00Z',
    createdAtTo: '2026-10-25T22:59:59.999999999Z',
  }
  const hours = ['2026-10-25T00:30:00Z', '2026-10-25T01:10:00Z', '2026-10-25T01:50:00Z'].map((createdAt) =>
    someEvent({ eventId: createdAt, createdAt }),
  )
  const page = { ...shown.answer.page, events: hours, sent: 3, total: 3 }
  const of = { ...shown, request: { ...shown.request, filters }, answer: { ...shown.answer, page } } as ShownRows
  const { bars } = await barsIn('Europe/Berlin', 'Europe/Berlin', of)
  expect(bars).toHaveLength(25)
  expect(bars.slice(1, 5)).toEqual([
    '25 Oct 01:00: 0 events',
    '25 Oct 02:00 (+02:00): 1 event',
    '25 Oct 02:00 (+01:00): 2 events',
    '25 Oct 03:00: 0 events',
  ])
})
