import { expect, test } from 'vitest'
import { answerSample } from './answer-sample.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'

test('a number that half a million events have is told to be too small for a sample', async () => {
  const source = (at: number) =>
    `{"event_id":"e${at}","customer_id":"c","event_code":"sms","event_type":"debit","created_at":"2026-10-01T12:00:00Z","event_properties":{"amount":1}}`
  const snapshot = await snapshotOfTexts(Array.from({ length: 500_000 }, (_, at) => ({ source: source(at) })))
  const asked = { ask: 'sample', events: 10, seed: 'a', above: { property: 'amount', from: '0' } } as const
  expect(await answerSample(snapshot, asked, anyTurn)).toMatchObject({
    kind: 'too-many',
    words: expect.stringContaining('Choose a larger number.'),
  })
})
