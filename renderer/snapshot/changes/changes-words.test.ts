import { expect, test } from 'vitest'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { KindWorth } from '../../../shared/snapshot/snapshot-changes.ts'
import { type SummedWorth, summedWorth } from '../figures/summed-worth.ts'
import { changeSentence, datesWords, readMoment, recheckWords, worthWords } from './changes-words.ts'

const november = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }
const day = { from: '2026-11-04T00:00:00Z', until: '2026-11-05T00:00:00Z' }

test('a segment is a month, a day or days in its own zone', () => {
  expect(datesWords(november, 'UTC')).toBe('November 2026')
  expect(datesWords(november, 'Europe/Berlin')).toBe('1 Nov to 1 Dec 2026')
  expect(datesWords({ from: '2026-10-24T22:00:00Z', until: '2026-10-25T23:00:00Z' }, 'Europe/Berlin')).toBe(
    '25 Oct 2026',
  )
  expect(datesWords({ ...day, until: '2026-11-07T00:00:00Z' }, 'UTC')).toBe('4 Nov to 6 Nov 2026')
  expect(datesWords({ from: null, until: day.until }, 'UTC')).toBeNull()
  expect(datesWords({ from: '0001-01-01T00:00:00Z', until: day.until }, 'UTC')).toBeNull()
})

const sent = (
  ...all: { units: (string | null)[]; code?: string; debit?: string; credit?: string }[]
): KindWorth['asSent'] => ({
  by: ['currency'],
  lines: [],
  lineCount: 0,
  all: all.map(({ units, code, debit, credit }) => ({
    keys: [],
    units,
    ...(code !== undefined && { code }),
    before: null,
    after: null,
    changes: {
      count: null,
      neither: null,
      debitMinusCredit: null,
      debit: debit === undefined ? null : { difference: debit, percent: null },
      credit: credit === undefined ? null : { difference: credit, percent: null },
    },
  })),
})
const worth = (all: SummedWorth['all'], asSent = sent()): KindWorth => ({
  all,
  asSent,
  unvalued: [],
  notIn: { before: [], after: [] },
  groups: [],
  others: 0,
})
const money = (net: string | null, charged: string, reduces: string, currency: string | null = 'EUR') => ({
  currency,
  charged,
  reduces,
  net,
})
const parts = { amount: { isMinor: false }, dated: 'November 2026', moment: '1 Dec 2026, 08:01 UTC' }

test('what changed is said with what it comes to by the rules, apart for each currency', () => {
  const late = worth([money('36.45', '36.45', '0.00')])
  expect(changeSentence({ ...parts, kind: 'added', count: 3, worth: late })).toBe(
    '3 events dated November 2026 were absent on 1 Dec 2026, 08:01 UTC and are here now: +36.45 EUR.',
  )
  const both = worth([money('-375.30', '37.20', '-412.50'), money('0', '0', '0', null)])
  expect(changeSentence({ ...parts, kind: 'added', count: 2, worth: both })).toContain(
    ': −375.30 EUR (+37.20 charged, −412.50 taken off), 0 (currency not set).',
  )
  const apart = worth([money(null, '37.20', '-412.50')])
  expect(changeSentence({ ...parts, kind: 'added', count: 2, worth: apart })).toContain(
    ': +37.20 charged, −412.50 taken off EUR.',
  )
})

test('without a rule debits and credits are said as sent, and what has no money is counted', () => {
  const mixed = sent({ units: ['EUR'], debit: '-1005.00', credit: '-5' }, { units: [null], debit: '0.00' })
  expect(changeSentence({ ...parts, kind: 'gone', count: 1, worth: worth([], mixed) })).toBe(
    '1 event dated November 2026 was here on 1 Dec 2026, 08:01 UTC and is gone now: debits −1,005.00 EUR as sent (no price rule), credits −5.00 EUR as sent (no price rule), debits 0.00 (unit not set) as sent (no price rule).',
  )
  expect(changeSentence({ ...parts, kind: 'altered', count: 2, worth: null, dated: null })).toBe(
    '2 events were altered since 1 Dec 2026, 08:01 UTC.',
  )
  const many = sent(...Array.from({ length: 9 }, (_, at) => ({ units: [`U${at}`], debit: '1' })))
  expect(changeSentence({ ...parts, kind: 'added', count: 9, worth: worth([], many) })).toContain(
    '+1 U5 as sent (no price rule), and 3 more.',
  )
  const unvalued = [
    { keys: [], before: 0, after: 2, why: 'part-of-line' as const, unit: null, quantity: '2', notIn: [] },
    { keys: [], before: 1, after: 1, why: 'balance' as const, unit: null, quantity: '0', notIn: [] },
  ]
  const line = { ...worth([money('1.00', '1.00', '0.00')]), unvalued }
  expect(changeSentence({ ...parts, kind: 'added', count: 4, worth: line })).toContain(
    ': +1.00 EUR, 1 event not in the total.',
  )
})

test('what has no unit is said for each event code, also of several kinds together', () => {
  const calls = { units: [null], code: 'calls', debit: '250000' }
  const late = worth([], sent(calls, { units: [null], code: 'gigabytes', debit: '-7' }))
  expect(worthWords(late, parts.amount)).toEqual([
    'debits +250,000 calls (unit not set) as sent (no price rule)',
    'debits −7 gigabytes (unit not set) as sent (no price rule)',
  ])
  expect(worthWords(summedWorth([late, worth([], sent({ ...calls, debit: '5' }))]), parts.amount)).toEqual([
    'debits +250,005 calls (unit not set) as sent (no price rule)',
    'debits −7 gigabytes (unit not set) as sent (no price rule)',
  ])
})

test('a difference says which events are not in it, of then and of now', () => {
  const part = { eventCode: 'sms', property: 'amount', events: 1, otherSent: 0, quantities: [] }
  const sent = (currency: string, text: string) => [
    { currency, parts: [{ ...part, why: 'text' as const, sent: [{ text, isText: true, events: 1 }] }] },
  ]
  const late = { ...worth([money('36.45', '36.45', '0.00')]), notIn: { before: [], after: sent('EUR', '5') } }
  expect(worthWords(late, parts.amount)).toEqual(['+36.45 EUR without 1 event of sms whose amount is text: “5”'])
  const altered = { ...late, notIn: { before: sent('EUR', '4'), after: [...sent('EUR', '5'), ...sent('GBP', '6')] } }
  expect(worthWords(altered, parts.amount)).toEqual([
    '+36.45 EUR then without 1 event of sms whose amount is text: “4”, now without 1 event of sms whose amount is text: “5”',
    'GBP without 1 event of sms whose amount is text: “6”',
  ])
})

test('a snapshot is of the instant that was proved, else of its end', () => {
  const summary = { asOf: '2026-12-01T08:01:20Z', endedAt: '2026-12-01T08:02:00Z', begunAt: '' } as SnapshotSummary
  expect(readMoment(summary, 'UTC')).toBe('1 Dec 2026, 08:01 UTC')
  expect(readMoment({ ...summary, asOf: null }, 'Europe/Berlin')).toBe('1 Dec 2026, 09:02 Berlin')
})

test('a recheck says how many days count as they did', () => {
  expect(recheckWords({ days: 30, differing: [] }, 'UTC')).toBe(
    'The totals of all 30 days are the same as in the closing copy.',
  )
  expect(recheckWords({ days: 30, differing: [day] }, 'UTC')).toBe(
    'Of 30 days, these have another total than in the closing copy: 4 Nov 2026.',
  )
})
