import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Asks, NOTHING_CHOSEN } from '../../../shared/check/checked-file.ts'
import { outcomesTable } from '../../../shared/figures/ledger.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { checkedLedger, heldAgainst, lookedFile } from '../store/fixtures/checked-ledger.ts'
import { ledgerSource } from './file-copies.tsx'
import { FileAsks } from './file-reading.tsx'
import { factsOf } from './file-words.ts'
import { LedgerColumns } from './ledger-reading.tsx'
import { Equations } from './ledger-result.tsx'

const drawn = (element: React.ReactNode) => renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>)
const nothing = () => {}

test('each outcome is named once, with its counts, and every figure with its exact text', () => {
  const two = { of: 'debit', currency: 'USD', file: '0', snapshot: '0.001', difference: '-0.001' } as const
  const groups = checkedLedger().groups.map((one) =>
    one.outcome === 'matched' ? { ...one, money: [...one.money, two] } : one,
  )
  const html = drawn(<FigureTable table={outcomesTable(checkedLedger({ groups }), false, 'differing')} />)
  expect(html.match(/data-outcome="[^"]+"/g)).toHaveLength(5)
  expect(html).toContain('data-outcome="only-snapshot" data-lines="0" data-events="1"')
  expect(html).toContain('data-money="debit" data-currency="USD" data-value="-0.001"')
  expect(html.match(/, of what was read<\/button>/g)).toHaveLength(5)
  expect(html).toContain('aria-label="Matched, of what was read: 2 events. Show these events"')
  // A line without an amount is said, and no figure is no 0.
  expect(html).toContain('1 line')
})

test('the equation says whether it holds, and leaves out groups that come to nothing', () => {
  const html = drawn(<Equations answer={checkedLedger()} onGroup={nothing} />)
  expect(html).toContain('data-holds="true"')
  expect(html.match(/data-outcome/g)).toHaveLength(2)
  const [one] = checkedLedger().equation
  const equation = one === undefined ? [] : [{ ...one, holds: false }]
  const wrong = drawn(<Equations answer={checkedLedger({ equation })} onGroup={nothing} />)
  expect(wrong).toContain('the groups do not add up to it')
  const unread = one === undefined ? [] : [{ ...one, file: null, difference: null, holds: null }]
  const open = drawn(<Equations answer={checkedLedger({ equation: unread })} onGroup={nothing} />)
  expect(open).toContain('an amount of the file is not read')
  expect(open.match(/<b>not known<\/b>/g)).toHaveLength(2)
  expect(open).not.toContain('data-holds')
  const none = drawn(<Equations answer={checkedLedger({ equation: [] })} onGroup={nothing} />)
  expect(none).toContain('No line and no event has an amount')
  expect([html, none].join()).not.toContain('data-whole-months')
})

test('what only whole months are worth is said under the equation, and in a copy', () => {
  const wholeMonths = [
    { currency: 'EUR', sum: '14977.80', codes: ['seats', 'build_minutes'] },
    { currency: 'GBP', sum: '3.00', codes: ['seats'] },
    { currency: 'USD', sum: '10.00', codes: [null] },
  ]
  const words =
    'The snapshot is worth more: 14,977.80 EUR of whole months (seats, build_minutes), 3.00 GBP of whole months (seats) and 10.00 USD of whole months (no event code), which no single event has and no line is compared with.'
  expect(drawn(<Equations answer={checkedLedger({ wholeMonths })} onGroup={nothing} />)).toContain(words)
  const checked = {
    kind: 'ledger' as const,
    answer: checkedLedger({ wholeMonths }),
    choices: NOTHING_CHOSEN,
    against: heldAgainst({ rules: 'x' }),
  }
  expect(ledgerSource(snapshotSummary(), 'ledger.csv', checked)).toContainEqual(['Not in the differences', words])
})

test('what is asked stands with what it would be read as', () => {
  const asks: Asks[] = [
    { ask: 'separator', words: 'Which one?', choices: [{ separator: ';', heads: ['ID', 'Betrag'] }] },
    {
      ask: 'decimal',
      words: 'One thousand, or one and a bit?',
      samples: [{ line: 2, head: 'Betrag', text: '1.234', byPoint: '1.234', byComma: '1234' }],
    },
    { ask: 'encoding', words: 'Which encoding?', samples: [{ encoding: 'windows-1252', text: 'Grün' }] },
    {
      ask: 'days',
      words: 'May or October?',
      choices: [
        { choose: { days: 'day-first' }, label: 'Day first: 2026-10-05', outcome: '7 lines match, 0 differ.' },
        { choose: { days: 'month-first' }, label: 'Month first: 2026-05-10', outcome: null },
      ],
    },
    { ask: 'sheet', words: 'Which sheet?', sheets: ['Oktober', 'November'] },
    { ask: 'sheet', words: 'Which of many?', sheets: Array.from({ length: 20 }, (_, at) => `Sheet ${at}`) },
  ]
  const html = asks
    .map((ask) => drawn(<FileAsks asks={[ask]} choices={{ ...NOTHING_CHOSEN, separator: ';' }} onChoose={nothing} />))
    .join('')
  for (const words of [
    '2 columns: ID | Betrag',
    'Decimal comma',
    '7 lines match, 0 differ.',
    'Grün',
    'Oktober',
    'Choose a sheet',
  ])
    expect(html).toContain(words)
  const cells = [...html.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text)
  expect(cells).toEqual(['2', 'Betrag', '1.234', '1.234', '1234'])
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1)
})

test('a file of hundreds of columns draws the first, and says how many there are', () => {
  const columns = Array.from({ length: 500 }, (_, column) => ({
    column,
    head: `col ${column}`,
    samples: [],
    proposed: null,
  }))
  const look = lookedFile({ columns, lines: [{ line: 2, cells: columns.map(() => 'x') }], lineCount: null })
  const html = drawn(
    <LedgerColumns look={look} choices={NOTHING_CHOSEN} names={[]} isBusy={false} areKept={false} onChoose={nothing} />,
  )
  expect(html.match(/<select/g)).toHaveLength(30)
  expect(html).toContain('Show all 500 columns')
  expect(factsOf(look, 214_000, 3_220)).toMatch(/^3,220 lines, 500 columns/)
  expect(factsOf(look, 214_000)).toBe('more than a thousand lines, 500 columns · CSV with semicolons, UTF-8 · 214 kB')
})
