import { expect, test } from 'vitest'
import { keyValue } from '../../../shared/figures/figure-description.ts'
import { provedEvidence } from '../../../shared/snapshot/fixtures/proved-evidence.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { rulesVersion } from '../../../shared/worth/rules-text.ts'
import { NO_RULES } from '../../../shared/worth/worth-rules.ts'
import { tabSeparated } from '../../ui/clipboard.ts'
import { byRulesWords, snapshotSource } from './snapshot-source.ts'

const sentence = 'All 1,204 events read.'
const verdict = { kind: 'complete' as const, soFar: false, sentence, reasons: [], grounds: provedEvidence }
const snapshot: SnapshotSummary = {
  id: 's1',
  name: 'November',
  connection: { id: 'c1', name: 'Acme', baseUrl: 'https://acme.example', account: 1 },
  search: { customerId: 'cus_1', propertyFilters: [{ name: 'plan', kind: 'string', text: 'a' }] },
  range: { from: '2026-11-01T00:00:00Z', until: null, zone: 'UTC' },
  until: '2026-12-01T00:00:00Z',
  begunAt: '2026-12-01T08:00:41Z',
  endedAt: '2026-12-01T08:01:39Z',
  asOf: null,
  rows: 1_204,
  requests: 22,
  account: null,
  counted: null,
  stops: [],
  clock: null,
  begins: null,
  bytes: 9,
  closed: null,
  madeFor: null,
  deleteAfterDays: null,
  sample: null,
  status: { state: 'finished', verdict },
  progress: null,
}

test('a copied table says its source, range, read time and verdict', () => {
  expect(Object.fromEntries(snapshotSource(snapshot, null))).toEqual({
    Source: 'Acme, https://acme.example; snapshot November',
    Filters: 'Customer ID = cus_1; plan = "a"',
    Range: 'from 1 Nov 2026 00:00:00 up to, not including, 1 Dec 2026 00:00:00, UTC',
    Read: 'from 1 Dec 2026, 08:00:41 UTC to 1 Dec 2026, 08:01:39 UTC',
    Events: '1,204',
    Verdict: 'All 1,204 events read.',
  })
})

test('a copied table says the conditions that its figures are of', () => {
  const code = { kind: 'string' as const, text: 'api_calls' }
  const where: Condition[] = [
    { is: 'one-of', key: { of: 'field', field: 'eventCode' }, values: [code], zone: null },
    { is: 'between', key: { of: 'property', name: 'amount' }, from: '1', to: null },
  ]
  const eventsLine = (scope: Scope, events: number | null) => snapshotSource(snapshot, { scope, events })[4]?.[1]
  expect(eventsLine({ where: where.slice(0, 1), misses: false }, 178)).toBe(
    '178 of 1,204 events: event code = api_calls',
  )
  expect(eventsLine({ where, misses: false }, null)).toBe(
    'some of 1,204 events: event code = api_calls; amount is at least 1',
  )
  expect(eventsLine({ where: [], misses: true }, 1_210)).toBe(
    '1,210 events: also those that do not match a filter of the search',
  )
  expect(eventsLine({ where: [], misses: false }, 1_204)).toBe('1,204')
})

test('a day is a date in a copy, and nothing that was sent is taken for one', () => {
  const day = keyValue({ kind: 'time', text: '2026-10-01' }, 'Thu 1 Oct 2026')
  expect(day).toEqual({ kind: 'day', text: '2026-10-01' })
  expect(tabSeparated({ heads: ['Day'], rows: [[day]] }, 'types')).toBe('Day\r\n2026-10-01')
  expect(keyValue({ kind: 'string', text: '2026-10-01' }, '2026-10-01')?.kind).toBe('string')
  for (const text of ['2026-10', '2026-10-01T14:00+02:00']) {
    expect(keyValue({ kind: 'time', text }, text)).toEqual({ kind: 'string', text })
  }
  expect(keyValue(null, 'none')).toEqual({ kind: 'string', text: 'none' })
})

test('what has no rules is not worth anything by them', () => {
  expect(byRulesWords('0c1f')).toBe('worth by your price rules, version 0c1f; as sent where there is no price rule')
  expect(byRulesWords(rulesVersion(NO_RULES))).toBe('as sent, without rules')
})
