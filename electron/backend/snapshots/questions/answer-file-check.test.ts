import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FileChoices, NOTHING_CHOSEN } from '../../../../shared/check/checked-file.ts'
import { FIELD_KEYS } from '../../../../shared/event/event-fields.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import type { FileCheckQuestion, LedgerAnswer } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { packedWorkbook } from '../../check/fixtures/packed-workbook.ts'
import type { HeldFile } from '../../check/held-files.ts'
import { takeTurns, unlessDropped } from '../table/turn.ts'
import { answerFileCheck } from './answer-file-check.ts'
import { answerFileLines, listedRows } from './answer-file-lines.ts'
import {
  anyLedger,
  decimal,
  eventJson,
  LEDGER_RULES,
  type LedgerCase,
  type LedgerRow,
  modelOf,
  signsOf,
} from './fixtures/any-ledger.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const RUNS = isLong ? 2_000 : 60
const HEADS = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at', 'key', 'amount', 'currency']

const MEANT: FileChoices['columns'] = [
  ...FIELD_KEYS.map((field, column) => ({ column, means: { is: 'field' as const, field } })),
  { column: 5, means: { is: 'property', name: 'key' } },
  { column: 6, means: { is: 'amount' } },
  { column: 7, means: { is: 'currency' } },
]

const held = (text: string): HeldFile => {
  const bytes = Buffer.from(text)
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return { name: 'ledger', bytes: shared }
}

const question = (choices: Partial<FileChoices>, more: Partial<FileCheckQuestion> = {}): FileCheckQuestion => ({
  ask: 'fileCheck',
  kind: 'ledger',
  fileId: '',
  choices: { ...NOTHING_CHOSEN, ...choices },
  scope: { where: [], misses: true },
  rules: null,
  sent: { amount: 'amount', currency: 'currency' },
  ...more,
})

const asked = async (events: readonly string[], text: string, wanted: FileCheckQuestion) => {
  const snapshot = await snapshotOfTexts(events.map((source) => ({ source })))
  const checked = await answerFileCheck(snapshot, wanted, held(text), anyTurn, () => undefined)
  return { snapshot, ...checked }
}

/** A sheet whose cells are as written, with merged cells and the numbers of rows that are hidden. */
async function workbookOf(
  rows: readonly (readonly string[])[],
  merged: readonly string[],
  hidden: readonly number[] = [],
): Promise<HeldFile> {
  const cell = (text: string) => (text === '' ? '<c/>' : `<c t="str"><v>${text}</v></c>`)
  const data = rows
    .map((cells, at) => `<row${hidden.includes(at + 1) ? ' hidden="1"' : ''}>${cells.map(cell).join('')}</row>`)
    .join('')
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const One = `<worksheet><sheetData>${data}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`
  const bytes = await packedWorkbook({ sheets: { One } })
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return { name: 'ledger.xlsx', bytes: shared }
}

