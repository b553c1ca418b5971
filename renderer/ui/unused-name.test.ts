import { expect, test } from 'vitest'
import { unusedName } from './unused-name.ts'

test('a name that is taken gets the next number, whatever its case; one that has a number keeps to one', () => {
  expect(unusedName('November', [])).toBe('November')
  expect(unusedName('November', ['NOVEMBER', 'November (2)'])).toBe('November (3)')
  expect(unusedName('November (2)', ['November', 'November (2)'])).toBe('November (3)')
  expect([...unusedName('x'.repeat(500), ['x'.repeat(150)])]).toHaveLength(154)
})
