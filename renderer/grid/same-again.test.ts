import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { againReasons, sameAgain } from './same-again.ts'

const CREATED = '2026-10-23T07:00:02Z'
const texts = (values: Record<string, string>) =>
  Object.entries(values).map(([name, text]) => ({ name, kind: 'string' as const, text }))
const event = (eventId: string, createdAt: string | null, values: Record<string, string>) =>
  someEvent({ eventId, customerId: 'cus_1', eventCode: 'api_calls', createdAt, properties: texts(values) })

const first = event('evt_1', CREATED, { idempotency_key: 'k1', quantity: '100' })

test.each([
  [
    '2 s later with one key',
    event('evt_2', '2026-10-23T07:00:04Z', { idempotency_key: 'k1', quantity: '100' }),
    '2 s later, same idempotency_key',
  ],
  [
    'earlier, and altered',
    event('evt_2', '2026-10-23T06:59:00Z', { idempotency_key: 'k1', quantity: '7' }),
    '62 s earlier, same idempotency_key',
  ],
  ['without a time', event('evt_2', null, { idempotency_key: 'k1' }), 'same idempotency_key'],
  [
    'all but its ID',
    event('evt_2', CREATED, { idempotency_key: 'k2', quantity: '100' }),
    'same time, all the same but its ID',
  ],
  ['another time', event('evt_2', '2026-10-23T11:00:02Z', { idempotency_key: 'k2', quantity: '100' }), null],
  ['another quantity', event('evt_2', CREATED, { idempotency_key: 'k2', quantity: '101' }), null],
  ['its own ID', first, null],
])('%s', (_, other, words) => {
  expect(sameAgain(first, other)).toBe(words)
})

test('an empty key is none', () => {
  const empty = (id: string, quantity: string) => event(id, CREATED, { idempotency_key: '', quantity })
  expect(sameAgain(empty('evt_1', '1'), empty('evt_2', '2'))).toBeNull()
})

test('whichever of the two is open, the other one is marked', () => {
  const anyEvent = fc
    .tuple(
      fc.constantFrom('a', 'b'),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom('k1', 'k2', ''),
      fc.constantFrom('1', '2'),
    )
    .map(([id, second, key, quantity]) =>
      event(id, `2026-10-23T07:00:0${second}Z`, { ...(key === '' ? {} : { dedupId: key }), quantity }),
    )
  fc.assert(
    fc.property(anyEvent, anyEvent, (one, other) => {
      const turned = sameAgain(other, one)?.replace(/earlier|later/, (way) => (way === 'later' ? 'earlier' : 'later'))
      expect(sameAgain(one, other)).toBe(turned ?? null)
    }),
  )
})

test('the first three that an event looks like are said, whichever they are', () => {
  const sent = (id: string, second: number) => event(id, `2026-10-23T07:00:0${second}Z`, { idempotency_key: 'k1' })
  const rows = [
    sent('evt_1', 1),
    event('evt_9', CREATED, { idempotency_key: 'k9', quantity: '9' }),
    ...[2, 3, 4].map((at) => sent(`evt_${at}`, at)),
  ]
  expect(againReasons(sent('evt_2', 2), rows)).toEqual([
    'Looks like event evt_1 again: 1 s later, same idempotency_key.',
    'Looks like event evt_3 again: 1 s earlier, same idempotency_key.',
    'Looks like event evt_4 again: 2 s earlier, same idempotency_key.',
  ])
  expect(againReasons(sent('evt_0', 0), rows)).toHaveLength(3)
})
