import { expect, test } from 'vitest'
import { type FileChoices, NOTHING_CHOSEN } from '../../../../shared/check/checked-file.ts'
import { checkedWords, isAllMatched } from '../../../../shared/snapshot/checked-words.ts'
import { answerFileCheck } from './answer-file-check.ts'
import { answerFileLines, listedRows } from './answer-file-lines.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'

const RULES = JSON.stringify({
  eventscopeRules: 1,
  rules: [
    {
      type: 'credit',
      effect: 'reduces',
      money: { by: 'amount', property: 'amount' },
      currency: { property: 'currency' },
    },
    { effect: 'as-sent', money: { by: 'amount', property: 'amount' }, currency: { property: 'currency' } },
  ],
})

/** Two debits and a credit of two customers: 105 as sent, 85 as they count. */
const EVENTS = [
  ['evt_1', 'alder', 'debit', 5],
  ['evt_2', 'alder', 'credit', 10],
  ['evt_3', 'birch', 'debit', 90],
].map(([id, customer, type, amount], at) =>
  JSON.stringify({
    event_id: id,
    customer_id: customer,
    event_code: 'sms',
    event_type: type,
    created_at: `2026-10-0${at + 1}T10:00:00Z`,
    event_properties: { amount, currency: 'EUR' },
  }),
)
const HEADS = 'event_id,customer_id,created_at,amount,currency'
const [DEBIT, CREDIT, LAST] = [
  'evt_1,alder,2026-10-01T10:00:00Z,5.00,EUR',
  'evt_2,alder,2026-10-02T10:00:00Z,10.00,EUR',
  'evt_3,birch,2026-10-03T10:00:00Z,90.00,EUR',
]
const LINES = [DEBIT, CREDIT, LAST]

async function checkedOf(
  lines: readonly string[],
  { heads = HEADS, ...more }: Partial<FileChoices> & { heads?: string } = {},
) {
  const text = Buffer.from([heads, ...lines].join('\n'))
  const bytes = new SharedArrayBuffer(text.length)
  new Uint8Array(bytes).set(text)
  const snapshot = await snapshotOfTexts(EVENTS.map((source) => ({ source })))
  const question = {
    ask: 'fileCheck' as const,
    kind: 'ledger' as const,
    fileId: '',
    choices: { ...NOTHING_CHOSEN, ...more },
    scope: { where: [], misses: true },
    rules: RULES,
    sent: null,
  }
  const { answer, checked: ledger } = await answerFileCheck(
    snapshot,
    question,
    { name: 'ledger.csv', bytes },
    anyTurn,
    () => undefined,
  )
  if (answer.kind !== 'checked' || ledger === null) throw new Error(JSON.stringify(answer))
  const all = await listedRows(ledger, { outcome: null, differsIn: null }, anyTurn)
  const page = { ask: 'fileLines', checkId: '', outcome: null, differsIn: null, offset: 0, limit: 100 } as const
  return { ...answer, checkId: '', listed: answerFileLines(snapshot, ledger, all, page).lines }
}

test('a row of totals is no line, and is held against its lines as written and as they count', async () => {
  const written = await checkedOf([...LINES, 'Total,,,105.00,EUR'])
  expect(written.totals).toEqual([
    {
      line: 5,
      currency: 'EUR',
      stated: '105',
      written: '105',
      counted: '85',
      holds: false,
      words:
        'Line 5 is a row of totals: its lines as written come to 105.00 EUR, as it says, but to 85.00 EUR as they count, which differs by 20.00 EUR: line 3 says 10 and counts as −10.',
    },
  ])
  expect(written.lines).toBe(3)
  expect(written.listed.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, 'matched'],
    [3, 'matched'],
    [4, 'matched'],
  ])
  expect(written.equation).toMatchObject([{ file: '85', snapshot: '85', difference: '0' }])
  expect(written.unknown).toEqual([])
  expect(checkedWords(written, true)).toMatch(
    /^All 3 lines match, and no event is missing from the file\. Line 5 is a row/,
  )
  expect(isAllMatched(written)).toBe(false)

  const counted = await checkedOf([...LINES, 'Total,,,85.00,EUR'])
  expect(counted.totals).toMatchObject([{ stated: '85', counted: '85', holds: true }])
  expect(isAllMatched(counted)).toBe(true)
  expect(counted.notes).toContain('Line 5 is a row of totals: its lines come to 85.00 EUR, as it says.')

  const neither = await checkedOf([...LINES, 'Total,,,99.00,EUR'])
  expect(neither.totals).toMatchObject([
    {
      holds: false,
      words: expect.stringContaining(
        'it says 99.00 EUR, and its lines come to 105.00 EUR, and to 85.00 EUR as they count.',
      ),
    },
  ])
})

