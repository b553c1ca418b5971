import { expect, test } from 'vitest'
import type { Failure } from './failure.ts'
import { failureSentence } from './failure-sentence.ts'
import { eachFailure } from './fixtures/each-failure.ts'

const all: Failure[] = Object.values(eachFailure).flat()

test.each(all)('sentences that point at no control of the page: $kind', (failure) => {
  const sentence = failureSentence(failure)
  expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
  expect(sentence).not.toMatch(/undefined|null|NaN|\[object|\.\.|filters|selection|rows per page|“Replace/)
  if ('detail' in failure) expect(sentence).toContain(failure.detail)
  if ('http' in failure) expect(sentence).toContain(`(${failure.http.status}, down for maintenance, req_1)`)
})

test('where they go is said, and how much came', () => {
  expect(failureSentence(eachFailure.redirect[0]!)).toContain('To https://elsewhere.example. Redirects are never')
  expect(failureSentence(eachFailure.cut[0]!)).toBe('The answer broke off. Only 1,200 bytes arrived.')
  expect(failureSentence(eachFailure.disk[0]!)).toBe('A file could not be written or read: ENOSPC.')
  expect(failureSentence(eachFailure.invalid[0]!)).toBe('This name is taken.')
})
