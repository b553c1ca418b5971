import { expect, test } from 'vitest'
import { costWords, takingWords } from './cost-words.ts'

test('before a snapshot is taken its cost is said, and the billing zone where its days are not those on screen', () => {
  const cost = { events: 1_200, requests: 14, ms: 2_100 }
  const alone = costWords(cost)
  expect(alone).toMatch(/14 requests, about 2 s$/)
  expect(takingWords(cost, null, 'UTC', false)).toBe(alone)
  expect(takingWords(cost, 'Europe/Berlin', 'Europe/Berlin', false)).toBe(alone)
  expect(takingWords(cost, 'America/New_York', 'UTC', false)).toBe(
    `${alone}. Its days are those of the billing zone, America/New York`,
  )
  expect(takingWords(null, 'UTC', 'Europe/Berlin', false)).toMatch(/, UTC$/)
  expect(takingWords(cost, null, 'UTC', true)).toBe(`${alone}. Kept for this run only`)
})
