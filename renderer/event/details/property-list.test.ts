import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Property } from '../../../shared/event/event.ts'
import { searchPattern } from '../../ui/excerpt.ts'
import { findProperties, repeatedNames } from './property-list.tsx'
import { countCharacters } from './property-row.tsx'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '1', '.'), maxLength: 4 })
const property: fc.Arbitrary<Property> = fc.record({
  name: letters,
  kind: fc.constantFrom('string' as const, 'number' as const),
  text: letters,
})
const properties = fc.array(property, { maxLength: 12 })

describe('findProperties', () => {
  it('finds just those whose name or value holds the query, in the order sent', () => {
    fc.assert(
      fc.property(properties, letters, (list, query) => {
        const holds = (text: string) => text.toLowerCase().includes(query.toLowerCase())
        const expected = list.flatMap((item, index) => (holds(item.name) || holds(item.text) ? [index] : []))
        const found = findProperties(list, searchPattern(query))
        expect(found.map(({ index }) => index)).toEqual(expected)
        for (const { property: item, index } of found) expect(item).toBe(list[index])
      }),
      { seed: 1 },
    )
  })
})

describe('repeatedNames', () => {
  it('counts each name that is there more than once, and no other', () => {
    fc.assert(
      fc.property(properties, (list) => {
        const repeated = repeatedNames(list)
        for (const [index, item] of list.entries()) {
          const same = list.filter(({ name }) => name === item.name)
          const nth = list.slice(0, index + 1).filter(({ name }) => name === item.name).length
          expect(repeated.get(index)).toEqual(same.length > 1 ? { nth, of: same.length } : undefined)
        }
      }),
      { seed: 2 },
    )
  })

  it('takes __proto__ for a name like any other', () => {
    const item: Property = { name: '__proto__', kind: 'string', text: 'x' }
    expect(repeatedNames([item, item]).get(1)).toEqual({ nth: 2, of: 2 })
  })
})

it('counts characters, not halves of pairs', () => {
  expect(countCharacters('a😀b')).toBe(3)
  expect(countCharacters('x'.repeat(20_000))).toBe(20_000)
  // A pair, or half of one, wherever a long text is cut.
  for (const before of ['', 'a', '\udc00', '\ud83d']) {
    const text = before + '😀'.repeat(100_000)
    expect(countCharacters(text)).toBe([...text].length)
  }
})
