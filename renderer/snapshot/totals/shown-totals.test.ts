import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { copiedTable, type FigureTable as Described } from '../../../shared/figures/figure-description.ts'
import { groupText } from '../../../shared/figures/line-words.ts'
import { totalsTable } from '../../../shared/figures/totals.ts'
import { answer, cell, figure, line, question } from '../../../shared/snapshot/fixtures/some-totals.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { scopeOf } from './figure-columns.ts'
import {
  linesLeftOut,
  moneyLeftOut,
  type ShownTotals,
  shownTotals,
  totalsSource,
  unitsSentence,
} from './shown-totals.ts'
import type { MeasureChoice } from './totals-choice.ts'

const SUM: MeasureChoice = { figure: 'sum', properties: ['amount'] }
const EUR = line('api_calls', ['EUR'], { count: 3, numbers: 2, debit: figure('1.5'), debitMinusCredit: figure('1.5') })
const USD = line('=1+1', ['USD'], { credit: figure('2'), debitMinusCredit: figure('-2') })
const all = (unit: string | null) => ({ ...line(null, [unit], { debit: figure('1') }), keys: [] })
/** Headings, and what rows are called in the names of their figures. */
const said = <Row, Of, By extends string>({ blocks }: Described<Row, Of, By>) =>
  blocks.flatMap(({ heading, rows }) => [
    ...(heading === undefined ? [] : [heading.text]),
    ...rows.map(({ name }) => name.join(', ')),
  ])
const shownOf = (lines: (typeof EUR)[], alls: (typeof EUR)[], more = {}, asked = question()) =>
  shownTotals({ rounded: 'perTotal' }, SUM, asked, answer(lines, alls, more), null)

test('a single currency stands in the heads, several in a column of their own', () => {
  const one = shownOf([EUR], [all('EUR')])
  expect(one.columns.map(({ title }) => title)).toEqual(['Events', 'Credit, EUR', 'Debit, EUR', 'Debit − credit, EUR'])
  expect(one.unitHead).toBeNull()
  const two = shownOf([EUR, USD], [all('EUR'), all('USD')])
  expect(two.columns.map(({ title }) => title)).toEqual(['Events', 'Credit', 'Debit', 'Debit − credit'])
  expect(two.unitHead).toBe('currency')
  expect(shownOf([EUR], [all(null)]).columns[2]?.title).toBe('Debit')
})

test('what has no unit is a block for each event code, without an "All"', () => {
  const byCustomer = question({ by: [{ of: 'field', field: 'customerId' }], units: [], byCode: 'several' })
  const of = (code: string | null, debit: string) => ({ ...line('cus_a', [], { debit: figure(debit) }), code })
  const shown = shownOf([of('calls', '1500000'), of('egress_gb', '0.4348')], [], { by: [], isApart: true }, byCustomer)
  expect(shown.columns.map(({ title }) => title)).toEqual(['Events', 'Credit', 'Debit', 'Debit − credit'])
  expect(shown.answer.lines.map(groupText)).toEqual(['["cus_a",null,"calls"]', '["cus_a",null,"egress_gb"]'])
  expect(said(totalsTable(shown, 'screen'))).toEqual([
    ...['calls (unit not set)', 'cus_a, calls (unit not set)'],
    ...['egress_gb (unit not set)', 'cus_a, egress_gb (unit not set)'],
  ])
  expect(copiedTable(totalsTable(shown, 'copy')).rows.map(([, unit]) => unit?.text)).toEqual([
    'calls (unit not set)',
    'egress_gb (unit not set)',
  ])
  const debit = shown.columns[2]
  const [first] = shown.answer.lines
  expect(first && debit && scopeOf(byCustomer, shown.answer, first, debit).where).toContainEqual({
    is: 'one-of',
    key: { of: 'field', field: 'eventCode' },
    values: [{ kind: 'string', text: 'calls' }],
    zone: null,
  })
  expect(unitsSentence(shown, []).words).toMatch(/nothing is added across event codes\.$/)
})

