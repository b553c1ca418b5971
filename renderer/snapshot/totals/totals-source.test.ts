import { expect, test } from 'vitest'
import type { ShownTotals } from './totals-lines.ts'
import { periodsSource, totalsSource } from './totals-source.ts'

/** What the lines read. */
const shown = (changed: {
  measure?: ShownTotals['measure']
  zone?: string | null
  rounding?: ShownTotals['question']['rounding']
  version?: string
}) =>
  ({
    measure: changed.measure ?? { figure: 'sum', properties: ['amount'] },
    question: { zone: changed.zone ?? null, rounding: changed.rounding ?? null },
    answer: changed.version === undefined ? {} : { worth: { version: changed.version } },
    rounded: 'perLine',
  }) as Parameters<typeof totalsSource>[0]

test('a copy of totals says what is measured, how it is rounded and whose days', () => {
  expect(totalsSource(shown({}), 'Europe/Berlin')).toEqual([
    ['Measure', 'Sum of amount, as sent'],
    ['Rounding', 'none'],
    ['Days', 'in Europe/Berlin, by the time of creation'],
  ])
  const rounding = { places: 2, mode: 'half-up' as const }
  expect(totalsSource(shown({ zone: 'UTC', rounding, measure: { figure: 'count' } }), 'Europe/Berlin')).toEqual([
    ['Measure', 'Number of events'],
    ['Rounding', '2 decimals, half-up, per line; exact figures beside it'],
    ['Days', 'in UTC, by the time of creation'],
  ])
  expect(totalsSource(shown({ measure: { figure: 'worth' }, version: '0c1f' }), 'UTC')[0]).toEqual([
    'Measure',
    'worth by the rules, version 0c1f; as sent where there is no rule',
  ])
})

test('a copy of two periods says what is only there in part, and what has no money', () => {
  const asked = { version: null, zone: 'UTC', every: 'week' as const, cut: null, isPartOfLines: false }
  const figure = { name: 'debit' as const, label: 'Debit' }
  expect(periodsSource({ ...asked, figure })[0]).toEqual(['Measure', 'Debit, as sent'])
  const count = { name: 'count' as const, label: 'Events' }
  expect(periodsSource({ ...asked, figure: count })[0]).toEqual(['Measure', 'Events'])
  const cut = 'Week of Mon 5 Oct 2026: only part of it is in this snapshot.'
  const lines = periodsSource({ ...asked, figure, version: '0c1f', cut, isPartOfLines: true })
  expect(lines.map(([name]) => name)).toEqual(['Measure', 'Rounding', 'Days', 'Left out', 'Not valued'])
})
