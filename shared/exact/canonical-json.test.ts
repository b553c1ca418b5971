// Texts of one meaning have one canonical text, and texts of two meanings have two.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { runs } from './fixtures/runs.ts'

test.each([
  ['{"b":1,"a":[1.0,{"y":2,"x":3}]}', '{ "a" : [1,{"x":3e0,"y":20e-1}], "b":1.00 }'],
  ['"\\u0061"', '"a"'],
  ['-0.0', '0'],
  ['{"a":1,"a":2}', '{"a":1.0,"a":2}'],
])('%s is %s', (one, other) => expect(canonicalJson(one)).toBe(canonicalJson(other)))

test.each([
  ['{"a":1,"a":2}', '{"a":2,"a":1}'],
  ['{"a":1}', '{"a":"1"}'],
  ['[1,2]', '[2,1]'],
  ['{"a":{"b":1}}', '{"a.b":1}'],
  ['1e400', '1e401'],
  ['null', '"null"'],
])('%s is not %s', (one, other) => expect(canonicalJson(one)).not.toBe(canonicalJson(other)))

test('a value is the same in whatever order its members are, and only then', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (value, other) => {
      expect(canonicalJson(JSON.stringify(turned(value)))).toBe(canonicalJson(JSON.stringify(value)))
      const isSame = JSON.stringify(sorted(value)) === JSON.stringify(sorted(other))
      expect(canonicalJson(JSON.stringify(value)) === canonicalJson(JSON.stringify(other))).toBe(isSame)
    }),
    runs(2_803, 300),
  )
})

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const withMembers = (value: unknown, order: (members: [string, unknown][]) => [string, unknown][]): unknown => {
  if (Array.isArray(value)) return value.map((one) => withMembers(one, order))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as Record<string, Json>).map(([name, member]): [string, unknown] => [
    name,
    withMembers(member, order),
  ])
  return Object.fromEntries(order(members))
}
const turned = (value: unknown) => withMembers(value, (members) => members.toReversed())
const sorted = (value: unknown) => withMembers(value, (members) => members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