test('what is neither credit nor debit has a column where there is any', () => {
  const neither = { ...line(null, ['EUR'], { neither: figure('3') }), keys: [] }
  const { columns } = shownOf([EUR], [neither])
  expect(columns.map(({ figure: name }) => name)).toEqual(['count', 'credit', 'debit', 'debitMinusCredit', 'neither'])
})

test('a group names its keys and its unit last, null where it is not known', () => {
  expect(groupText(EUR)).toBe('["api_calls","EUR"]')
  expect(groupText(line(null, [], {}))).toBe('[null,null]')
  expect(groupText(line('x', [null], {}))).toBe('["x",null]')
})

test('split by a property, each value has its figures and their events', () => {
  const column = { kind: 'string' as const, text: 'eu' }
  const split = question({ split: { of: 'property', name: 'region' } })
  const parted = { ...EUR, cells: [cell({ debit: figure('0.5') })] }
  const shown = shownOf([parted], [{ ...parted, keys: [] }], { columns: [column] }, split)
  expect(shown.columns.map(({ title }) => title)).toEqual([
    'Events',
    'eu, credit, EUR',
    'eu, debit, EUR',
    'eu, debit − credit, EUR',
  ])
  const debit = shown.columns[2]
  expect(debit && scopeOf(split, shown.answer, parted, debit).where).toEqual([
    {
      is: 'one-of',
      key: { of: 'field', field: 'eventCode' },
      values: [{ kind: 'string', text: 'api_calls' }],
      zone: null,
    },
    { is: 'units', by: ['currency'], units: ['EUR'] },
    { is: 'one-of', key: { of: 'property', name: 'region' }, values: [column], zone: null },
    { is: 'sign', sign: 'debit' },
    { is: 'measured', measure: { properties: ['amount'], text: false }, as: 'number' },
  ])
})

test('the smallest number shows the events that hold it', () => {
  const min = { ...EUR, total: cell({ min: '0.10' }) }
  const shown = shownTotals(
    { rounded: 'perTotal' },
    { figure: 'min', properties: ['amount'] },
    question(),
    answer([min], [min]),
    null,
  )
  const column = shown.columns.find(({ figure: name }) => name === 'min')
  expect(column && scopeOf(question(), shown.answer, min, column).where.at(-1)).toEqual({
    is: 'number',
    key: { of: 'property', name: 'amount' },
    number: '0.10',
  })
})

test('copied, figures are exact, what is not there is an empty cell, and events and those with a number are two columns', () => {
  const { heads, rows } = copiedTable(totalsTable(shownOf([EUR, USD], [all('EUR'), all('USD')]), 'copy'))
  expect(heads).toEqual([
    'Event code',
    'currency',
    'Events',
    'Credit',
    'Debit',
    'Debit − credit',
    'Share of debit, %',
    'With a numeric amount',
  ])
  expect(rows[0]?.map((one) => one?.text)).toEqual(['api_calls', 'EUR', '3', undefined, '1.5', '1.5', undefined, '2'])
  expect(rows[0]?.map((one) => one?.kind)).toEqual([
    'string',
    'string',
    'number',
    undefined,
    'number',
    'number',
    undefined,
    'number',
  ])
  expect(rows.slice(2).map((row) => row[0]?.text)).toEqual(['All', 'All'])
})

test('a copy says how many lines it has not', () => {
  const lines = [line('a', ['EUR'], {}), line('b', ['EUR'], {})]
  const whole = { lines, lineCount: 2, columns: [], otherColumns: 0 }
  expect(linesLeftOut(whole)).toEqual([])
  expect(linesLeftOut({ ...whole, lineCount: 12_500, columns: [null], otherColumns: 9 })).toEqual([
    ['Lines', '2 of 12,500; “All” includes every line'],
    ['Columns of the split', '1 of 10; “All” includes every column'],
  ])
})

