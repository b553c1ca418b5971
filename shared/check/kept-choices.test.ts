import { expect, test } from 'vitest'
import { type FileChoices, NOTHING_CHOSEN } from './checked-file.ts'
import { keptChoices, withKeptChoices } from './kept-choices.ts'

const decimal = (sign: '.' | ','): FileChoices => ({ ...NOTHING_CHOSEN, decimal: sign })

test('choices are those of files with the same heads, the latest ones', () => {
  const first = withKeptChoices(null, '["a"]', decimal('.'))
  const second = withKeptChoices(first, '["b"]', decimal(','))
  const third = withKeptChoices(second, '["a"]', decimal(','))
  expect(keptChoices(second, '["a"]')).toEqual(decimal('.'))
  expect(keptChoices(third, '["a"]')).toEqual(decimal(','))
  expect(keptChoices(third, '["b"]')).toEqual(decimal(','))
  expect(keptChoices(third, '["c"]')).toBeNull()
})

test('a hundred are kept, the oldest go; text that cannot be understood says nothing', () => {
  let text: string | null = null
  for (let at = 0; at < 101; at += 1) text = withKeptChoices(text, `${at}`, NOTHING_CHOSEN)
  expect([keptChoices(text, '0'), keptChoices(text, '1')]).toEqual([null, NOTHING_CHOSEN])
  for (const other of ['', '{', '[{"heads":1}]', 'null']) expect(keptChoices(other, '0')).toBeNull()
})

test('what is kept never grows beyond a mebibyte', () => {
  const large = {
    ...NOTHING_CHOSEN,
    customers: Array.from({ length: 5_000 }, (_, at) => ({ said: 'x'.repeat(90), is: `${at}` })),
  }
  let text: string | null = null
  for (const heads of ['a', 'b', 'c']) text = withKeptChoices(text, heads, large)
  expect(text?.length).toBeLessThanOrEqual(1024 * 1024)
  expect(keptChoices(text, 'c')).toEqual(large)
})
