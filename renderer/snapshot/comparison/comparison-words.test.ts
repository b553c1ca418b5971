import { expect, test } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { comparedSides } from '../store/compared-snapshots.ts'
import { fieldLabel, incompleteWords, lengthWords, partLabel, sideNames } from './comparison-words.ts'

const finished = (kind: 'complete' | 'partial', soFar = false): SnapshotSummary['status'] => ({
  state: 'finished',
  verdict: { kind, soFar, sentence: '', reasons: [], grounds: [] },
})

test('the sides are called by what they differ in', () => {
  const here = snapshotSummary()
  const named = (more: Partial<SnapshotSummary>) =>
    sideNames(comparedSides(here, snapshotSummary({ id: 'b', ...more })))
  const october = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z', zone: 'UTC' }
  expect(named({ range: october, until: october.until })).toEqual({ here: 'November 2026', there: 'October 2026' })
  const connection = { ...here.connection, id: 'new', name: 'New billing' }
  expect(named({ connection })).toEqual({ here: 'Acme Billing', there: 'New billing' })
  expect(named({ name: 'Credits', search: { eventType: 'credit', propertyFilters: [] } })).toEqual({
    here: 'November, Northwind',
    there: 'Credits',
  })
  expect(named({ endedAt: '2026-12-24T08:01:39Z' })).toEqual({
    here: 'November, Northwind, read 1 Dec 2026 08:01 UTC',
    there: 'November, Northwind, read 24 Dec 2026 08:01 UTC',
  })
})

test('unequal lengths, and a month that is not over, are said', () => {
  const month = (from: string, until: string, soFar = false) =>
    snapshotSummary({
      range: { from, until, zone: 'UTC' },
      until,
      begunAt: '2026-11-20T12:00:00Z',
      clock: null,
      status: finished('complete', soFar),
    })
  const october = month('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z')
  const september = month('2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z')
  const november = month('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', true)
  expect(lengthWords(comparedSides(october, october))).toBeNull()
  expect(lengthWords(comparedSides(october, september))).toBe(
    'Unequal lengths: September 2026 30 days, October 2026 31 days.',
  )
  expect(lengthWords(comparedSides(november, october))).toBe(
    'Unequal lengths: October 2026 31 days, November 2026 19.50 days. November 2026 is not over.',
  )
})

test('a side that is not complete is named, with what it is', () => {
  const words = (here: SnapshotSummary['status'], there: SnapshotSummary['status']) =>
    incompleteWords({
      here: snapshotSummary({ status: here, name: 'October' }),
      there: snapshotSummary({ status: there, name: 'September' }),
    })
  expect(words(finished('complete'), finished('complete'))).toBeNull()
  expect(words(finished('complete'), finished('partial'))).toBe('Of what was read: “September” is “Incomplete”.')
  expect(words(finished('complete', true), finished('partial', true))).toBe(
    'Of what was read: “October” is “So far”, and “September” is “Incomplete, so far”.',
  )
  const earlier = {
    state: 'finished' as const,
    verdict: { kind: 'complete' as const, soFar: false, sentence: '', reasons: [] },
  }
  expect(words(earlier, finished('complete'))).toBe(
    'Of what was read: “October” is “All events read, by an earlier rule”.',
  )
})

test('a property that is named like a field is called a property', () => {
  expect(partLabel({ of: 'field', field: 'customerId' })).toBe('Customer ID')
  expect(partLabel({ of: 'property', name: 'Customer ID' })).toBe('Customer ID (property)')
  expect(fieldLabel('customer_id')).toBe('Customer ID')
  expect(fieldLabel('event_properties.customer_id')).toBe('customer_id')
  expect(fieldLabel('event_properties.')).toBe('(no name)')
  expect(fieldLabel('event_properties')).toBe('event_properties')
})
