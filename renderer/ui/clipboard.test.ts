import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../shared/event/event-table.ts'
import { copiedForSpreadsheet, htmlTable, tabSeparated } from './clipboard.ts'

const readBack = (text: string): string[][] =>
  parse(text, { delimiter: '\t', record_delimiter: '\r\n', relax_column_count: true })
const oneText = (text: string) =>
  readBack(tabSeparated({ heads: ['value'], rows: [[{ kind: 'string', text }]] }, 'types'))[1]?.[0] ?? ''
const oneNumber = (text: string) =>
  tabSeparated({ heads: ['n'], rows: [[{ kind: 'number', text }]] }, 'types').split('\r\n')[1]

const FORMULA = /^[\s\p{C}"']*[=+\-@＝＋－＠]/u
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.stringMatching(/^[=+\-@'"\t\r\n 0-9a-e.]{0,8}$/),
)
const anyNumber = fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?(e[+-]?[0-9]{1,3})?$/)
const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  anyText.map((text): Cell => ({ kind: 'string', text })),
  anyNumber.map((text): Cell => ({ kind: 'number', text })),
  fc.constantFrom('true', 'false', 'null').map((text): Cell => ({ kind: 'boolean', text })),
  fc.constant<Cell>(null),
)
const anyTable = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    heads: fc.array(anyText, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(anyCell, { minLength: width, maxLength: width }), { maxLength: 4 }),
  }),
)

