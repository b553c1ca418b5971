// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import fc from 'fast-check'
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import type { Event, SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import { parseSearchPage } from '../../../shared/search/search-page.ts'
import { formatUtc } from '../../../shared/time/instant.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { newerWords, observedOrder, orderWords, PageControls, ResultsFooter } from './results-bar.tsx'

const at = (createdAt: string | null) => ({ createdAt }) as Event
const instants = fc.array(
  fc.record({ seconds: fc.integer({ min: 0, max: 100 }), nanoseconds: fc.integer({ min: 0, max: 3 }) }),
  { maxLength: 8 },
)
const inNanoseconds = ({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }) =>
  seconds * 1_000_000_000 + nanoseconds

describe('observed order', () => {
  test('is what sorting says', () => {
    fc.assert(
      fc.property(instants, (list) => {
        const times = list.map(inNanoseconds)
        const up = times.toSorted((a, b) => a - b).join()
        const down = times.toSorted((a, b) => b - a).join()
        const sorted = times.join() === up ? 'oldest-first' : times.join() === down ? 'newest-first' : 'none'
        expect(observedOrder(list.map((instant) => at(formatUtc(instant))))).toBe(up === down ? null : sorted)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('tells instants apart by the last nanosecond, and by what they mean', () => {
    expect(observedOrder([at('2026-11-20T14:00:00.000000002Z'), at('2026-11-20T14:00:00.000000001Z')])).toBe(
      'newest-first',
    )
    expect(observedOrder([at('2026-11-20T14:00:00Z'), at('2026-11-20T15:00:00+01:00')])).toBeNull()
  })

  test('what cannot be read is left out', () => {
    expect(observedOrder([at('2026-11-20T14:00:00Z'), at('yesterday'), at(null), at('2026-11-19T14:00:00Z')])).toBe(
      'newest-first',
    )
    expect(observedOrder([])).toBeNull()
  })

  test('is said in the words of tables, and no order in words of its own', () => {
    const [early, late] = [at('2026-11-20T14:00:00Z'), at('2026-11-20T15:00:00Z')]
    const words = (...events: Event[]) => orderWords(observedOrder(events))
    expect(words(late, early)).toBe('Newest first')
    expect(words(early, late)).toBe('Oldest first')
    expect(words(early, late, early)).toBe('Order not guaranteed')
    expect(words(early)).toBeNull()
  })
})

const request: SearchRequest = { filters: { propertyFilters: [] }, limit: 3, offset: 0 }

function answerOf(ids: string, total: number | null): SearchAnswer {
  const read = parseSearchPage(JSON.stringify({ events: [...ids].map((id) => ({ event_id: id })), total, limit: 3 }))
  if (!read.ok) throw new Error('not a page')
  return { page: read.page, info: {} } as unknown as SearchAnswer
}

function words(before: [string, number | null], after: [string, number | null], asked = request): string {
  const shown = { request: asked, answer: answerOf(...before), fromCache: false, turn: 1 }
  return newerWords({ request: asked, answer: answerOf(...after) }, shown)
}

test('new events are counted as far as the page shows it', () => {
  expect(words(['cba', 10], ['dcb', 11])).toBe('1 new event – show')
  expect(words(['cba', 10], ['edc', 12])).toBe('2 new events – show')
  expect(words(['cba', 10], ['fed', 13])).toBe('3 or more new events – show')
  expect(words(['cba', null], ['edc', null])).toBe('2 new events – show')
  // Oldest first, and the last page is not full.
  expect(words(['ab', 2], ['abc', 3])).toBe('1 new event – show')
  expect(words(['', 0], ['ab', 2])).toBe('2 new events – show')
})

test('what only moved up because another went is not called new; nor is what moved on to a later page', () => {
  expect(words(['cba', 10], ['caz', 9])).toBe('Newer results – show')
  const later = { ...request, offset: 3 }
  expect(words(['cba', 10], ['dcb', 11], later)).toBe('1 more event – show')
  expect(words(['cba', null], ['dcb', null], later)).toBe('Newer results – show')
  // Oldest first, and the new ones are on another page.
  expect(words(['abc', 1_000], ['abc', 3_000])).toBe('2,000 more events – show')
})

test('a page is full where the service gives fewer than were asked for: what moved up on it is not called new', () => {
  const asked = { ...request, limit: 50 }
  expect(words(['cba', 10], ['caz', 9], asked)).toBe('Newer results – show')
})

test('rows of another request are never counted against those on screen', () => {
  const shown = { request, answer: answerOf('a', 1), fromCache: false, turn: 1 }
  expect(newerWords({ request: { ...request }, answer: answerOf('b', 2) }, shown)).toMatch(/^The service is back/)
})

describe('the ways to other pages', () => {
  async function controls(offset: number, limit = 3, ids = 'abc') {
    const asked: (number | string)[] = []
    const shown = {
      request: { ...request, offset },
      answer: answerOf(ids, ids.length < limit ? ids.length : 30),
      fromCache: false,
      turn: 1,
    }
    const drawn = (busy: boolean, now: typeof shown | null = shown) => (
      <MantineProvider env="test">
        <PageControls
          limit={limit}
          shown={now}
          busy={busy}
          onPage={(to) => asked.push(to)}
          onLimit={(size) => asked.push(`limit ${size}`)}
          onRefresh={() => asked.push('refresh')}
          autoRefresh={null}
        />
      </MantineProvider>
    )
    const { page, draw } = await mounted(drawn(false))
    const button = (name: string) => page.querySelector<HTMLElement>(`button[aria-label="${name}"]`)
    return {
      asked,
      select: page.querySelector('select') as HTMLSelectElement,
      isOff: (name: string) => button(name)?.getAttribute('aria-disabled') === 'true',
      press: (name: string) => act(() => button(name)?.click()),
      wait: () => draw(drawn(true)),
      empty: () => draw(drawn(false, null)),
    }
  }
  const NAMES = ['First page', 'Previous page', 'Next page'] as const

  test('lead to the first, the previous and the next, and ask for these rows again', async () => {
    const { asked, press, isOff } = await controls(6)
    for (const name of [...NAMES, 'Refresh']) await press(name)
    expect(asked).toEqual([0, 3, 9, 'refresh'])
    expect(NAMES.map(isOff)).toEqual([false, false, false])
  })

  test('do nothing where there is none, and are said to be off without losing the focus', async () => {
    const first = await controls(0, 3, 'ab')
    for (const name of NAMES) await first.press(name)
    expect([first.asked, NAMES.map(first.isOff)]).toEqual([[], [true, true, true]])
    await first.empty()
    expect(NAMES.map(first.isOff)).toEqual([true, true, true])
  })

  test('do nothing while another page is on its way', async () => {
    const { asked, press, isOff, wait } = await controls(6)
    await wait()
    for (const name of NAMES) await press(name)
    expect([asked, NAMES.map(isOff)]).toEqual([[], [true, true, true]])
  })

  test('offer the sizes of a page, and one of a link that is none of them until another is chosen', async () => {
    const { asked, select } = await controls(0, 7)
    expect([select.value, select.options[0]?.value]).toEqual(['7', '7'])
    expect((await controls(0, 50)).select.options).toHaveLength(select.options.length - 1)
    const choose = (size: string) => {
      select.value = size
      return act(() => select.dispatchEvent(new Event('change', { bubbles: true })))
    }
    await choose('100')
    await choose('7')
    expect(asked).toEqual(['limit 100'])
  })
})

test('below the rows stands which they are, or that they were selected, anew for each search', async () => {
  const shown = { request, answer: answerOf('abc', 30), fromCache: false, turn: 1 }
  const drawn = (now: typeof shown | null, only: readonly Event[] | null = null) => (
    <MantineProvider env="test">
      <ResultsFooter shown={now} only={only} zone="UTC" sums="Sums" />
    </MantineProvider>
  )
  const { page, draw } = await mounted(drawn(null))
  const status = () => page.querySelector('[role="status"]')?.firstElementChild
  expect([status()?.textContent, page.querySelector('footer')?.textContent]).toEqual(['', ''])
  await draw(drawn(shown))
  const before = status()
  expect(before?.textContent).toBe('Rows 1–3 of 30')
  expect(page.textContent).toContain('Sums')
  await draw(drawn({ ...shown, turn: 2 }))
  expect(status()).not.toBe(before)
  const [one] = shown.answer.page.events as [Event]
  await draw(drawn(shown, [one]))
  expect(status()?.textContent).toBe('1 row that was selected')
  await draw(drawn(shown, [one, one]))
  expect(status()?.textContent).toBe('2 rows that were selected')
  await draw(drawn({ ...shown, answer: answerOf('', 0) }))
  expect(page.textContent).not.toContain('Sums')
})
