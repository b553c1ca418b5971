import { expect, test } from 'vitest'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { FindSources } from '../find/offer.ts'
import { findInSnapshot } from './find.tsx'

const of = (field: 'eventId' | 'customerId' | 'eventCode', ...texts: string[]) => ({
  is: 'one-of' as const,
  key: { of: 'field' as const, field },
  values: texts.map((text) => ({ kind: 'string' as const, text })),
  zone: null,
})

function box(scope: Scope) {
  const shown: Scope[] = []
  const sources = findInSnapshot({} as FindSources, scope, (one) => shown.push(one))
  return { sources, shown }
}

test('a customer is chosen within the snapshot, in place of another, and beside what else holds', () => {
  const { sources, shown } = box({ where: [of('customerId', 'cus_1'), of('eventCode', 'api_calls')], misses: false })
  sources.search({ customerId: 'cus_2', propertyFilters: [] })
  expect(shown).toEqual([{ where: [of('eventCode', 'api_calls'), of('customerId', 'cus_2')], misses: false }])
})

test('IDs are found whatever conditions hold', () => {
  const { sources, shown } = box({ where: [of('customerId', 'cus_1')], misses: false })
  sources.showIds?.(['evt_1', 'evt_2'])
  expect(shown).toEqual([{ where: [of('eventId', 'evt_1', 'evt_2')], misses: true }])
})

test('what was found by its ID is left for a customer, which it would hide', () => {
  const { sources, shown } = box({ where: [of('eventId', 'evt_1')], misses: true })
  sources.search({ customerId: 'cus_2', propertyFilters: [] })
  expect(shown).toEqual([{ where: [of('customerId', 'cus_2')], misses: false }])
})
