import { expect, test } from 'vitest'
import { provedGrounds } from './fixtures/proved-grounds.ts'
import { isOfEarlierRule, verdictName, verdictNames } from './verdict-name.ts'

test.each([
  ['complete', false, 'Complete'],
  ['partial', false, 'Incomplete'],
  ['unproven', false, 'Count not confirmed'],
  // What goes on is "So far" whatever the count proved, and what is missing is said all the same.
  ['complete', true, 'So far'],
  ['partial', true, 'Incomplete, so far'],
  ['unproven', true, 'Count not confirmed, so far'],
] as const)('%s, and of a range that goes on: %s', (kind, soFar, name) => {
  expect(verdictName({ kind, soFar, grounds: provedGrounds })).toBe(name)
})

test.each([
  ['complete', false, 'Complete by an earlier rule'],
  ['complete', true, 'Complete by an earlier rule, so far'],
  ['partial', false, 'Incomplete'],
  ['unproven', false, 'Count not confirmed'],
] as const)('%s without grounds, and of a range that goes on %s: %s', (kind, soFar, name) => {
  expect(verdictName({ kind, soFar })).toBe(name)
  expect(isOfEarlierRule({ kind, soFar })).toBe(kind === 'complete')
})

test('what has no verdict is not finished', () => {
  expect(verdictName(null)).toBe('Not finished')
})

test('badges are as many as there is to say', () => {
  expect(verdictNames({ kind: 'partial', soFar: true })).toEqual(['Incomplete', 'So far'])
  expect(verdictNames({ kind: 'complete', soFar: true, grounds: provedGrounds })).toEqual(['So far'])
})
