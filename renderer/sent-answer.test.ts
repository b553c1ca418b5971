import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnswerInfo, SearchRequest } from '../shared/event/event.ts'
import {
  type CallStep,
  type Progress,
  parseEventText,
  parseSearchPage,
  type SentAnswer,
} from '../shared/search/search-page.ts'
import { eventProgress, searchProgress } from './sent-answer.ts'

const info: AnswerInfo = {
  receivedAt: '2026-11-20T12:00:00.000Z',
  serviceDate: null,
  durationMs: 12,
  attempts: 2,
  requestId: 'r-1',
  bytes: 9,
}
const request: SearchRequest = { filters: { propertyFilters: [] }, limit: 2, offset: 0 }
const steps: CallStep[] = [
  { type: 'attempt', attempt: 1, of: 4 },
  { type: 'waiting', next: 2, of: 4, waitMs: 400, asked: false, because: { kind: 'cancelled' } },
]

/** The text cut at these places. */
async function* sending(text: string, cuts: number[]): AsyncGenerator<SentAnswer> {
  yield* steps
  const places = [0, ...cuts.map((cut) => cut % text.length).toSorted((a, b) => a - b), text.length]
  for (const [index, place] of places.slice(1).entries()) yield { type: 'text', text: text.slice(places[index], place) }
  yield { type: 'answer', info }
}

async function all<T>(progress: AsyncIterable<Progress<T>>): Promise<Progress<T>[]> {
  const steps: Progress<T>[] = []
  for await (const step of progress) steps.push(step)
  return steps
}

test('an answer is read from its pieces, wherever they end', async () => {
  const event = '{"event_id":"\\ud83d\\ude00😀","event_properties":{"amount":0.10,"amount":1e400}}'
  const page = `{"events":[${event}],"total":1,"limit":2,"offset":0}`
  const [readEvent, readPage] = [parseEventText(event), parseSearchPage(page)]
  if (!readEvent.ok || !readPage.ok) throw new Error('Both can be read')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 5 }), async (cuts) => {
      const answeredPage = { type: 'answer', answer: { page: readPage.page, info } }
      expect(await all(searchProgress(sending(page, cuts), request))).toEqual([...steps, answeredPage])
      const answeredEvent = { type: 'answer', answer: { event: readEvent.event, info } }
      expect(await all(eventProgress(sending(event, cuts)))).toEqual([...steps, answeredEvent])
    }),
    { seed: 7, numRuns: 50 },
  )
})

test('a page is cut at ten times the limit asked for', async () => {
  const steps = await all(searchProgress(sending(`{"events":[${'{},'.repeat(998)}{}]}`, []), request))
  expect(steps.at(-1)).toMatchObject({ answer: { page: { events: { length: 20 }, sent: 999 } } })
})

test('a text that did not come whole is no answer', async () => {
  await expect(all(searchProgress(sending('{"events":[', []), request))).rejects.toThrow('otherwise than it was sent')
  await expect(all(eventProgress(sending('[]', [])))).rejects.toThrow('otherwise than it was sent')
})

test('who reads no further ends the call', async () => {
  let ended = false
  async function* endless(): AsyncGenerator<SentAnswer> {
    try {
      for (;;) yield* steps
    } finally {
      ended = true
    }
  }
  for await (const _ of searchProgress(endless(), request)) break
  expect(ended).toBe(true)
})
