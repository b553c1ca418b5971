import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTHING_CHOSEN } from '../../../../shared/check/checked-file.ts'
import type { HeldFile } from '../../check/held-files.ts'
import { answerFileCheck } from './answer-file-check.ts'
import { answerFileLines, listedRows } from './answer-file-lines.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'

interface OneEvent {
  id: string
  customer?: string
  code?: string
  day?: number
  amount?: string
}

const source = ({ id, customer = '00042', code = 'sms', day = 1, amount = '5.00' }: OneEvent) =>
  `{"event_id":"${id}","customer_id":"${customer}","event_code":"${code}","event_type":"debit","created_at":"2026-10-${String(day).padStart(2, '0')}T10:00:00Z","event_properties":{"amount":${amount},"currency":"EUR"}}`

async function check(events: readonly OneEvent[], rows: readonly string[]) {
  const snapshot = await snapshotOfTexts(events.map((one) => ({ source: source(one) })))
  const bytes = Buffer.from(rows.join('\n'))
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  const file: HeldFile = { name: 'ledger', bytes: shared }
  const { answer, checked: ledger } = await answerFileCheck(
    snapshot,
    {
      ask: 'fileCheck',
      kind: 'ledger',
      fileId: '',
      choices: NOTHING_CHOSEN,
      scope: { where: [], misses: true },
      rules: null,
      sent: { amount: 'amount', currency: 'currency' },
    },
    file,
    anyTurn,
    () => undefined,
  )
  if (ledger === null || answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
  const listed = await listedRows(ledger, { outcome: null, differsIn: null }, anyTurn)
  const { lines } = answerFileLines(snapshot, ledger, listed, {
    ask: 'fileLines',
    checkId: '',
    outcome: null,
    differsIn: null,
    offset: 0,
    limit: 100,
  })
  return { answer, found: lines.map(({ outcome, eventId, changedFrom }) => [outcome, eventId, changedFrom]), lines }
}

const LONG: readonly OneEvent[] = [
  { id: '123456789012345678', day: 1, amount: '5.00' },
  { id: '123456789012345679', day: 2, amount: '7.50' },
]
const HEADS = 'event_id,customer_id,event_code,created_at,amount,currency'

test.each(['123456789012345000', '123456789012346000', '123456789012345680', '1.2345678901234568E+17', '1.23457E+17'])(
  'two events behind %s are found by customer, event code and time, and marked',
  async (id) => {
    const { answer, found } = await check(LONG, [
      HEADS,
      `${id},00042,sms,2026-10-02T10:00:00Z,7.50,EUR`,
      `${id},00042,sms,2026-10-01T10:00:00Z,6.00,EUR`,
    ])
    expect(found).toEqual([
      ['matched', id, '123456789012345679'],
      ['differing', id, '123456789012345678'],
    ])
    expect(answer.notes[0]).toMatch(/changed event IDs: the last digits .* in 2 lines, such as “.*” on line 2/)
  },
)

test('by the amount alone they have an outcome of their own, which adds up', async () => {
  const id = '1.2345678901234568E+17'
  const { answer, found } = await check(LONG, [
    'event_id,customer_id,amount,currency',
    `${id},00042,7.50,EUR`,
    `${id},42,5.00,EUR`,
    `${id},00042,9.00,EUR`,
    `${id},00042,5.00,USD`,
  ])
  expect(found).toEqual([
    ['changed-id', id, '123456789012345679'],
    ['changed-id', id, '123456789012345678'],
    ['only-file', id, null],
    ['only-file', id, null],
  ])
  expect(answer.groups.find(({ outcome }) => outcome === 'changed-id')).toMatchObject({
    lines: 2,
    events: 2,
    money: [{ file: '12.5', snapshot: '12.5', difference: '0' }],
  })
  expect(answer.equation.every(({ holds }) => holds)).toBe(true)
})

test('another customer, or another ID, is never paired by its amount', async () => {
  const { found } = await check(
    [...LONG, { id: '77', customer: 'cus_b', amount: '3.00' }],
    [
      'event_id,customer_id,amount,currency',
      '123456789012345000,cus_b,5.00,EUR',
      '123456789012344000,00042,7.50,EUR',
      '78,cus_b,3.00,EUR',
    ],
  )
  expect(found.slice(0, 3).map(([outcome]) => outcome)).toEqual(['only-file', 'only-file', 'only-file'])
})

test('an event that has the changed ID leaves the lines of others to those', async () => {
  const cut = '123456789012345000'
  const { found } = await check(
    [{ id: cut, amount: '1.00' }, ...LONG],
    ['event_id,amount,currency', `${cut},1.00,EUR`, `${cut},7.50,EUR`, `${cut},5.00,EUR`, `${cut},5.00,EUR`],
  )
  expect(found).toEqual([
    ['matched', cut, null],
    ['changed-id', cut, '123456789012345679'],
    ['changed-id', cut, '123456789012345678'],
    ['repeated', cut, null],
  ])
})

test('a customer of the file that is a number beyond all doubles is not proposed to be one that is none', async () => {
  const { answer } = await check([{ id: 'a', customer: 'acme' }], [HEADS, 'a,1E+400,sms,2026-10-01T10:00:00Z,5.00,EUR'])
  expect(answer.unknown).toEqual([{ of: 'customerId', said: '1E+400', lines: 1 }])
})

test('zeros in front that were lost are told, and customers only proposed', async () => {
  const { answer, lines, found } = await check(
    [
      { id: '000123', amount: '2.00' },
      { id: 'evt_2', customer: 'cus_halden', amount: '3.00' },
    ],
    [HEADS, '123,42,sms,2026-10-01T10:00:00Z,2.00,EUR', 'evt_2,halden,sms,2026-10-01T10:00:00Z,3.00,EUR'],
  )
  expect(found).toEqual([
    ['differing', '123', '000123'],
    ['differing', 'evt_2', null],
  ])
  expect(lines[0]?.cells[1]).toEqual({ file: '42', snapshot: '00042', differs: true })
  expect(answer.unknown).toEqual([
    { of: 'customerId', said: '42', lines: 1, proposed: '00042' },
    { of: 'customerId', said: 'halden', lines: 1, proposed: 'cus_halden' },
  ])
  expect(answer.notes.slice(0, 2)).toEqual([
    'A spreadsheet changed event IDs: zeros in front were lost in 1 line, “123” on line 2. Their events are looked for by customer, event code and time, else by the amount alone. Have the list exported again with IDs as text.',
    'No event has the customers “42” (1 line) and “halden” (1 line): “00042” and “cus_halden” may be meant. Choose a name to use it.',
  ])
})

test('texts that a spreadsheet was made to keep are read as they are, and it is said', async () => {
  const { answer, found } = await check(
    [
      { id: '00042', amount: '1.00' },
      { id: '00043', amount: '2.00' },
      { id: "'s", amount: '3.00' },
    ],
    ['event_id,customer_id,amount', `="00042",'00042,="1.00"`, `"=""00043""",'00042,2.00`, `'s,'00042,3.00`],
  )
  expect(found.map(([outcome]) => outcome)).toEqual(['matched', 'matched', 'matched'])
  expect(answer.notes).toEqual(
    expect.arrayContaining([
      '“="00042"” on line 2 is read as 00042, and 1 more cell of “event_id” alike.',
      "“'00042” on line 2 is read as 00042, and 2 more cells of “customer_id” alike.",
    ]),
  )
})

test('however IDs of digits are changed, no line of several is repeated, and each event is on one line at most', async () => {
  const anyId = fc.tuple(fc.constantFrom('123456789012345', '000000000000123'), fc.integer({ min: 100, max: 999 }))
  const ways = [
    (id: string) =>
      String(BigInt(id))
        .slice(0, 15)
        .padEnd(String(BigInt(id)).length, '0'),
    (id: string) => String(Number(id)),
    (id: string) => Number(id).toExponential(5),
    (id: string) => Number(id).toExponential(),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyId, { minLength: 1, maxLength: 8, selector: String }),
      fc.constantFrom(...ways),
      fc.boolean(),
      async (ids, change, hasTimes) => {
        const events = ids.map(([before, last], at) => ({
          id: `${before}${last}`,
          day: at + 1,
          amount: `${at + 1}.00`,
        }))
        const cells = (at: number) => (hasTimes ? `00042,sms,2026-10-0${at + 1}T10:00:00Z` : '00042')
        const { found } = await check(events, [
          hasTimes ? HEADS : 'event_id,customer_id,amount,currency',
          ...events.map(({ id, amount }, at) => `${change(id)},${cells(at)},${amount},EUR`),
        ])
        // What is the same as its number is no changed ID.
        expect(found.map(([outcome, eventId, from]) => [outcome, from ?? eventId])).toEqual(
          events.map(({ id }) => [hasTimes || change(id) === id ? 'matched' : 'changed-id', id]),
        )
      },
    ),
    { numRuns: process.env.EVENTSCOPE_LONG === '1' ? 1_000 : 60 },
  )
})

test('an ID whose last digits are those of the double in its place is its event’s, however many of them are written', async () => {
  const events = [{ id: '123456789012342843' }, { id: '50000000000000284', day: 2, amount: '7.50' }]
  for (const [one, other] of [
    ['1.2345678901234285E+17', '5.0000000000000288E+16'],
    ['123456789012342848', '50000000000000288'],
  ]) {
    const { found } = await check(events, [
      HEADS,
      `${one},00042,sms,2026-10-01,5.00,EUR`,
      `${other},00042,sms,2026-10-02,7.50,EUR`,
    ])
    expect(found).toEqual([
      ['matched', one, '123456789012342843'],
      ['matched', other, '50000000000000284'],
    ])
  }
})