test('a merged cell holds for its rows where it is a name or a period, never where it is an amount or an ID', async () => {
  const event = (id: string, customer: string) =>
    `{"event_id":"${id}","customer_id":"${customer}","event_code":"sms","event_type":"debit","created_at":"2026-10-01T10:00:00Z","event_properties":{"amount":5.00,"currency":"EUR"}}`
  const snapshot = await snapshotOfTexts(
    [event('a', 'north'), event('b', 'north'), event('c', 'south'), event('d', 'south')].map((source) => ({ source })),
  )
  const rows = [
    ['event_id', 'customer_id', 'created_at', 'amount', 'currency'],
    ['a', 'north', '2026-10-01', '5.00', 'EUR'],
    ['b', '', '', '5.00', ''],
    ['c', 'south', '', '5.00', ''],
    ['d', '', '', '', ''],
  ]
  const file = await workbookOf(rows, ['B2:B3', 'B4:B5', 'C2:C5', 'D4:D5', 'E2:E5', 'A1:C1'])
  const { answer, checked: ledger } = await answerFileCheck(snapshot, question({}), file, anyTurn, () => undefined)
  if (ledger === null || answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
  expect([...ledger.matches.outcomes]).toEqual([0, 0, 0, 1])
  expect(answer.columns.flatMap(({ head, differing }) => (differing > 0 ? [head] : []))).toEqual(['amount'])
  expect(answer.notes.slice(0, 3)).toEqual([
    '“customer_id” has 2 merged cells, the first on line 2, which hold for 2 more lines.',
    '“created_at” has 1 merged cell, the first on line 2, which holds for 3 more lines.',
    '“currency” has 1 merged cell, the first on line 2, which holds for 3 more lines.',
  ])
  const ids = await workbookOf(
    rows.map(([id = '', ...cells]) => [id === 'b' ? '' : id, ...cells]),
    ['A2:A3'],
  )
  const other = await answerFileCheck(snapshot, question({}), ids, anyTurn, () => undefined)
  expect([...(other.checked?.matches.outcomes ?? [])].slice(0, 2)).toEqual([0, 2])
})

test('hidden rows are told with their number and sum, and left out where that is chosen', async () => {
  const event = (id: string, amount: string) =>
    `{"event_id":"${id}","customer_id":"north","event_code":"sms","event_type":"debit","created_at":"2026-10-01T10:00:00Z","event_properties":{"amount":${amount},"currency":"EUR"}}`
  const snapshot = await snapshotOfTexts(
    [event('a', '5.00'), event('b', '1250.00'), event('c', '2.00')].map((source) => ({ source })),
  )
  const rows = [
    ['event_id', 'customer_id', 'amount', 'currency'],
    ['a', 'north', '5.00', 'EUR'],
    ['b', '', '77.00', 'EUR'],
    ['c', '', '2.00', 'EUR'],
  ]
  const file = await workbookOf(rows, ['B2:B4'], [2, 3])
  const checked = async (choices: Partial<FileChoices>) => {
    const { answer, checked: ledger } = await answerFileCheck(
      snapshot,
      question(choices),
      file,
      anyTurn,
      () => undefined,
    )
    if (ledger === null || answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
    return { outcomes: [...ledger.matches.outcomes], notes: answer.notes, hidden: answer.hidden }
  }
  const { outcomes, notes, hidden } = await checked({})
  expect(outcomes).toEqual([0, 1, 0])
  expect(hidden).toEqual({ words: notes[0], areLeftOut: false })
  expect(notes[0]).toBe(
    '2 rows are hidden in the workbook or by a filter, the first on line 2, and are read like the others: 82.00 EUR, which is −1,173.00 EUR against their events.',
  )
  const without = await checked({ hidden: 'leave-out' })
  // The merged cell begins in a row that is left out, and holds all the same.
  expect(without.outcomes).toEqual([0])
  expect(without.notes[0]).toBe('2 rows are hidden in the workbook, and left out.')
  expect(without.hidden).toEqual({ words: without.notes[0], areLeftOut: true })
})

test('rows that are left out decide nothing: no line is a total, no decimal sign is asked, no merged cell holds for them', async () => {
  const event =
    '{"event_id":"a","customer_id":"north","event_code":"sms","event_type":"debit","created_at":"2026-10-01T10:00:00Z","event_properties":{"amount":5,"currency":"EUR"}}'
  const snapshot = await snapshotOfTexts([{ source: event }])
  const rows = [
    ['event_id', 'customer_id', 'amount', 'currency'],
    ['a', 'north', '5', 'EUR'],
    ['', '', '1.234', ''],
    ['Total', '', '5', 'EUR'],
    ['', 'north', '2', 'EUR'],
  ]
  const file = await workbookOf(rows, ['B2:B3'], [3, 4])
  const wanted = question({ hidden: 'leave-out' })
  const { answer, checked } = await answerFileCheck(snapshot, wanted, file, anyTurn, () => undefined)
  if (checked === null || answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
  expect([...checked.matches.outcomes]).toEqual([0, 2])
  expect(answer.totals).toEqual([])
  expect(answer.notes.filter((note) => /merged|line 0/.test(note))).toEqual([])
})

test('what hidden rows come to is told currency by currency, where events have another one than the file', async () => {
  const event =
    '{"event_id":"a","customer_id":"north","event_code":"sms","event_type":"debit","created_at":"2026-10-01T10:00:00Z","event_properties":{"amount":8,"currency":"USD"}}'
  const snapshot = await snapshotOfTexts([{ source: event }])
  const rows = [
    ['event_id', 'amount', 'currency'],
    ['a', '10', 'EUR'],
  ]
  const { answer } = await answerFileCheck(
    snapshot,
    question({}),
    await workbookOf(rows, [], [2]),
    anyTurn,
    () => undefined,
  )
  expect(answer).toMatchObject({
    hidden: {
      words:
        '1 row is hidden in the workbook or by a filter, on line 2, and is read like the others: 10.00 EUR, which is 10.00 EUR against their events; 0.00 USD, which is −8.00 USD against their events.',
    },
  })
})

test('a column of times of a workbook is no column of numbers that may be the amount', async () => {
  const snapshot = await snapshotOfTexts([
    {
      source:
        '{"event_id":"a","customer_id":"north","event_code":"sms","event_type":"debit","created_at":"2026-10-01T10:00:00Z","event_properties":{"amount":5,"currency":"EUR"}}',
    },
  ])
  const heads = ['event_id', 'amount', 'currency', 'Booked here', 'Lot'].map((head) => `<c t="str"><v>${head}</v></c>`)
  const cells =
    '<c t="str"><v>a</v></c><c><v>5</v></c><c t="str"><v>EUR</v></c><c s="1"><v>46296.5</v></c><c><v>7</v></c>'
  const One = `<worksheet><sheetData><row>${heads.join('')}</row><row>${cells}</row></sheetData></worksheet>`
  const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="22"/></cellXfs></styleSheet>'
  const bytes = await packedWorkbook({ sheets: { One }, styles })
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  const file = { name: 'ledger.xlsx', bytes: shared }
  const { answer } = await answerFileCheck(snapshot, question({}), file, anyTurn, () => undefined)
  expect(answer.kind === 'checked' && answer.notes[0]).toBe(
    '“amount” is read as the amount. “Lot” holds numbers and is compared with nothing. Say what it is, if it is the amount.',
  )
})

const FORMATS = ['comma', 'semicolon', 'tab', 'ndjson'] as const
type Format = (typeof FORMATS)[number]

/** Amounts with a comma where the separator is a semicolon, at times with points between thousands. */
function cellOf(line: LedgerRow, format: Format): string[] {
  const plain = line.amount === null ? '' : decimal(line.amount)
  const grouped = plain.replace('.', ',').replace(/\d(?=(?:\d{3})+,)/g, '$&.')
  return [
    line.id,
    line.customer,
    line.code,
    line.type,
    line.time,
    line.key,
    format === 'semicolon' ? grouped : plain,
    line.currency,
  ]
}

function written(lines: readonly LedgerRow[], format: Format): string {
  const rows = lines.map((line) => cellOf(line, format))
  if (format !== 'ndjson') {
    const delimiter = { comma: ',', semicolon: ';', tab: '\t' }[format]
    return stringify([HEADS, ...rows], { delimiter })
  }
  return rows
    .map((cells) =>
      JSON.stringify(Object.fromEntries(HEADS.map((head, at) => [head, cells[at] === '' ? null : cells[at]]))).replace(
        /"amount":"([^"]*)"/,
        '"amount":$1',
      ),
    )
    .join('\n')
}

/** Says the only right sign where the file leaves it open; where credits have both, that they stand above zero. */
async function checkedCase(one: LedgerCase, format: Format) {
  const choices: Partial<FileChoices> = {
    // As proposed, where events have these properties.
    columns: MEANT,
    amounts: one.amounts,
    key: one.byKey ? [{ means: { is: 'property', name: 'key' } }] : null,
  }
  const wanted = (more: Partial<FileChoices>) =>
    question({ ...choices, ...more }, { rules: one.hasRules ? LEDGER_RULES : null })
  const events = one.events.map(eventJson)
  const text = written(one.lines, format)
  let more: Partial<FileChoices> = {}
  let answered = await asked(events, text, wanted(more))
  const decimal = { decimal: format === 'semicolon' ? (',' as const) : ('.' as const) }
  for (const [ask, choice] of [
    ['decimal', decimal],
    ['amounts', { amounts: 'as-sent' as const }],
  ] as const) {
    if (answered.answer.kind !== 'asks' || answered.answer.asks[0]?.ask !== ask) continue
    if (ask === 'amounts') expect(signsOf(one)).toBe('mixed')
    more = { ...more, ...choice }
    answered = await asked(events, text, wanted(more))
  }
  return answered
}

const anyCase = fc.tuple(anyLedger, fc.constantFrom(...FORMATS))

test('every outcome is that of a plain model, and file less snapshot is the sum of the groups to the digit', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyCase, async ([one, format]) => {
      const model = modelOf(one)
      const { answer, checked: ledger } = await checkedCase(one, format)
      if (answer.kind !== 'checked' || ledger === null) throw new Error(JSON.stringify(answer))
      const { snapshot } = {
        snapshot: await snapshotOfTexts(one.events.map((event) => ({ source: eventJson(event) }))),
      }
      const all = await listedRows(ledger, { outcome: null, differsIn: null }, anyTurn)
      const pages = [0, 100, 200, 300].flatMap(
        (offset) =>
          answerFileLines(snapshot, ledger, all, {
            ask: 'fileLines',
            checkId: '',
            outcome: null,
            differsIn: null,
            offset,
            limit: 100,
          }).lines,
      )
      expect(pages.filter(({ line }) => line !== null).map(({ outcome }) => outcome)).toEqual(model.lines)
      for (const outcome of model.lines) seen.add(outcome)
      for (const outcome of model.events) seen.add(outcome)
      const events = one.events.map((event, row) => {
        const found = pages.find((page) => page.row === row && page.outcome !== 'repeated')
        return found?.outcome ?? `${event.id} is on no line`
      })
      expect(events).toEqual(model.events)
      expect(moneyOf(answer)).toEqual(moneyOfModel(model))
      for (const { holds } of answer.equation) expect(holds).toBe(true)
      for (const { outcome, lines, events: eventCount } of answer.groups) {
        expect(lines).toBe(model.lines.filter((name) => name === outcome).length)
        expect(eventCount).toBe(model.events.filter((name) => name === outcome).length)
      }
    }),
    { numRuns: RUNS, ...(isLong ? {} : { seed: 28 }) },
  )
  expect([...seen].sort()).toEqual(['differing', 'matched', 'only-file', 'only-snapshot', 'repeated'])
})

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>

