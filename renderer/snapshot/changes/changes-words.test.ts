import { expect, test } from 'vitest'
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { changeSentence, datesWords, readMoment, recheckWords } from './changes-words.ts'

const november = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }
const day = { from: '2026-11-04T00:00:00Z', until: '2026-11-05T00:00:00Z' }

test('a stretch is a month, a day or days in its own zone', () => {
  expect(datesWords(november, 'UTC')).toBe('November 2026')
  expect(datesWords(november, 'Europe/Berlin')).toBe('1 Nov to 1 Dec 2026')
  expect(datesWords({ from: '2026-10-24T22:00:00Z', until: '2026-10-25T23:00:00Z' }, 'Europe/Berlin')).toBe(
    '25 Oct 2026',
  )
  expect(datesWords({ ...day, until: '2026-11-07T00:00:00Z' }, 'UTC')).toBe('4 Nov to 6 Nov 2026')
  expect(datesWords({ from: null, until: day.until }, 'UTC')).toBeNull()
  expect(datesWords({ from: '0001-01-01T00:00:00Z', until: day.until }, 'UTC')).toBeNull()
})

const nothing = { count: null, credit: null, debit: null, neither: null, debitMinusCredit: null }
const money = (...all: { units: (string | null)[]; debit?: string; credit?: string }[]): ComparedTotals => ({
  by: ['currency'],
  lines: [],
  lineCount: 0,
  all: all.map(({ units, debit, credit }) => ({
    keys: [],
    units,
    before: null,
    after: null,
    changes: {
      ...nothing,
      ...(debit === undefined ? {} : { debit: { difference: debit, percent: null } }),
      ...(credit === undefined ? {} : { credit: { difference: credit, percent: null } }),
    },
  })),
})
const parts = { amount: { isMinor: false }, dated: 'November 2026', moment: '1 Dec 2026, 08:01 UTC' }

test('what changed is said with what it comes to, apart for each unit and side', () => {
  expect(changeSentence({ ...parts, kind: 'added', count: 3, money: money({ units: ['EUR'], debit: '36.45' }) })).toBe(
    '3 events dated November 2026 were absent on 1 Dec 2026, 08:01 UTC and are here now: +36.45 EUR.',
  )
  const mixed = money({ units: ['EUR'], debit: '-1005.00', credit: '-5' }, { units: [null], debit: '0.00' })
  expect(changeSentence({ ...parts, kind: 'gone', count: 1, money: mixed })).toBe(
    '1 event dated November 2026 was here on 1 Dec 2026, 08:01 UTC and is gone now: −1,005.00 EUR, credits −5 EUR, 0.00 (unit not known).',
  )
  expect(changeSentence({ ...parts, kind: 'altered', count: 2, money: null, dated: null })).toBe(
    '2 events were altered since 1 Dec 2026, 08:01 UTC.',
  )
  const many = money(...Array.from({ length: 9 }, (_, at) => ({ units: [`U${at}`], debit: '1' })))
  expect(changeSentence({ ...parts, kind: 'added', count: 9, money: many })).toContain('+1 U5, and 3 more.')
})

test('a snapshot is of the instant that was proved, else of its end', () => {
  const summary = { asOf: '2026-12-01T08:01:20Z', endedAt: '2026-12-01T08:02:00Z', begunAt: '' } as SnapshotSummary
  expect(readMoment(summary, 'UTC')).toBe('1 Dec 2026, 08:01 UTC')
  expect(readMoment({ ...summary, asOf: null }, 'Europe/Berlin')).toBe('1 Dec 2026, 09:02 Berlin')
})

test('a recheck says how many days count as they did', () => {
  expect(recheckWords({ days: 30, differing: [] }, 'UTC')).toBe(
    'The totals of all 30 days are the same as when it was closed.',
  )
  expect(recheckWords({ days: 30, differing: [day] }, 'UTC')).toBe(
    'Of 30 days, these have another total than when it was closed: 4 Nov 2026.',
  )
})