describe('tab-separated text that goes alone', () => {
  test('gives every value back, once one apostrophe before a guarded one is taken away', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const lines = readBack(tabSeparated(table, 'types'))
        const cells = [table.heads.map((text): Cell => ({ kind: 'string', text })), ...table.rows]
        cells.forEach((row, at) => {
          row.forEach((cell, column) => {
            const text = cell?.text ?? ''
            const written = lines[at]?.[column] ?? ''
            expect(written.startsWith("'") ? written.slice(1) : written).toBe(text)
          })
        })
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('no string begins like a formula', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = oneText(text)
        if (FORMULA.test(text)) expect(written).toBe(`'${text}`)
        expect(/^[\s\p{C}"]*[=+\-@＝＋－＠]/u.test(written)).toBe(false)
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  test.each([
    '42',
    '00042',
    '-1.5',
    '1e5',
    '$5',
    '50%',
    '10-11',
    '1/2',
    '12:30',
    'Mar 5',
    '3 a',
    'TRUE',
    '#N/A',
    'null',
  ])('the string %s is kept from being read as something else', (text) => expect(oneText(text)).toBe(`'${text}`))

  test.each([
    'evt_01JD1',
    'cus_5Rb7nVy',
    '550e8400-e29b-41d4-a716-446655440000',
    '2026-11-20T14:57:05Z',
    'note',
    '5 GB',
    '',
  ])('the string %j needs no guard', (text) => expect(oneText(text)).toBe(text))

  test.each(['0', '-12.50', '0.10', '1e21', '-0', '123456789012345', '1000000000000000000000', '0e999'])(
    'the number %s is never touched',
    (text) => expect(oneNumber(text)).toBe(text),
  )

  test.each(['12345678901234567890', '0.30000000000000004', '9007199254740993', '1e400', '1e-400', '1e99999'])(
    'the number %s keeps its digits as text, because a spreadsheet would round it',
    (text) => expect(oneNumber(text)).toBe(`'${text}`),
  )

  test('a number is written bare exactly when a double gives its digits back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999_999 }),
        fc.integer({ min: -200, max: 200 }),
        (digits, ten) => {
          expect(oneNumber(`${digits}e${ten}`)).toBe(`${digits}e${ten}`)
        },
      ),
      { seed: 3, numRuns: 300 },
    )
  })
})

describe('tab-separated text beside the same as HTML', () => {
  const FORMULA_BEGINS = /^[\s\p{C}"']*[=+\-@＝＋－＠]|^[\t\r\n]/u

  test('is what was sent, with an apostrophe only before what a spreadsheet would run', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const lines = readBack(tabSeparated(table, 'formulas'))
        const cells = [table.heads.map((text): Cell => ({ kind: 'string', text })), ...table.rows]
        cells.forEach((row, at) => {
          row.forEach((cell, column) => {
            const text = cell?.text ?? ''
            const isGuarded = cell?.kind === 'string' && FORMULA_BEGINS.test(text)
            expect(lines[at]?.[column] ?? '').toBe(isGuarded ? `'${text}` : text)
          })
        })
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  test('months, codes and long numbers are bare in the text, and text cells in HTML', () => {
    const { text, html } = copiedForSpreadsheet({
      heads: ['Month', 'Account', 'n', 'note'],
      rows: [
        [
          { kind: 'string', text: '2026-10' },
          { kind: 'string', text: '00042' },
          { kind: 'number', text: '12345678901234567890' },
          { kind: 'string', text: '=SUM(A1)' },
        ],
      ],
    })
    expect(text.split('\r\n')[1]).toBe("2026-10\t00042\t12345678901234567890\t'=SUM(A1)")
    for (const cell of ['2026-10', '00042', '12345678901234567890', "'=SUM(A1)"]) {
      expect(html).toContain(`<td style="mso-number-format:'\\@'" sdnum="1033;1033;@">${cell}</td>`)
    }
  })

  test('where there is no HTML the text keeps the types', () => {
    const rows = [[{ kind: 'string' as const, text: '00042' }], [{ kind: 'string' as const, text: 'two  spaces' }]]
    expect(copiedForSpreadsheet({ heads: ['v'], rows })).toEqual({ text: "v\r\n'00042\r\ntwo  spaces", html: null })
  })
})

describe('HTML table', () => {
  const cellsOf = (html: string) =>
    Array.from(html.matchAll(/<t[dh]([^>]*)>(.*?)<\/t[dh]>/gsu), ([, type = '', inner = '']) => ({
      isText: type.includes('mso-number-format'),
      text: inner
        .replaceAll(/<br [^>]*>/g, '\n')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    }))

  test('keeps every value and its type', () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const html = htmlTable(table)
        fc.pre(html !== null)
        const cells = [...table.heads.map((text): Cell => ({ kind: 'string', text })), ...table.rows.flat()]
        expect(cellsOf(html ?? '').length).toBe(cells.length)
        cellsOf(html ?? '').forEach((written, at) => {
          const { kind, text } = cells[at] ?? { kind: null, text: '' }
          expect(written.text).toBe(kind === 'string' && FORMULA.test(text) ? `'${text}` : text)
          if (kind === 'string') expect(written.isText).toBe(true)
        })
      }),
      { seed: 4, numRuns: 500 },
    )
  })

  test('big numbers are text cells, others are not', () => {
    const html = htmlTable({
      heads: ['n'],
      rows: [[{ kind: 'number', text: '12345678901234567890' }], [{ kind: 'number', text: '0.10' }]],
    })
    expect(cellsOf(html ?? '').map(({ isText }) => isText)).toEqual([true, true, false])
  })

  test.each([' leading', 'trailing ', 'two  spaces', 'a\ttab', 'a\rreturn', 'nul\0'])(
    'is left out where HTML would swallow %j',
    (text) => expect(htmlTable({ heads: ['v'], rows: [[{ kind: 'string', text }]] })).toBeNull(),
  )

  test('markup in a value stays text', () => {
    const html = htmlTable({ heads: ['v'], rows: [[{ kind: 'string', text: '<img src=x onerror=alert(1)>' }]] })
    expect(html).not.toContain('<img')
  })
})

test('a day is a date in a spreadsheet, however it is pasted', () => {
  const table = { heads: ['Day'], rows: [[{ kind: 'day' as const, text: '2026-10-01' }]] }
  expect(tabSeparated(table, 'types')).toBe('Day\r\n2026-10-01')
  expect(htmlTable(table)).toContain(`style="mso-number-format:'yyyy\\-mm\\-dd'">2026-10-01</td>`)
})
