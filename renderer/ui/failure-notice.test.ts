import { expect, test } from 'vitest'
import type { Failure } from '../../shared/failure/failure.ts'
import { eachFailure } from '../../shared/failure/fixtures/each-failure.ts'
import { staleWords } from './failure-notice.tsx'

const over = (failure: Failure, what: 'rows' | 'event') => {
  const { title, cause, advice } = staleWords(failure, { what, at: '12:03' })
  return `${title} ${cause} ${advice}`
}

test.each(Object.values(eachFailure).flat())('what stays on screen is named, with its age: $kind', (failure) => {
  expect(over(failure, 'rows')).toContain('12:03')
  expect(over(failure, 'rows')).not.toMatch(/the event (on screen|as of)/i)
  expect(over(failure, 'event')).toMatch(/the event (on screen is from|as of) 12:03/i)
  expect(over(failure, 'event')).not.toMatch(/rows on screen/)
})

test('where nobody answered, what is shown comes first, then what happened', () => {
  const { title, cause, advice } = staleWords(eachFailure.timeout[0]!, { what: 'event', at: '12:03' })
  expect(title).toBe('No answer – showing the event as of 12:03')
  expect(cause).toBe('No answer within 30 s.')
  expect(advice).toMatch(/^Try again/)
})

test('only a computer without a network is called offline', () => {
  const titles = eachFailure.unreachable.map((failure) => staleWords(failure, { what: 'rows', at: '12:03' }).title)
  expect(titles.filter((title) => title.startsWith('Offline'))).toHaveLength(1)
})
