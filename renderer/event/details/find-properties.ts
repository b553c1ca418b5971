// What the properties list computes: which properties are found, which names repeat, how long a value is.
import type { Property } from '../../../shared/event/event.ts'
import { betweenPairs } from '../../ui/excerpt.ts'
import { firstMatch } from '../../ui/text-search.ts'

/** A property and its place in the order sent. */
export interface PlacedProperty {
  property: Property
  index: number
}

/** The properties whose name or value holds a match, in the order sent; all of them without a pattern. */
export function findProperties(properties: readonly Property[], pattern: RegExp | null): PlacedProperty[] {
  const placed = properties.map((property, index) => ({ property, index }))
  if (pattern === null) return placed
  return placed.filter(
    ({ property }) => firstMatch(property.name, pattern) !== -1 || firstMatch(property.text, pattern) !== -1,
  )
}

/** For each property whose name occurs more than once: which occurrence it is, and of how many. */
export function repeatedNames(properties: readonly Property[]): Map<number, { nth: number; of: number }> {
  const places = Map.groupBy(properties.keys(), (index) => properties[index]?.name ?? '')
  const repeated = new Map<number, { nth: number; of: number }>()
  for (const indexes of places.values()) {
    if (indexes.length < 2) continue
    for (const [at, index] of indexes.entries()) repeated.set(index, { nth: at + 1, of: indexes.length })
  }
  return repeated
}

/** Unicode characters, so that an emoji outside the first plane counts as one. */
export function countCharacters(text: string): number {
  let count = text.length
  let at = 0
  while (at < text.length) {
    const end = betweenPairs(text, Math.min(text.length, at + AT_ONCE))
    count -= text.slice(at, end).match(PAIRS)?.length ?? 0
    at = end
  }
  return count
}

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g
/** So many UTF-16 units are searched for pairs in one go: a text of 32 MiB may be nothing else. */
const AT_ONCE = 65_536
