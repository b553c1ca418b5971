import { expect, test } from 'vitest'
import {
  type FileChoices,
  fileChoicesSchema,
  invoiceChoicesSchema,
  NOTHING_CHOSEN,
  NOTHING_CHOSEN_FOR_INVOICE,
} from '../../../shared/check/checked-file.ts'
import { keptChoices, withKeptChoices } from './file-check-state.ts'

const decimal = (sign: '.' | ','): FileChoices => ({ ...NOTHING_CHOSEN, decimal: sign })
const kept = (text: string | null, heads: string) => keptChoices(text, heads, fileChoicesSchema)

test('choices hold for files with the same heads, and the latest ones count', () => {
  const first = withKeptChoices(null, '["a"]', decimal('.'))
  const second = withKeptChoices(first, '["b"]', decimal(','))
  const third = withKeptChoices(second, '["a"]', decimal(','))
  expect(kept(second, '["a"]')).toEqual(decimal('.'))
  expect(kept(third, '["a"]')).toEqual(decimal(','))
  expect(kept(third, '["b"]')).toEqual(decimal(','))
  expect(kept(third, '["c"]')).toBeNull()
})

test('a hundred are kept and older ones are dropped; text that cannot be understood holds no choices', () => {
  let text: string | null = null
  for (let at = 0; at < 101; at += 1) text = withKeptChoices(text, `${at}`, NOTHING_CHOSEN)
  expect([kept(text, '0'), kept(text, '1')]).toEqual([null, NOTHING_CHOSEN])
  for (const other of ['', '{', '[{"heads":1}]', 'null']) expect(kept(other, '0')).toBeNull()
})

test('choices that cannot be understood do not cost any of the others', () => {
  const text = withKeptChoices(withKeptChoices(null, 'a', decimal(',')), 'b', { decimal: 'point' })
  expect([kept(text, 'a'), kept(text, 'b')]).toEqual([decimal(','), null])
})

test('choices of invoices are kept as those of ledgers are', () => {
  const chosen = {
    ...NOTHING_CHOSEN_FOR_INVOICE,
    items: [{ said: 'VAT', means: { is: 'not-from-events' as const, what: 'tax' as const } }],
  }
  expect(keptChoices(withKeptChoices(null, 'a', chosen), 'a', invoiceChoicesSchema)).toEqual(chosen)
})

test('what is kept never grows beyond a mebibyte', () => {
  const large = {
    ...NOTHING_CHOSEN,
    customers: Array.from({ length: 5_000 }, (_, at) => ({ said: 'x'.repeat(90), is: `${at}` })),
  }
  let text: string | null = null
  for (const heads of ['a', 'b', 'c']) text = withKeptChoices(text, heads, large)
  expect(text?.length).toBeLessThanOrEqual(1024 * 1024)
  expect(kept(text, 'c')).toEqual(large)
})