test('a line is known by its keys and its unit, "All" by its unit alone, null where that is not known', () => {
  expect(groupText(line('a', ['EUR'], {}))).toBe('["a","EUR"]')
  expect(groupText(line('a', [], {}))).toBe('["a",null]')
  expect(groupText({ keys: [], units: ['EUR'] })).toBe('["EUR"]')
  expect(groupText({ keys: [], units: [] })).toBe('[null]')
})

test('a copy by the rules says what is in no line of it, and that some is not netted', () => {
  const worth = {
    version: 'x',
    hasMoney: true,
    inNoLine: [{ currency: 'EUR', sum: '14977.80', codes: ['seats'] }],
    noRule: [],
    unruled: 3,
    sentBy: [],
  }
  const byDay = question({ by: [{ of: 'time', every: 'day' }] })
  expect(moneyLeftOut({ question: byDay, answer: answer([], [], { worth }) })).toEqual([
    ['In no day', '14,977.80 EUR of whole months (seats); “All” includes it'],
    ['No total', 'groups with events without a price rule: 3 events'],
  ])
  expect(moneyLeftOut({ question: byDay, answer: answer([], []) })).toEqual([])
})

test('an amount has the decimals of its currency at least, and nothing has zeros that nobody sent', () => {
  const lines = [
    line('a', ['EUR'], { debit: figure('5') }),
    line('b', ['EUR'], { debit: figure('1.2345') }),
    line('c', ['JPY'], { debit: figure('7') }),
    line('d', [null], { debit: figure('9') }),
  ]
  const texts = (amount: 'amount-major' | null) => {
    const shown = shownTotals({ rounded: 'perTotal' }, SUM, question(), answer(lines, []), amount)
    const table = totalsTable(shown, 'screen')
    const html = renderToStaticMarkup(createElement((props: { table: typeof table }) => FigureTable(props), { table }))
    return [...html.matchAll(/data-figure="debit"[^>]*>(.*?)<\/td>/g)].map(([, inner = '']) =>
      inner.replaceAll(/<[^>]*>/g, '').trimEnd(),
    )
  }
  expect(texts('amount-major')).toEqual(['5.00', '1.2345', '7', '9'])
  expect(texts(null)).toEqual(['5', '1.2345', '7', '9'])
})

const allOf = (unit: string | null) => ({ ...line(null, [unit], { debit: figure('1') }), keys: [] })

test('each currency is a block with its own heading and "All", its lines in the order they came in', () => {
  const lines = [line('b', ['USD'], {}), line('a', ['EUR'], {}), line('c', ['USD'], {}), line('d', [null], {})]
  const table = totalsTable(shownOf(lines, [allOf('EUR'), allOf('USD'), allOf(null)]), 'screen')
  expect(said(table)).toEqual([
    ...['EUR', 'a, EUR', 'All, EUR'],
    ...['USD', 'b, USD', 'c, USD', 'All, USD'],
    ...['currency not set', 'd, unit not set', 'All, unit not set'],
  ])
  expect(table.blocks.map(({ stands }) => stands)).toEqual([undefined, undefined, undefined])
})

test('of one currency there is no heading, and "All" stays below the lines', () => {
  const table = totalsTable(shownOf([line('a', ['EUR'], {})], [allOf('EUR')]), 'screen')
  expect(said(table)).toEqual(['a', 'All'])
  expect(table.blocks.map(({ stands }) => stands)).toEqual([undefined, 'foot'])
})

test('quantities are a block a unit, without an "All"', () => {
  const lines = [line('a', ['calls'], {}), line('b', ['GB'], {})]
  expect(said(totalsTable(shownOf(lines, []), 'screen'))).toEqual(['calls', 'a, calls', 'GB', 'b, GB'])
})

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
  const words = 'without 1 event of sms whose amount is text: “1,5”'
  expect(made.rows.map((row) => row.at(-1)?.text)).toEqual([words, '', words])
})
