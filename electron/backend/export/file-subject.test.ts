import { expect, test } from 'vitest'
import { NO_ROWS } from '../../../shared/snapshot/account.ts'
import { aboutLines } from './about-lines.ts'
import { emptyTally } from './file-format.ts'
import { accountOf, leftOutOf } from './file-subject.ts'
import { provedSubject } from './fixtures/proved-subject.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { beginSurvey } from './survey.ts'

const account = {
  kept: 5,
  misses: 2,
  undated: 1,
  before: 4,
  after: 3,
  storedTwice: 6,
  otherText: 7,
  cameAgain: 8,
  gone: 9,
}
// What an earlier version counted beside it says the same rows once more.
const subject = provedSubject([{ account, leftOut: { before: 4, after: 3, atEnd: 1 }, repeats: 21 }])

test('what is left out comes from the account, each row once', () => {
  const left = leftOutOf(subject, 5)
  expect(left).toEqual([
    { why: 'Before the range', rows: 4 },
    { why: 'After the range', rows: 2 },
    { why: 'Exactly at the end of the range, so part of the next one', rows: 1 },
    { why: 'Stored twice by the service, kept once', rows: 6 },
    { why: 'Received twice while reading, counted once', rows: 8 },
    { why: 'Came in this reading, and was gone later in it', rows: 9 },
    { why: 'Not matching a filter of the search', rows: 2 },
    { why: 'With a time that cannot be read', rows: 1 },
  ])
  const all = Object.values(account).reduce((sum, rows) => sum + rows, 0)
  expect(left.reduce((sum, { rows }) => sum + rows, 0)).toBe(all - 5 - account.otherText)
})

test('without an account it is as it was counted, and rows in the file are not left out', () => {
  const [slice] = subject.slices
  if (slice === undefined) throw new Error('It has one part')
  expect(
    leftOutOf({ ...someSubject, slices: [{ ...slice, account: null, state: 'read' }] }, 5).map(({ why }) => why),
  ).toEqual([
    'Before the range',
    'After the range',
    'Exactly at the end of the range, so part of the next one',
    'Returned more than once',
    'Not matching a filter of the search',
  ])
  const whys = leftOutOf({ ...subject, includesMisses: true }, 8).map(({ why }) => why)
  expect(whys).not.toContain('Not matching a filter of the search')
  expect(whys).not.toContain('With a time that cannot be read')
})

test('a reading that found nothing has an account; one that an earlier version read in part has none', () => {
  expect(accountOf(provedSubject([]))).toEqual(NO_ROWS)
  const [part] = subject.slices
  if (part === undefined) throw new Error('It has one part')
  expect(accountOf({ ...subject, slices: [part, { ...part, account: null }] })).toBeNull()
  expect(accountOf({ ...subject, slices: [part, { ...part, account: null, kept: 0 }] })).toEqual(account)
})

test('"About" tells the evidence, the account and how the reading went', () => {
  const stops = [{ from: '2026-12-01T08:00:00Z', to: '2026-12-01T09:00:00Z' }]
  const stopping = { ...subject, state: { ...subject.state, stops, begins: '2026-11-02T00:00:00Z' } }
  const lines = aboutLines(stopping)(beginSurvey({ sums: [] }, 0).result(), emptyTally())
  const of = (name: string) => lines.find(([first]) => first === name)?.[1]
  expect(of('Verdict')).toBe('All events read')
  expect(of('Evidence: Witnesses')).toMatch(/^Holds: The oldest/)
  expect(of('Account: Kept')).toBe('5 rows')
  expect(of('Account: Received')).toBe('45 rows')
  expect(of('Account: Received, less what was received twice or is gone')).toBe('28 rows')
  expect(of('Account: Counted by the service')).toBe('28 rows')
  const words = lines.flat().join('\n')
  expect(words).toMatch(/Stopped from 2026-12-01T08:00:00Z to 2026-12-01T09:00:00Z: events that were amended/)
  expect(words).toMatch(/begins at 2026-11-02T00:00:00Z\./)
  expect(
    aboutLines(someSubject)(beginSurvey({ sums: [] }, 0).result(), emptyTally())
      .flat()
      .join('\n'),
  ).not.toMatch(/Evidence|Account/)
})
