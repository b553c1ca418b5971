import { expect, test } from 'vitest'
import type { SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import { parseSearchPage } from '../../../shared/search/search-page.ts'
import { newerWords } from './change-words.ts'

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

test('rows of another request are never counted against those on screen', () => {
  const shown = { request, answer: answerOf('a', 1), fromCache: false, turn: 1 }
  expect(newerWords({ request: { ...request }, answer: answerOf('b', 2) }, shown)).toMatch(/^The service is back/)
})
