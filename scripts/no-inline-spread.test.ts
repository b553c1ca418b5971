// Plants literals that are spread: proves that no-inline-spread.grit refuses them, and what it leaves alone.
import { expect, test } from 'vitest'
import { lintPlanted } from './lint-planted.ts'

const REFUSED = [
  'export const whole = { ...{ from: 1, to: 2 }, zone: 3 }',
  'export const empty = { ...{} }',
  'export const part = <Part {...{ from, to }} zone={zone} />',
]
const ALLOWED = [
  'export const whole = { from: 1, to: 2, zone: 3 }',
  'export const wide = { ...range, zone: 3 }',
  'export const maybe = { ...(range === null ? {} : { from: range.from }), zone: 3 }',
  'export const part = <Part {...range} zone={zone} />',
]

const complaints = lintPlanted(
  new Map([
    ['renderer/refused.tsx', REFUSED.join('\n')],
    ['shared/allowed.tsx', ALLOWED.join('\n')],
  ]),
).filter(({ category }) => category === 'plugin')

test.each(REFUSED.map((text, at) => [text, at + 1] as const))('%s is refused', (_, line) => {
  expect(complaints.filter(({ location }) => location.start.line === line)).toHaveLength(1)
})

test('what is chosen, or has a name, may be spread', () => {
  expect(complaints.map(({ location }) => location.path)).toEqual(REFUSED.map(() => 'renderer/refused.tsx'))
})
