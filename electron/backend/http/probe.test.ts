import { expect, test } from 'vitest'
import type { SearchAnswer, SearchPage } from '../../../shared/event/event.ts'
import { failed, succeeded } from '../../../shared/failure/failure.ts'
import { parseSearchPage } from '../../../shared/search/search-page.ts'
import type { CallOptions, EventService } from './event-service.ts'
import { probe } from './probe.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const access = { connectionName: 'A', baseUrl: 'https://a.example', token: 'tok-123456' }
const signal = new AbortController().signal

const event =
  '{"event_id":"e","customer_id":"c","event_code":"x","event_type":"credit","created_at":"2026-11-20T12:00:00Z","event_properties":{}}'
const pageText = (changed: object = {}, events = [event]) => {
  const counts = Object.entries({ total: 7, limit: 1, offset: 0, ...changed })
  return `{"events":[${events.join(',')}],${counts.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',')}}`
}

function page(text: string): SearchPage {
  const parsed = parseSearchPage(text)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.page
}

async function observed(text: string, serviceDate: string | null = '2026-11-20T12:00:05.000Z') {
  const asked: [unknown, CallOptions][] = []
  const info = { receivedAt: '', serviceDate, durationMs: 12, attempts: 1, requestId: null, bytes: 1 }
  const answer: SearchAnswer = { page: page(text), info }
  const service: Pick<EventService, 'search'> = {
    search: async (_, request, options) => {
      asked.push([request, options])
      return succeeded(answer)
    },
  }
  const result = await probe(service, access, () => noon, signal)
  expect(asked).toMatchObject([[{ limit: 1, offset: 0, filters: { propertyFilters: [] } }, { limits: { retries: 0 } }]])
  if (!result.ok) throw new Error('A report was expected')
  return result.value
}

test('a service as the interface has it gives nothing to remark', async () => {
  const report = { durationMs: 12, serviceDate: '2026-11-20T12:00:05.000Z', sawEvents: true, observations: [] }
  expect(await observed(pageText())).toEqual(report)
  expect(await observed(pageText({ total: 0 }, []))).toEqual({ ...report, sawEvents: false })
})

test.each([
  ['a limit of its own', pageText({ limit: 50 }), /limit of 1 was requested.* 50/],
  ['more events than asked for', pageText({ total: 2 }, [event, event]), /ignores the limit/],
  ['an offset of its own', pageText({ offset: 3 }), /applied 3/],
  ['a total below the page', pageText({ total: 0 }), /less than/],
  ['a total that may be the page', pageText({ total: 1 }), /counts the page/],
  ['a field of another type', pageText({}, [event.replace('"c"', '7')]), /customer_id.*number/],
  ['a total that is missing', pageText().replace('"total":7,', ''), /total.*missing/],
])('%s is remarked', async (_, text, words) => {
  expect((await observed(text)).observations).toEqual([expect.stringMatching(words)])
})

test('a clock that differs, or says nothing, is remarked', async () => {
  expect((await observed(pageText(), '2026-11-20T12:05:00.000Z')).observations).toEqual([
    expect.stringContaining('300 s ahead of'),
  ])
  expect((await observed(pageText(), '2026-11-20T11:58:00.000Z')).observations).toEqual([
    expect.stringContaining('120 s behind'),
  ])
  expect((await observed(pageText(), null)).observations).toEqual([expect.stringContaining('no Date header')])
})

test('what a service floods it with is bounded', async () => {
  const events = Array.from({ length: 100 }, (_, at) => event.replace('{}', `{"p${at}":true}`))
  expect((await observed(pageText({ total: 100 }, events))).observations).toHaveLength(20)
})

test('a failure stays one', async () => {
  const failure = failed({ kind: 'cancelled' })
  expect(await probe({ search: async () => failure }, access, () => noon, signal)).toEqual(failure)
})