test('a total’s word, in whichever column and language, makes a row of totals whether it adds up or not', async () => {
  for (const row of [
    'Total,,,1,EUR',
    ',Gesamtsumme,,1,EUR',
    ',,Grand total:,1,EUR',
    'Montant total,,,1,EUR',
    'Suma,,,1,EUR',
    'Total,,2026-10-31,1,EUR',
    'TOTAL (EUR),,,1,',
    'Subtotal alder,,,1,EUR',
    'Zwischensumme Nord,,,1,EUR',
  ]) {
    expect((await checkedOf([...LINES, row])).totals, row).toMatchObject([{ line: 5, holds: false }])
  }
  const heads = `${HEADS},note`
  const noted = await checkedOf([...LINES.map((line) => `${line},`), ',,,85.00,EUR,Total'], { heads })
  expect(noted.totals).toMatchObject([{ holds: true }])
})

test('subtotals that name whose they are in place of an ID are rows of totals, and so is what adds up and is called so', async () => {
  const [first = '', second = '', third = ''] = [DEBIT, CREDIT.replace('10.00', '-10.00'), LAST]
  const { totals, lines } = await checkedOf([
    first,
    second,
    'Subtotal alder,,,-5.00,EUR',
    third,
    'Total birch,birch,,90.00,EUR',
    'Grand total,,,85.00,EUR',
  ])
  expect(totals.map(({ line, holds }) => [line, holds])).toEqual([
    [4, true],
    [6, true],
    [7, true],
  ])
  expect(lines).toBe(3)
})

test('what adds up and has an ID or a time, what has no ID and does not add up, and who is called Total Energies are lines', async () => {
  for (const row of [
    'evt_9,birch,2026-10-04T10:00:00Z,105.00,EUR',
    ',alder,2026-10-20,-12.00,EUR',
    ',alder,2026-10-20,85.00,EUR',
    ',alder,,12.00,EUR',
    ',Total Energies,,12.00,EUR',
    'evt_9,Total,,105.00,EUR',
    ',Total,2026-10-20,12.00,EUR',
    'Total Energies 7,birch,,12.00,EUR',
  ]) {
    const { totals, groups, lines } = await checkedOf([...LINES, row])
    expect({ totals, lines, only: groups.find(({ outcome }) => outcome === 'only-file')?.lines }, row).toEqual({
      totals: [],
      lines: 4,
      only: 1,
    })
  }
  // One line is no sum.
  expect((await checkedOf([DEBIT, ',,,5.00,EUR'])).totals).toEqual([])
})

test('without an ID, a time and a word a row is one where it is the sum of all lines before it', async () => {
  expect((await checkedOf([...LINES, ',,,105.00,EUR'])).totals).toMatchObject([{ line: 5, holds: false }])
  expect((await checkedOf([...LINES, ',,,85.00,'])).totals).toMatchObject([{ line: 5, holds: true, currency: 'EUR' }])
})