function moneyOf({ equation }: Pick<Checked, 'equation'>): Record<string, unknown> {
  return Object.fromEntries(
    equation.map(({ of, currency, file, snapshot, difference, groups }) => [
      `${of} ${currency ?? ''}`,
      {
        file,
        snapshot,
        difference,
        groups: Object.fromEntries(
          groups.filter((group) => group.difference !== '0').map((group) => [group.outcome, group.difference]),
        ),
      },
    ]),
  )
}

function moneyOfModel({ money }: ReturnType<typeof modelOf>): Record<string, unknown> {
  const text = (thousandths: number) =>
    decimal(thousandths)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0')
  return Object.fromEntries(
    [...money].map(([name, { file, snapshot, groups }]) => [
      name,
      {
        file: text(file),
        snapshot: text(snapshot),
        difference: text(file - snapshot),
        groups: Object.fromEntries(
          [...groups].filter(([, sum]) => sum !== 0).map(([outcome, sum]) => [outcome, text(sum)]),
        ),
      },
    ]),
  )
}

const event = (id: string, amount: string, more = '') =>
  `{"event_id":"${id}","customer_id":"cus_1","event_code":"api_calls","event_type":"debit","created_at":"2026-10-01T12:00:00.500Z","event_properties":{"amount":${amount},"currency":"EUR"${more}}}`
const asks = async (text: string, choices: Partial<FileChoices> = {}) => {
  const { answer } = await asked([event('a', '1.5')], text, question(choices))
  return answer.kind === 'asks' ? answer.asks : answer
}

