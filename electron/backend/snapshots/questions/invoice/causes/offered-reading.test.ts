import { expect, test } from 'vitest'
import { readRules } from '../../../../../../shared/worth/rules-text.ts'
import { decimal, OCTOBER, secondsOf } from './fixtures/october.ts'
import { offeredReading, type UnruledEvent, type UnruledLine } from './offered-reading.ts'

const used = (at: number, numbers: Record<string, string>, type = 'debit'): UnruledEvent => ({
  at: { seconds: OCTOBER.from + at, nanoseconds: 0 },
  type,
  values: new Map(Object.entries(numbers).map(([name, text]) => [name, { kind: 'number', text }])),
})

const line = (
  customerId: string,
  amount: string,
  events: UnruledEvent[],
  more: Partial<UnruledLine> = {},
): UnruledLine => ({
  customerId,
  period: OCTOBER,
  quantity: null,
  amount: decimal(amount),
  currency: 'EUR',
  places: 2,
  events,
  ...more,
})

const SEATS = [
  line('a', '1392.00', [used(1, { seats: '40' }), used(2, { seats: '48' }), used(3, { seats: '44' })]),
  line('b', '2465.00', [used(1, { seats: '85' }), used(2, { seats: '80' })]),
  line('c', '348.00', [used(1, { seats: '11' }), used(2, { seats: '12' }), used(3, { seats: '10' })]),
]

test('a maximum at one price is offered where three customers have it', () => {
  const offered = offeredReading('seats', SEATS)
  expect(offered).toEqual({
    words: 'The maximum of “seats” at 29 EUR gives the amounts of 3 lines.',
    fits: 3,
    rules: expect.any(String),
  })
  const read = readRules(offered?.rules ?? '')
  expect(read).toMatchObject({
    ok: true,
    rules: {
      rules: [
        {
          codes: ['seats'],
          type: 'debit',
          effect: 'as-sent',
          quantity: { by: 'maximum', property: 'seats' },
          money: { by: 'rate-card' },
        },
      ],
      prices: [{ code: 'seats', currency: 'EUR', tiers: [{ upTo: null, price: '29' }] }],
    },
  })
})

test('two customers are too few, and lines of one quantity are a fee as well', () => {
  expect(offeredReading('seats', SEATS.slice(0, 2))).toBeNull()
  expect(offeredReading('seats', [...SEATS.slice(0, 2), ...SEATS.slice(0, 1)])).toBeNull()
  const reports = [used(1, { seats: '2' }), used(2, { seats: '3' })]
  const fee = ['a', 'b', 'c'].map((customer) => line(customer, '250.00', reports, { quantity: decimal('5') }))
  expect(offeredReading('fee', fee)).toBeNull()
})

test('periods of one customer count as customers do, and a line that does not fit is said', () => {
  const [first, second, third] = SEATS
  if (first === undefined || second === undefined || third === undefined) throw new Error('three lines')
  const before = { from: secondsOf('2026-09-01 00:00'), until: OCTOBER.from }
  const earlier = { from: secondsOf('2026-08-01 00:00'), until: before.from }
  const ofOne = [first, { ...second, customerId: 'a', period: before }, { ...third, customerId: 'a', period: earlier }]
  expect(offeredReading('seats', ofOne)?.fits).toBe(3)
  const other = line('d', '77.77', [used(1, { seats: '4' })])
  expect(offeredReading('seats', [...SEATS, other])?.words).toBe(
    'The maximum of “seats” at 29 EUR gives the amounts of 3 of 4 lines.',
  )
})

test('a price of many decimals is found through the rounding of amounts', () => {
  const calls = [1_234_567, 45_678, 3_210_987].map((count, at) => {
    const parts = [count - 10_000, 10_000].map((part, which) => used(which, { calls: String(part) }))
    return line(`c${at}`, (Math.round(count * 0.0375) / 100).toFixed(2), parts)
  })
  expect(offeredReading('calls', calls)?.words).toBe('The sum of “calls” at 0.000375 EUR gives the amounts of 3 lines.')
})

test('an amount that events say themselves is offered as one, what reduces with its sign', () => {
  const refunds = [
    ['a', ['10.50', '4.25']],
    ['b', ['7.00']],
    ['c', ['1.00', '2.00', '3.00']],
  ] as const
  const lines = refunds.map(([customer, all]) => {
    const sum = all.reduce((total, one) => total + Number(one), 0)
    return line(
      customer,
      (-sum).toFixed(2),
      all.map((money, at) => used(at, { amount: money, count: '3' }, 'credit')),
    )
  })
  const offered = offeredReading('refund', lines)
  expect(offered?.words).toBe('The sum of “amount” gives the amounts of 3 lines.')
  expect(readRules(offered?.rules ?? '')).toMatchObject({
    ok: true,
    rules: {
      rules: [
        {
          type: 'credit',
          effect: 'reversed',
          quantity: null,
          money: { by: 'amount', property: 'amount' },
          currency: { fixed: 'EUR' },
        },
      ],
      prices: [],
    },
  })
})

test('a number of events is offered though each has an identifier', () => {
  const lines = [12, 30, 7].map((count, at) => {
    const events = Array.from({ length: count }, (_, which) => used(which, { id: `${at}${which}` }))
    return line(`c${at}`, (count * 0.35).toFixed(2), events)
  })
  const offered = offeredReading('jobs', lines)
  expect(offered?.words).toBe('The number of events at 0.35 EUR gives the amounts of 3 lines.')
  expect(readRules(offered?.rules ?? '')).toMatchObject({
    ok: true,
    rules: { rules: [{ quantity: { by: 'events' } }] },
  })
})

test('where nobody could tell which reading it is, none is offered; a stated quantity tells', () => {
  const single = ['12', '30', '7'].map((seats, at) =>
    line(`c${at}`, `${Number(seats) * 29}.00`, [used(1, { seats, users: String(Number(seats) * 2) })]),
  )
  expect(offeredReading('seats', single)).toBeNull()
  const apart = SEATS.map((one) => ({
    ...one,
    events: one.events.map((event) => {
      const seats = event.values.get('seats')
      return {
        ...event,
        values: new Map([
          ...event.values,
          ['twice', { kind: 'number' as const, text: String(2 * Number(seats?.text)) }],
        ]),
      }
    }),
  }))
  expect(offeredReading('seats', apart)).toBeNull()
  const stated = apart.map((one, at) => ({ ...one, quantity: decimal(['48', '85', '12'][at] ?? '') }))
  expect(offeredReading('seats', stated)?.words).toContain('“seats” at 29 EUR')
})

test('another currency is left out, and one without a code has no price', () => {
  const [first, ...rest] = SEATS
  if (first === undefined) throw new Error('a line')
  expect(offeredReading('seats', [{ ...first, currency: 'USD' }, ...rest])).toBeNull()
  expect(
    offeredReading(
      'seats',
      SEATS.map((one) => ({ ...one, currency: null })),
    ),
  ).toBeNull()
})
