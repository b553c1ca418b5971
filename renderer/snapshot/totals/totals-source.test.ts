import { expect, test } from 'vitest'
import { copiedTable } from '../../../shared/figures/figure-table.ts'
import { totalsTable } from '../../../shared/figures/totals.ts'
import { answer, figure, line, question } from '../../../shared/snapshot/fixtures/some-totals.ts'
import { type ShownTotals, shownTotals } from './totals-lines.ts'
import { totalsSource } from './totals-source.ts'

/** What `totalsSource` reads of the totals on screen: the sum of amount, unless given otherwise. */
const shown = (given: {
  measure?: ShownTotals['measure']
  zone?: string | null
  rounding?: ShownTotals['question']['rounding']
  version?: string
}) =>
  ({
    measure: given.measure ?? { figure: 'sum', properties: ['amount'] },
    question: { zone: given.zone ?? null, rounding: given.rounding ?? null },
    answer: given.version === undefined ? {} : { worth: { version: given.version } },
    rounded: 'perLine',
  }) as Parameters<typeof totalsSource>[0]

test('a copy of totals says what is measured, how it is rounded and in which zone its days begin', () => {
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
    'worth by your price rules, version 0c1f; as sent where there is no price rule',
  ])
})

test('a copied line says what is not in its sum, and so does “All”', () => {
  const notIn = {
    parts: [
      {
        why: 'text' as const,
        eventCode: 'sms',
        property: 'amount',
        events: 1,
        sent: [{ text: '1,5', isText: true, events: 1 }],
        otherSent: 0,
        quantities: [],
      },
    ],
    untold: 0,
  }
  const lacking = { count: 3, numbers: 2, without: 1, debit: figure('5'), notIn }
  const whole = { count: 1, numbers: 1, without: 0, debit: figure('7') }
  const lines = [line('a', ['EUR'], lacking), line('b', ['EUR'], whole)]
  const all = { ...line(null, ['EUR'], lacking), keys: [] }
  const measure = { figure: 'sum' as const, properties: ['amount'] as [string] }
  const made = copiedTable(
    totalsTable(
      shownTotals({ rounded: 'perTotal' }, measure, question(), answer(lines, [all]), 'amount-major'),
      'copy',
    ),
  )
  expect(made.heads.at(-1)).toBe('Not in the total')
  const words = 'without 1 sms event whose amount is text: “1,5”'
  expect(made.rows.map((row) => row.at(-1)?.text)).toEqual([words, '', words])
})