test('1.234 is asked, and is not where another cell settles it; both signs are asked, too', async () => {
  expect(await asks('event_id,amount\na,1.234\n')).toMatchObject([
    { ask: 'decimal', samples: [{ line: 2, head: 'amount', text: '1.234', byPoint: '1.234', byComma: '1234' }] },
  ])
  expect(await asks('event_id;amount\na;1.234\nb;1,5\n')).toMatchObject({ kind: 'checked' })
  const mixed = 'event_id;amount\na;1.234,5\nb;1,234.5\n'
  expect(await asks(mixed)).toMatchObject([
    { ask: 'decimal', words: expect.stringContaining('“1,234.5” on line 3, “1.234,5” on line 2') },
  ])
  expect(await asks(mixed, { decimal: ',' })).toMatchObject({
    kind: 'checked',
    columns: [{}, { unread: { cells: 1, samples: [{ line: 3, text: '1,234.5' }] } }],
  })
})

test('dates instead of numbers, texts instead of numbers, and numbers that look like days are said', async () => {
  expect(await asks('event_id,amount\na,2026-10-01\nb,2026-10-02\n')).toMatchObject([
    { ask: 'columns', words: expect.stringContaining('“amount” holds dates, such as 2026-10-01 on line 2') },
  ])
  expect(await asks('event_id,amount\na,n/a\n')).toMatchObject([
    { ask: 'columns', words: expect.stringContaining('“n/a” on line 2 is none') },
  ])
  expect(await asks('event_id,amount\na,45931\nb,45932\nc,45933\n')).toMatchObject({
    kind: 'checked',
    notes: expect.arrayContaining([expect.stringContaining('check whether they are dates')]),
  })
  expect(await asks('event_id,created_at\na,45931.5\n')).toMatchObject({
    kind: 'checked',
    notes: expect.arrayContaining([expect.stringContaining('a spreadsheet’s numbers for days')]),
  })
  expect(await asks('event_id,created_at\na,31/31/2026\n')).toMatchObject({
    notes: expect.arrayContaining([expect.stringContaining('there is no such day')]),
  })
  expect(await asks('event_id,created_at\na,01.10.2026\n')).toMatchObject({
    notes: expect.arrayContaining([
      '“01.10.2026” on line 2 is read as 2026-10-01: the day comes first, as in the whole column.',
    ]),
  })
})

test('days that could be two are asked with what comes of both, and are not where another day settles it', async () => {
  const text = 'event_id,created_at\na,01/10/2026\n'
  expect(await asks(text)).toMatchObject([
    {
      ask: 'days',
      words: expect.stringContaining('“01/10/2026” on line 2 can be 2026-10-01 or 2026-01-10'),
      choices: [
        { choose: { days: 'day-first' }, outcome: '1 line matches, 0 differ.' },
        { choose: { days: 'month-first' }, outcome: '0 lines match, 1 differs.' },
      ],
    },
  ])
  const matchedBy = async (file: string, choices: Partial<FileChoices>) => {
    const answer = await asks(file, choices)
    return 'groups' in answer ? answer.groups.find(({ outcome }) => outcome === 'matched')?.lines : answer
  }
  expect(await matchedBy(text, { days: 'day-first' })).toBe(1)
  expect(await matchedBy(text, { days: 'month-first' })).toBe(0)
  // What the file shows goes before what was chosen.
  expect(await matchedBy(`${text}b,13/10/2026\n`, { days: 'month-first' })).toBe(1)
})

const OCTOBER: SnapshotRange = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }

test.each([
  ['day first', ['01/10/2026', '05/10/2026'], OCTOBER, 'day-first'],
  ['month first', ['10/01/2026', '10/05/2026'], OCTOBER, 'month-first'],
  ['two days alike', ['10/10/2026', '01/10/2026'], OCTOBER, 'day-first'],
  ['the border of a month', ['01/10/2026', '01/11/2026'], OCTOBER, 'day-first'],
  ['an open end', ['01/10/2026'], { ...OCTOBER, until: null }, 'day-first'],
  ['one that lies outside either way', ['01/10/2026', '01/02/2026'], OCTOBER, null],
  ['a range that holds both', ['09/10/2026'], { ...OCTOBER, from: '2026-08-31T22:00:00Z' }, null],
  ['no range', ['01/10/2026'], { ...OCTOBER, from: null, until: null }, null],
] as const)(
  'the period of the snapshot proposes an order of day and month, and settles none: %s',
  async (_, days, range, likely) => {
    const snapshot = await snapshotOfTexts([{ source: event('a', '1') }], 'Europe/Berlin', range)
    const file = held(`event_id,created_at\n${days.map((day, at) => `${at},${day}`).join('\n')}\n`)
    const { answer } = await answerFileCheck(snapshot, question({}), file, anyTurn, () => undefined)
    const [ask] = answer.kind === 'asks' ? answer.asks : []
    if (ask?.ask !== 'days') throw new Error(JSON.stringify(answer))
    expect(ask.choices.filter(({ label }) => label.endsWith(' (likely)')).map(({ choose }) => choose.days)).toEqual(
      likely === null ? [] : [likely],
    )
    const words = { 'day-first': 'Day first is likely', 'month-first': 'Month first is likely' }
    expect(/\S+ first is likely/.exec(ask.words)?.[0]).toBe(likely === null ? undefined : words[likely])
  },
)

