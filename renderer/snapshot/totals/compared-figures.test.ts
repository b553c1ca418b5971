import { expect, test } from 'vitest'
import { periodsTable } from '../../../shared/figures/comparison.ts'
import { copiedTable } from '../../../shared/figures/figure-description.ts'
import { comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { answer, figure, line, question } from '../../../shared/snapshot/fixtures/some-totals.ts'
import { comparedColumns, comparedFigures, periodsSource, sideEvents, usualPeriods } from './compared-figures.tsx'

const before = answer(
  [line('a', ['EUR'], { debit: figure('10.00') })],
  [{ ...line(null, ['EUR'], { debit: figure('10.00') }), keys: [] }],
)
const after = answer(
  [line('b', ['EUR'], { debit: figure('2.5') })],
  [{ ...line(null, ['EUR'], { debit: figure('2.5') }), keys: [] }],
)
const compared = comparedTotals(before, after)

test('the last two whole periods are meant first, and any two where none is whole', () => {
  expect(usualPeriods(['1', '2', '3', '4'], ['4'])).toEqual({ before: '2', after: '3' })
  expect(usualPeriods(['1', '2'], ['1', '2'])).toEqual({ before: '1', after: '2' })
  expect(usualPeriods(['1'], [])).toBeNull()
})

test('only figures that there are can be compared', () => {
  expect(comparedFigures(question(), compared).map(({ label }) => label)).toEqual(['Debit', 'Events'])
  expect(comparedFigures(question({ measure: null }), compared).map(({ label }) => label)).toEqual(['Events'])
})

test('differences are copied with their percent', () => {
  const columns = comparedColumns(compared, question(), { before: 'Oct 2026', after: 'Nov 2026' })
  const { heads, rows } = copiedTable(periodsTable(compared, 'debit', columns, null))
  expect(heads).toEqual(['Event code', 'currency', 'Oct 2026', 'Nov 2026', 'Difference', 'Percent'])
  expect(rows.map((row) => row.map((cell) => cell?.text))).toEqual([
    ['b', 'EUR', undefined, '2.5', '2.5', undefined],
    ['a', 'EUR', '10.00', undefined, '-10.00', '-100.00'],
    ['All', 'EUR', '10.00', '2.5', '-7.50', '-75.00'],
  ])
})

test('a figure of a period shows its own events', () => {
  const [all] = compared.all
  const asked = { question: question(), answer: after }
  expect(all && sideEvents(asked, compared, all, 'here', 'debit')?.scope.where).toEqual([
    { is: 'units', by: ['currency'], units: ['EUR'] },
    { is: 'sign', sign: 'debit' },
    { is: 'measured', measure: { properties: ['amount'], text: false }, as: 'number' },
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
  expect(lines.map(([name]) => name)).toEqual(['Measure', 'Rounding', 'Days', 'Left out', 'Not in the total'])
})
