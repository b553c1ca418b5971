import { expect, test } from 'vitest'
import { verdictName } from './verdict-name.ts'

test('what goes on is "So far" whatever the count proved, and what has no verdict is not finished', () => {
  expect(verdictName({ kind: 'complete', soFar: true })).toBe('So far')
  expect(verdictName({ kind: 'partial', soFar: false })).toBe('Incomplete')
  expect(verdictName({ kind: 'unproven', soFar: false })).toBe('Count not confirmed')
  expect(verdictName({ kind: 'complete', soFar: false })).toBe('Complete')
  expect(verdictName(null)).toBe('Not finished')
})