test('a time that the clock shows twice may be either event, and is said; one that it never shows is not read', async () => {
  const at = (id: string, createdAt: string, amount: string) =>
    `{"event_id":"${id}","customer_id":"c","created_at":"${createdAt}","event_properties":{"amount":${amount},"currency":"EUR"}}`
  const events = [
    at('one', '2026-10-25T00:30:00Z', '2.00'),
    at('two', '2026-10-25T01:30:00Z', '1.00'),
    at('three', '2026-10-25T02:30:00Z', '5.00'),
  ]
  const choices: Partial<FileChoices> = {
    key: [
      { means: { is: 'field', field: 'customerId' } },
      { means: { is: 'field', field: 'createdAt' }, to: 'second' },
    ],
    zone: 'Europe/Berlin',
  }
  const outcomesOf = async (lines: string[]) => {
    const text = ['customer_id,created_at,amount', ...lines].join('\n')
    const { answer } = await asked(events, text, question(choices))
    if (answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
    return { notes: answer.notes, lines: Object.fromEntries(answer.groups.map((one) => [one.outcome, one.lines])) }
  }
  const twice = await outcomesOf([
    'c,2026-10-25 02:30:00,1.00',
    'c,2026-10-25 02:30:00,2.00',
    'c,2026-10-25 03:30:00,5',
  ])
  expect(twice.lines).toMatchObject({ matched: 3 })
  expect(twice.notes.join(' ')).toContain('“2026-10-25 02:30:00” on line 2 occurs twice in Europe/Berlin')
  // An offset names one of them alone.
  expect(
    (await outcomesOf(['c,2026-10-25 02:30:00,1.00', 'c,2026-10-25 02:30:00+01:00,2.00'])).lines,
  ).not.toMatchObject({ matched: 2 })
  const never = await outcomesOf(['c,2026-03-29 02:30:00,1.00'])
  expect(never.notes.join(' ')).toContain('“2026-03-29 02:30:00” on line 2 never occurs in Europe/Berlin')
})

test('a line that cannot be in the currency that is chosen for all is compared in that of its event', async () => {
  const event =
    '{"event_id":"a","customer_id":"north","event_code":"sms","event_type":"debit","created_at":"2026-10-01T10:00:00Z","event_properties":{"amount":1200,"currency":"JPY"}}'
  const { answer, checked } = await asked(
    [event],
    'event_id,amount\na,¥ 1200\n',
    question({ units: 'minor', currency: 'EUR' }),
  )
  if (checked === null || answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
  expect(answer.equation).toMatchObject([{ currency: 'JPY', file: '1200', snapshot: '1200', difference: '0' }])
  expect([...checked.matches.outcomes]).toEqual([0])
})

test('amounts in minor units are read as such by the word of their head, or by choice, and compared with what events have', async () => {
  const matchedBy = async (amount: string, text: string, choices: Partial<FileChoices> = {}) => {
    const { answer } = await asked([event('a', amount)], text, question(choices))
    if (answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
    return { matched: answer.groups.find(({ outcome }) => outcome === 'matched')?.lines, notes: answer.notes.join(' ') }
  }
  const cents = await matchedBy('12.34', 'event_id,amount_cents,currency\na,1234,EUR\n')
  expect(cents).toMatchObject({ matched: 1, notes: expect.stringContaining('“amount_cents” is read in minor units') })
  // Exactly: a hundred times as much never agrees, in either direction.
  expect(await matchedBy('1234', 'event_id,amount_cents,currency\na,1234,EUR\n')).toMatchObject({ matched: 0 })
  expect(await matchedBy('12.34', 'event_id,amount,currency\na,1234,EUR\n')).toMatchObject({ matched: 0 })
  expect(await matchedBy('12.34', 'event_id,amount,currency\na,1234,EUR\n', { units: 'minor' })).toMatchObject({
    matched: 1,
  })
  expect(
    await matchedBy('1234', 'event_id,amount_cents,currency\na,1234,EUR\n', { units: 'as-written' }),
  ).toMatchObject({ matched: 1 })
  expect(await matchedBy('12.34', 'event_id,Betrag (Cent)\na,1234\n')).toMatchObject({ matched: 1 })
})

test('a total with taxes is the amount less these: as the export that has both is documented, or by choice', async () => {
  const outcomesBy = async (text: string, choices: Partial<FileChoices> = {}) => {
    const { answer } = await asked([event('a', '100.00')], text, question(choices))
    return answer.kind === 'checked' ? answer.groups.find(({ outcome }) => outcome === 'matched')?.lines : answer
  }
  const heads = 'event_id,fee_taxes_amount_cents,fee_total_amount_cents,currency'
  expect(await outcomesBy(`${heads}\na,1900,11900,EUR\n`)).toBe(1)
  expect(await outcomesBy(`${heads}\na,0,11900,EUR\n`)).toBe(0)
  expect(await outcomesBy(`${heads}\na,n/a,11900,EUR\n`)).toMatchObject({ kind: 'asks' })
  const columns: FileChoices['columns'] = [
    { column: 0, means: { is: 'field', field: 'eventId' } },
    { column: 1, means: { is: 'amount' } },
    { column: 2, means: { is: 'taxes' } },
  ]
  expect(await outcomesBy('event_id;Brutto;MwSt\na;119,00;19,00\n', { columns })).toBe(1)
  expect(await outcomesBy('event_id;Brutto;MwSt\na;119,00;-19,00\n', { columns })).toBe(0)
})

test('of two columns of one amount it is asked which is charged, unless their heads are the words of events', async () => {
  const events = [
    `{"event_id":"a","event_type":"debit","event_properties":{"amount":5.00,"currency":"EUR"}}`,
    `{"event_id":"b","event_type":"credit","event_properties":{"amount":3.00,"currency":"EUR"}}`,
  ]
  const rules =
    '{"eventscopeRules":1,"rules":[{"type":"debit","effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},{"type":"credit","effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}]}'
  const answerTo = async (text: string, choices: Partial<FileChoices> = {}) =>
    (await asked(events, text, question(choices, { rules, sent: null }))).answer
  const sides = 'event_id;Soll;Haben\na;5,00;\nb;;3,00\n'
  expect(await answerTo(sides)).toMatchObject({
    asks: [
      {
        ask: 'charged',
        choices: [
          { label: '“Soll” is charged', outcome: '2 lines match, 0 differ.' },
          { label: '“Haben” is charged', outcome: '0 lines match, 2 differ.' },
        ],
      },
    ],
  })
  const chosen = await answerTo(sides, { charged: 'debit' })
  expect(chosen).toMatchObject({
    notes: expect.arrayContaining([expect.stringContaining('what stands under “Soll” is charged')]),
  })
  expect(await answerTo('event_id;Soll;Haben\na;;5,00\nb;3,00;\n', { charged: 'credit' })).toMatchObject({
    groups: expect.arrayContaining([expect.objectContaining({ outcome: 'matched', lines: 2 })]),
    notes: expect.arrayContaining([expect.stringContaining('what stands under “Haben” is charged')]),
  })
  expect(await answerTo('event_id;debit;credit\na;5,00;0,00\nb;;3,00\n')).toMatchObject({
    groups: expect.arrayContaining([expect.objectContaining({ outcome: 'matched', lines: 2 })]),
  })
  // A line with both differs.
  expect(await answerTo('event_id;debit;credit\na;5,00;1,00\nb;;3,00\n')).toMatchObject({
    groups: expect.arrayContaining([expect.objectContaining({ outcome: 'differing', lines: 1 })]),
  })
})

test('without event IDs a key is asked; two columns of one meaning are, too', async () => {
  expect(await asks('customer,amount\ncus_1,1\n')).toMatchObject([
    { ask: 'columns', words: expect.stringContaining('choose a key') },
  ])
  const twice: FileChoices['columns'] = [0, 1].map((column) => ({ column, means: { is: 'field', field: 'eventId' } }))
  expect(await asks('a,b\n1,2\n', { columns: twice })).toMatchObject([
    { ask: 'columns', words: expect.stringContaining('Two columns are chosen as Event ID') },
  ])
})

test('times are compared as exactly as the file writes them', async () => {
  const differing = async (time: string) => {
    const { answer } = await asked([event('a', '1')], `event_id,created_at\na,${time}\n`, question({}))
    return answer.kind === 'checked' && answer.groups.find(({ lines }) => lines > 0)?.outcome
  }
  for (const same of [
    '2026-10-01T12:00:00.500Z',
    '2026-10-01T12:00:00.5Z',
    '2026-10-01 12:00:00',
    '2026-10-01 12:00',
    '2026-10-01',
    '2026-10-01T14:00:00+02:00',
  ]) {
    expect([same, await differing(same)]).toEqual([same, 'matched'])
  }
  for (const other of ['2026-10-01T12:00:00.501Z', '2026-10-01 12:00:01', '2026-10-01 12:01', '2026-10-02', 'soon']) {
    expect([other, await differing(other)]).toEqual([other, 'differing'])
  }
})

test.each([
  ['Created (UTC)', '2026-10-01 12:00:00', null, 'matched'],
  ['created_at_utc', '2026-10-01 12:00:00', null, 'matched'],
  ['Timestamp [GMT]', '01.10.2026 12:00:00', null, 'matched'],
  ['Created', '2026-10-01 12:00:00', null, 'differing'],
  ['Created', '2026-10-01 14:00:00', null, 'matched'],
  ['Created (UTC)', '2026-10-01T14:00:00+02:00', null, 'matched'],
  ['Created (UTC)', '2026-10-01 14:00:00', 'Europe/Berlin', 'matched'],
])('times under “%s” such as %s are in the zone that their head says', async (head, time, zone, outcome) => {
  const snapshot = await snapshotOfTexts([{ source: event('a', '1') }], 'Europe/Berlin')
  const file = held(`event_id,${head}\na,${time}\n`)
  const { answer } = await answerFileCheck(snapshot, question({ zone }), file, anyTurn, () => undefined)
  if (answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
  expect(answer.groups.find(({ lines }) => lines > 0)?.outcome).toBe(outcome)
  const isSaid = answer.notes.some((note) => note === `Times under “${head}” without an offset are read in UTC.`)
  expect(isSaid).toBe(head !== 'Created' && zone === null)
})

test('names of the file stand for those of the events where they were mapped, and others are listed', async () => {
  const text = 'event_id,customer,code\na,Nordlicht,API\nb,Halden,API\nc,Halden,API\n'
  const columns: FileChoices['columns'] = (['eventId', 'customerId', 'eventCode'] as const).map((field, column) => ({
    column,
    means: { is: 'field', field },
  }))
  const choices = {
    columns,
    customers: [{ said: 'Nordlicht', is: 'cus_1' }],
    codes: [{ said: 'API', is: 'api_calls' }],
  }
  const { answer } = await asked([event('a', '1')], text, question(choices))
  expect(answer).toMatchObject({ kind: 'checked', unknown: [{ of: 'customerId', said: 'Halden', lines: 2 }] })
  expect(answer.kind === 'checked' && answer.groups[0]).toMatchObject({ outcome: 'matched', lines: 1 })
})

test('a thousand lines and events of one key are found by what they say, the same ones first', async () => {
  const events = Array.from({ length: 1_000 }, (_, at) => event(`e${at}`, `${at}`))
  const rows = Array.from({ length: 1_002 }, (_, at) => `cus_1,${at === 7 ? '7.5' : at}`)
  const columns: FileChoices['columns'] = [
    { column: 0, means: { is: 'field', field: 'customerId' } },
    { column: 1, means: { is: 'amount' } },
  ]
  const choices = { columns, key: [{ means: { is: 'field' as const, field: 'customerId' as const } }] }
  const { answer } = await asked(events, ['customer,amount', ...rows.toReversed()].join('\n'), question(choices))
  if (answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
  expect(answer.groups.map(({ outcome, lines, events }) => [outcome, lines, events])).toEqual([
    ['matched', 999, 999],
    ['differing', 1, 1],
    ['only-file', 0, 0],
    ['repeated', 2, 0],
    ['only-snapshot', 0, 0],
  ])
  expect(answer.ambiguous).toEqual({ lines: 3, events: 1 })
})

test('more than a million lines are refused; a check that nobody waits for ends', async () => {
  const text = `event_id\n${'x\n'.repeat(2_000_000)}`
  const { answer } = await asked([], text, question({}))
  expect(answer).toEqual({ kind: 'refused', words: expect.stringContaining('more than 1,000,000 lines') })
  const leaving = new AbortController()
  const snapshot = await snapshotOfTexts([])
  const turn = takeTurns(leaving.signal)
  const checking = unlessDropped(() => answerFileCheck(snapshot, question({}), held(text), turn, () => leaving.abort()))
  expect(await checking).toBeUndefined()
})

test('debits and credits in two columns are one amount; one with both differs, and a zero beside a figure is nothing', async () => {
  const event = (id: string, code: string, amount: number) =>
    `{"event_id":"${id}","customer_id":"cus_1","event_code":"${code}","event_type":"debit","created_at":"2026-10-01T12:00:00Z","event_properties":{"amount":${amount},"currency":"EUR"}}`
  const events = [event('a', 'api_calls', 5), event('b', 'refund', 30), event('c', 'api_calls', 7)]
  const check = (text: string) =>
    asked(events, `event_id,debit,credit,currency\n${text}`, question({}, { rules: LEDGER_RULES }))
  const { answer } = await check('a,5.00,0.00,EUR\nb,,30.00,EUR\nc,7.00,1.00,EUR\n')
  expect(answer).toMatchObject({
    kind: 'checked',
    comparesMoney: true,
    columns: expect.arrayContaining([
      expect.objectContaining({ head: 'debit / credit', means: { is: 'amount' }, differing: 1 }),
    ]),
    notes: expect.arrayContaining([
      '“debit” and “credit” are read as one amount: what stands under “debit” is charged, under “credit” taken off.',
    ]),
  })
  if (answer.kind !== 'checked') throw new Error(answer.kind)
  // Numbers of a file that has numbers stay so, whichever decimal sign is chosen for its texts.
  const numbers = '{"event_id":"a","debit":5},{"event_id":"b","credit":30.125}'.replace('},{', '}\n{')
  const inJson = await asked(
    [event('a', 'api_calls', 5), event('b', 'refund', 30.125)],
    numbers,
    question({ decimal: ',' }, { rules: LEDGER_RULES }),
  )
  expect(inJson.answer).toMatchObject({ kind: 'checked', groups: [{ outcome: 'matched', lines: 2 }, {}, {}, {}, {}] })
  expect(answer.groups.map(({ outcome, lines }) => [outcome, lines])).toEqual(
    expect.arrayContaining([
      ['matched', 2],
      ['differing', 1],
    ]),
  )
})

test('that a file says no currency is said only of lines whose cell and head say none', async () => {
  const events = ['a', 'b'].map(
    (id) =>
      `{"event_id":"${id}","customer_id":"c","event_code":"x","event_type":"debit","created_at":"2026-10-01T12:00:00Z","event_properties":{"amount":5,"currency":"EUR"}}`,
  )
  const notesOf = async (text: string) => {
    const { answer } = await asked(events, text, question({}, { rules: LEDGER_RULES }))
    return answer.kind === 'checked' ? answer.notes.filter((note) => note.includes('no currency')) : answer.kind
  }
  expect(await notesOf('event_id,amount (EUR)\na,5\nb,5\n')).toEqual([])
  expect(await notesOf('event_id,amount\na,5 €\nb,5\n')).toEqual([
    '1 line of the file says no currency: each line takes the currency of its event, and lines without an event have none.',
  ])
  expect(await notesOf('event_id,amount\na,5\nb,5\n')).toEqual([
    'The file says no currency: each line takes the currency of its event, and lines without an event have none.',
  ])
})

test('numbers of lines are not money that nothing is compared with, and numbers that do not grow are', async () => {
  const events = ['a', 'b', 'c'].map(
    (id) =>
      `{"event_id":"${id}","customer_id":"c","event_code":"x","event_type":"debit","created_at":"2026-10-01T12:00:00Z","event_properties":{"amount":10,"currency":"EUR"}}`,
  )
  const notesOf = async (head: string, [first, second, third]: readonly [string, string, string]) => {
    const text = `${head},event_id,amount\n${first},a,10\n${second},b,10\n${third},c,10\n`
    const { answer } = await asked(events, text, question({}))
    return answer.kind === 'checked'
      ? answer.notes.filter((note) => note.includes('compared with nothing'))
      : answer.kind
  }
  for (const head of ['Pos.', '#', 'Line no.', 'Lfd. Nr.']) expect(await notesOf(head, ['1', '2', '3'])).toEqual([])
  expect(await notesOf('Pos.', ['10', '20', '40'])).toEqual([])
  expect(await notesOf('Pos.', ['1', '3', '2'])).toHaveLength(1)
  expect(await notesOf('Pos.', ['1.5', '2.5', '3.5'])).toHaveLength(1)
  expect(await notesOf('Lot', ['1', '2', '3'])).toHaveLength(1)
})

test('of net, tax and gross the net is the amount, which is said with what is compared with nothing', async () => {
  const event =
    '{"event_id":"evt_1","customer_id":"c","event_code":"x","event_type":"debit","created_at":"2026-10-01T12:00:00Z","event_properties":{"amount":10,"currency":"EUR"}}'
  const text = 'event_id,net,tax,gross,currency\nevt_1,10.00,1.90,11.90,EUR\n'
  const { answer } = await asked([event], text, question({}))
  expect(answer).toMatchObject({
    kind: 'checked',
    notes: expect.arrayContaining([
      '“net” is read as the amount. “tax”, “gross” hold numbers and are compared with nothing. Say what they are, if one is the amount.',
    ]),
  })
})

const SIDED_EVENTS = [
  `{"event_id":"a","customer_id":"x","event_type":"debit","event_properties":{"amount":1234.567,"currency":"EUR"}}`,
  `{"event_id":"b","customer_id":"x","event_type":"credit","event_properties":{"amount":3.00,"currency":"EUR"}}`,
]
const SIDED_RULES =
  '{"eventscopeRules":1,"rules":[{"type":"debit","effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},{"type":"credit","effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}]}'

/** Lines that match, as "asked: charged" where the side is asked; and the notes. */
async function sided(text: string, choices: Partial<FileChoices> = {}) {
  const { answer } = await asked(SIDED_EVENTS, text, question(choices, { rules: SIDED_RULES, sent: null }))
  if (answer.kind === 'asks') return { matched: `asked: ${answer.asks.map(({ ask }) => ask).join()}`, notes: '' }
  if (answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
  return { matched: answer.groups[0]?.lines, notes: answer.notes.join(' ') }
}

test.each([
  ['D and C are words of events', 'event_id;amount;D/C\na;1.234,567;D\nb;3,00;C\n', 2],
  ['so are Dr and Cr', 'event_id;amount;Art\na;1.234,567;Dr\nb;3,00;Cr.\n', 2],
  ['a mark on credits alone', 'event_id;amount;side\na;1.234,567;\nb;3,00;CR\n', 2],
  ['whole words', 'event_id;amount;side\na;1.234,567;Debits\nb;3,00;credits\n', 2],
  ['marks under “Type” are no types', 'event_id;amount;type\na;1.234,567;D\nb;3,00;C\n', 2],
  ['a debit under the other mark differs', 'event_id;amount;D/C\na;1.234,567;C\nb;3,00;C\n', 1],
  ['a credit under the other mark differs', 'event_id;amount;D/C\na;1.234,567;D\nb;3,00;D\n', 1],
  ['two signs are no number', 'event_id;amount;D/C\na;1.234,567;D\nb;-3,00;C\n', 1],
  ['S and H are asked', 'event_id;amount;S/H\na;1.234,567;S\nb;3,00;H\n', 'asked: charged'],
  [
    'a total without a mark settles them',
    'event_id;customer_id;amount;S/H\na;x;1.234,567;S\nb;x;3,00;H\nTotal;;1.231,567;\n',
    2,
  ],
  [
    'a total with its mark settles them',
    'event_id;customer_id;amount;S/H\na;x;1.234,567;H\nb;x;3,00;S\nSumme;;1.231,567;H\n',
    2,
  ],
  [
    'a total under its head settles two columns',
    'event_id;customer_id;Soll;Haben\na;x;1.234,567;\nb;x;;3,00\nTotal;;1.231,567;\n',
    2,
  ],
  [
    'a total that is no sum settles nothing',
    'event_id;customer_id;Soll;Haben\na;x;1.234,567;\nb;x;;3,00\nTotal;;99,00;\n',
    'asked: charged',
  ],
  ['behind an amount of three decimals a letter is read', 'event_id;amount\na;1.234,567 S\nb;3,00 H\n', 2],
  ['a column settles the decimal sign of one with a letter', 'event_id;amount\na;1234,567 S\nb;3,00 H\n', 2],
])('the side of an amount: %s', async (_, text, matched) => {
  expect((await sided(text)).matched).toBe(matched)
})

test('what sides are read as is said, and by what they are settled', async () => {
  expect((await sided('event_id;amount;D/C\na;1.234,567;D\nb;3,00;C\n')).notes).toContain(
    '“D/C” is read as the sign of the amount: “D” is charged, “C” taken off.',
  )
  const marked = 'event_id;amount;S/H\na;1.234,567;H\nb;3,00;S\n'
  expect((await sided(marked, { charged: 'credit' })).notes).toContain('“H” is charged, “S” taken off.')
  expect((await sided(marked, { charged: 'credit' })).matched).toBe(2)
  expect((await sided('event_id;amount;S/H\na;1.234,567;S\nb;3,00;H\nTotal;1.231,567;\n')).notes).toContain(
    'Line 4, a row of totals, settles which side is charged',
  )
  const leftOut: FileChoices['columns'] = [
    { column: 0, means: { is: 'field', field: 'eventId' } },
    { column: 1, means: { is: 'amount' } },
  ]
  expect((await sided(marked, { columns: leftOut })).notes).toContain(
    '“S/H” says whether each line is a debit or a credit, but is not read',
  )
})