test('lines that are found by a key have no ID where a part of it is missing', async () => {
  const key: FileChoices['key'] = [
    { means: { is: 'field', field: 'customerId' } },
    { means: { is: 'field', field: 'createdAt' } },
  ]
  const heads = 'customer_id,created_at,amount,currency'
  const lines = LINES.map((line) => line.replace(/^[^,]*,/, ''))
  const { totals, lines: count } = await checkedOf([...lines, 'Summe,,85.00,EUR'], { heads, key })
  expect({ totals, count }).toMatchObject({ totals: [{ line: 5, holds: true }], count: 3 })
  const summed = await checkedOf([...lines, 'cedar,2026-10-09T10:00:00Z,105.00,EUR'], { heads, key })
  expect(summed.totals).toEqual([])
})

test('subtotals are held against the lines since the one before, or those of their customer', async () => {
  const { totals } = await checkedOf([
    DEBIT,
    CREDIT.replace('10.00', '-10.00'),
    'Subtotal,,,-5.00,EUR',
    LAST,
    'Subtotal,,,90.00,EUR',
    'Total,,,85.00,EUR',
  ])
  expect(totals.map(({ line, holds }) => [line, holds])).toEqual([
    [4, true],
    [6, true],
    [7, true],
  ])
})

test('a subtotal that says whose it is adds up since the one before, and is a line where it does not', async () => {
  const lines = [DEBIT, CREDIT.replace('10.00', '-10.00'), ',Subtotal alder,,-5.00,EUR', LAST]
  const { totals } = await checkedOf([...lines, ',Zwischensumme birch,,90.00,EUR', ',Total,,85.00,EUR'])
  expect(totals.map(({ line, holds }) => [line, holds])).toEqual([
    [4, true],
    [6, true],
    [7, true],
  ])
  const other = await checkedOf([...lines, ',Subtotal birch,,12.00,EUR'])
  expect(other.totals.map(({ line }) => line)).toEqual([4])
})

test('an amount that is not read makes its total not known: it neither holds nor fails', async () => {
  for (const stated of ['85.00', '105.00', '1']) {
    const { totals } = await checkedOf([DEBIT, CREDIT, LAST.replace('90.00', 'n/a'), `Total,,,${stated},EUR`])
    expect(totals, stated).toMatchObject([
      {
        holds: null,
        counted: null,
        words: expect.stringContaining('is not known, as an amount before it could not be read'),
      },
    ])
  }
  const { totals } = await checkedOf([...LINES, 'Total,,,see above,EUR'])
  expect(totals).toMatchObject([{ stated: null, holds: null }])
})

test('of lines with an amount that is not read neither side’s sum nor a difference is known, and is less', async () => {
  const { equation, groups } = await checkedOf([DEBIT, CREDIT, LAST.replace('90.00', 'n/a')])
  expect(equation).toMatchObject([
    {
      file: null,
      difference: null,
      holds: null,
      groups: [{ difference: '0' }, { outcome: 'differing', difference: null }, {}, {}, {}],
    },
  ])
  expect(groups.find(({ outcome }) => outcome === 'differing')?.money).toMatchObject([{ file: null, difference: null }])
  expect((await checkedOf([DEBIT, CREDIT, LAST.replace('90.00', '')])).equation).toMatchObject([
    { difference: '-90', holds: true },
  ])
})

test('two lines of which one is as much too large as the other is too small are told as one finding', async () => {
  const swapped = await checkedOf([DEBIT.replace('5.00', '25.00'), CREDIT, LAST.replace('90.00', '70.00')])
  expect(swapped.answering).toEqual([{ lines: [2, 4], currency: 'EUR', difference: '20' }])
  expect(checkedWords(swapped, true)).toBe(
    '1 of 3 lines matches. 2 differ. Lines 2 and 4 answer each other (+20.00, −20.00).',
  )
  // A booking that was taken back, of which no event tells.
  const back = await checkedOf([...LINES, 'evt_8,birch,2026-10-04,412.50,EUR', 'evt_9,birch,2026-10-04,-412.50,EUR'])
  expect(back.answering).toMatchObject([{ lines: [5, 6], difference: '412.5' }])
})
