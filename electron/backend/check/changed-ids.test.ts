import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf, keptText, looksChanged, SAME_NUMBER } from './changed-ids.ts'

/** Whether the ID could have become this text. */
const couldBe = (id: string, text: string) =>
  changesOf(text).some((change) => change.of(id) !== null && change.of(id) === change.of(text))

test.each([
  ['123456789012345678', '123456789012345000', 'cut'],
  ['123456789012345678', '123456789012346000', 'cut'],
  ['123456789012345678', '123456789012345680', 'cut'],
  ['1234567890123456', '1234567890123450', 'cut'],
  ['123456789012345678', '1.2345678901234568E+17', 'rounded'],
  ['123456789012345679', '1.2345678901234568E+17', 'rounded'],
  ['123456789012345678', '1.23457E+17', 'rounded'],
  ['123456789012345678', '1.23456789012345E+17', 'rounded'],
  ['999999999999999999', '1E+18', 'rounded'],
  ['2026E10', '2.026E+13', 'rounded'],
  // Of the double in its place, and with all of its digits.
  ['123456789012342843', '1.2345678901234285E+17', 'rounded'],
  ['123456789012342843', '123456789012342848', null],
  ['50000000000000284', '50000000000000288', null],
  ['00042', '42', null],
  ['000123', '123', null],
  ['123', '123.0', null],
] as const)('%s can have become %s', (id, text, looks) => {
  expect([couldBe(id, text), looksChanged(text)]).toEqual([true, looks])
})

test.each([
  ['123456789012345678', '123456789012344000'],
  ['123456789012345678', '12345678901234500'],
  ['123456789012345678', '1.23458E+17'],
  ['123456789012342843', '1.2345678901234286E+17'],
  ['50000000000000284', '50000000000000296'],
  ['43', '42'],
  ['cus_42', '42'],
  ['42', 'cus_42'],
  ['123456789012345678', '12345678901234567890000'],
])('%s cannot have become %s', (id, text) => {
  expect(couldBe(id, text)).toBe(false)
})

test('whatever a spreadsheet makes of an ID of digits is found as one of its forms', () => {
  const anyId = fc.stringMatching(/^\d{1,25}$/).filter((id) => /[1-9]/.test(id))
  fc.assert(
    fc.property(anyId, (id) => {
      const number = Number(id)
      const whole = id.replace(/^0+/, '')
      const cut = whole.slice(0, 15).padEnd(whole.length, '0')
      // As programs write it, as workbooks have it, and as it was typed.
      for (const text of [String(number), number.toExponential(), cut]) expect(couldBe(id, text), text).toBe(true)
    }),
  )
})

test('zeros in front make no other number, and what is no whole number stays what it is', () => {
  expect(SAME_NUMBER.of('00042')).toBe(SAME_NUMBER.of('4.2E+1'))
  expect(SAME_NUMBER.of('000')).toBe(SAME_NUMBER.of('0'))
  for (const text of ['4.25', 'evt_1', '-42', '', '1e', '9'.repeat(200)]) expect(changesOf(text)).toEqual([])
})

test('numbers beyond all doubles are none that was rounded', () => {
  expect(couldBe('1E+400', '1.5E+400')).toBe(false)
  expect(changesOf('1E+999').map((change) => change.of('1E+999')).length).toBeGreaterThan(0)
})

test('a text that a spreadsheet was made to keep is what stands inside', () => {
  expect(['="00042"', "'00042", "'cus_1", '=SUM(A1)', "'", '=""', '00042'].map(keptText)).toEqual([
    ...['00042', '00042', 'cus_1'],
    ...[null, null, null, null],
  ])
})
