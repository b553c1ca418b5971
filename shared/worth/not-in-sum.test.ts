import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../exact/fixtures/runs.ts'
import { createNotInSum, type Missed, notInSumOf, notInSumWords } from './not-in-sum.ts'
import { NOT_VALUED } from './worth.ts'
import { NO_NUMBER } from './worth-event.ts'

const missed = (changed: Partial<Missed> = {}): Missed => ({
  why: 'text',
  eventCode: 'build_minutes',
  property: 'quantity',
  value: { kind: 'string', text: '150' },
  quantity: null,
  unit: null,
  events: 1,
  ...changed,
})
const wordsOf = (...all: Partial<Missed>[]) => {
  const tally = createNotInSum()
  for (const one of all) tally.add(missed(one))
  return notInSumWords(tally.figures())
}

test('how many events, why, and their quantity as sent', () => {
  expect(wordsOf({}, {}, {})).toBe('without 3 events of build_minutes whose quantity is text: “150” 3 times')
  expect(wordsOf({}, { value: { kind: 'string', text: '1,5' } })).toBe(
    'without 2 events of build_minutes whose quantity is text: “150”, “1,5”',
  )
  expect(wordsOf({ why: 'no-number', value: null })).toBe(
    'without 1 event of build_minutes without a number in quantity',
  )
  expect(wordsOf({ why: 'beyond', value: { kind: 'number', text: '1e9999' } })).toBe(
    'without 1 event of build_minutes whose quantity has more than 1,000 digits: 1e9999',
  )
  const unpriced = { why: 'no-price', property: null, value: null, unit: 'GB' } as const
  expect(
    wordsOf(
      { ...unpriced, quantity: { digits: 1_200n, scale: 0 } },
      { ...unpriced, quantity: { digits: 15n, scale: 1 } },
    ),
  ).toBe('without 2 events of build_minutes not valued (no price): quantity 1,201.5 GB')
  expect([notInSumWords([]), notInSumWords([], 2)]).toEqual([null, 'without 2 events without an amount'])
})

test('files have the words by which receipts of earlier versions are verified', () => {
  const tally = createNotInSum()
  tally.add(missed({ eventCode: 'seats' }))
  tally.add(missed({ why: 'beyond', value: { kind: 'number', text: '1e9999' } }))
  const words =
    'without 1 seats event whose quantity is text: “150”; 1 build_minutes event whose quantity is too large to calculate with: 1e9999'
  expect(notInSumWords(tally.figures(), 0, 'file')).toBe(words)
  expect(notInSumOf([{ currency: null, parts: tally.figures() }], null, 'file')).toBe(words)
})

test('only what is of a currency is said beside it', () => {
  const tally = createNotInSum()
  tally.add(missed())
  const all = [{ currency: 'GBP', parts: tally.figures() }]
  expect(notInSumOf(all, 'GBP')).toMatch(/^without 1 event of build_minutes/)
  expect(notInSumOf(all, 'EUR')).toBeNull()
})

test('no event is lost, however many codes, values and units there are, and what is joined is the whole', () => {
  const any = fc.record({
    why: fc.constantFrom(...NO_NUMBER, ...NOT_VALUED),
    eventCode: fc.option(fc.constantFrom(...Array.from({ length: 30 }, (_, at) => `code ${at}`))),
    property: fc.option(fc.constantFrom('quantity', 'amount')),
    value: fc.option(fc.constantFrom('1', '2', '3', '4', '5').map((text) => ({ kind: 'string' as const, text }))),
    quantity: fc.option(fc.bigInt({ min: -9n, max: 9n }).map((digits) => ({ digits, scale: 1 }))),
    unit: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')),
    events: fc.integer({ min: 1, max: 9 }),
  })
  const eventsOf = (tally: ReturnType<typeof createNotInSum>) =>
    tally.figures().reduce((sum, { events }) => sum + events, 0)
  fc.assert(
    fc.property(fc.array(any, { maxLength: 80 }), fc.nat(80), (all, cut) => {
      const [one, other] = [createNotInSum(), createNotInSum()]
      for (const [at, each] of all.entries()) (at < cut ? one : other).add(each)
      const whole = createNotInSum()
      whole.join(one.figures())
      whole.join(other.figures())
      expect(eventsOf(whole)).toBe(all.reduce((sum, { events }) => sum + events, 0))
      expect(whole.figures().length).toBeLessThanOrEqual(20 + NO_NUMBER.length + NOT_VALUED.length)
      for (const { sent, quantities } of whole.figures()) {
        expect(sent.length).toBeLessThanOrEqual(3)
        expect(quantities.length).toBeLessThanOrEqual(5)
      }
    }),
    runs(46, 100),
  )
})
