// Events at the edge of what the interface allows must not make a service look broken.
import { expect, test } from 'vitest'
import type { EventRecord } from '../service/event-record.ts'
import { serviceUnderTest, TOKEN } from '../service/fixtures/service-under-test.ts'
import { type ContractResult, NOT_TOLD } from './report.ts'
import { runContract } from './run-contract.ts'

const event = (number: number, fields: Partial<EventRecord>): EventRecord => ({
  eventId: `evt_${number}`,
  customerId: `cus_${number % 3}`,
  eventCode: `code_${number % 2}`,
  eventType: number % 4 === 0 ? 'credit' : 'debit',
  createdAt: `2026-03-01T00:00:${String(number % 60).padStart(2, '0')}Z`,
  properties: [{ name: 'amount', kind: 'number', text: `${number % 5}.50` }],
  ...fields,
})

async function contractOf(records: EventRecord[]): Promise<ContractResult> {
  const { url } = await serviceUnderTest({ records })
  const result = await runContract({ url, token: TOKEN, fetch, budget: 300, timeout: 15_000, nonce: 'nonce-9' })
  expect(result.stopped).toBeNull()
  expect(result.rules.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  return result
}

const verdictOf = ({ rules }: ContractResult, rule: string) => rules.find(({ id }) => id === rule)

test.each(['\ud800', '.', '..'])('an id that no URL can carry is not fetched: %j', async (eventId) => {
  // The suite fetches the first, the middle and the last event of the sample.
  const records = [0, 1, 2, 3, 4].map((number) =>
    event(number, number % 2 === 0 ? { eventId: number === 0 ? eventId : `${eventId}\ud800${number}` } : {}),
  )
  expect(verdictOf(await contractOf(records), 'fetch-event')?.verdict).toBe('kept')
  expect(verdictOf(await contractOf(records.slice(0, 1)), 'fetch-event')).toMatchObject({
    verdict: 'unchecked',
    details: ['no event of the sample has an id that a URL can carry'],
  })
})

test.each([
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.9999999Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.0000001Z'],
])('no bound is asked for beyond the years of RFC 3339: %s', async (...instants) => {
  const edge = instants.map((createdAt, index) => event(index, { createdAt }))
  await contractOf(edge)
  const { gaps } = await contractOf([...edge, event(2, {}), event(3, {})])
  // Ranges are checked at an event that has room around it.
  expect(gaps).toContainEqual(
    expect.objectContaining({ question: expect.stringContaining('created_at_from includes'), answer: 'yes' }),
  )
})

test('events of one instant show no order', async () => {
  const createdAt = '2026-03-01T00:00:00Z'
  const { gaps } = await contractOf([1, 2, 3].map((number) => event(number, { createdAt })))
  const answer = 'cannot be told from these events'
  expect(gaps).toContainEqual(expect.objectContaining({ question: 'The order of the returned events', answer }))
})

test('a bound is not called exclusive where more events share its instant than a page holds', async () => {
  const crowd = Array.from({ length: 250 }, (_, number) => event(number, { createdAt: '2026-03-01T00:00:00Z' }))
  const { gaps } = await contractOf(crowd)
  const answers = gaps.filter(({ question }) => question.includes('includes its own instant'))
  expect(answers.map(({ answer }) => answer)).toEqual([NOT_TOLD, NOT_TOLD])
})

test('a leap second is not taken for the second before it', async () => {
  const instants = [
    '2016-12-31T23:59:58.8Z',
    '2016-12-31T23:59:59.9Z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T23:59:60.5Z',
  ]
  const records = instants.map((createdAt, index) => event(index, { createdAt }))
  const { gaps } = await contractOf(records)
  const answer = 'newest first'
  expect(gaps).toContainEqual(expect.objectContaining({ question: 'The order of the returned events', answer }))
  for (const some of [[...records.slice(0, 1), ...records.slice(2)], records.slice(2)]) await contractOf(some)
})
