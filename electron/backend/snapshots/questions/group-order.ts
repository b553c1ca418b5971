// The order in which groups of possible duplicates are listed: by how much money is too much, the largest first.
import { compareDecimals, type Decimal, ZERO } from '../../../../shared/exact/decimal.ts'

/** What a group counts for: those that are in no figure come after those that are. */
export type Standing = 'open' | 'against' | 'marked'

export interface OrderedGroup {
  group: number[]
  standing: Standing
  /** How much is too much, of either sign; null: there is no such money. */
  tooMuch: Decimal | null
  /** Money of two units is not compared; all that is by the rules comes before what is as sent. */
  unit: { isByRules: boolean; name: string }
}

const STANDINGS: readonly Standing[] = ['open', 'against', 'marked']

/**
 * Open groups first, then those that speak against themselves, then marked ones. Within each: by money, unit by unit, the
 * unit of most groups first; then those without money, the largest group first. What is equal stays as it came.
 */
export function groupsInOrder(groups: readonly OrderedGroup[]): number[][] {
  const counts = new Map<string, number>()
  const unitOf = ({ unit }: OrderedGroup) => `${unit.isByRules ? 0 : 1} ${unit.name}`
  for (const one of groups) if (one.tooMuch !== null) counts.set(unitOf(one), (counts.get(unitOf(one)) ?? 0) + 1)
  const units = [...counts].sort(([a, many], [b, others]) =>
    a[0] !== b[0] ? (a < b ? -1 : 1) : others - many || (a < b ? -1 : 1),
  )
  const places = new Map(units.map(([unit], place) => [unit, place]))
  const placed = groups.map((one) => ({
    group: one.group,
    standing: STANDINGS.indexOf(one.standing),
    place: one.tooMuch === null ? units.length : (places.get(unitOf(one)) ?? 0),
    size: one.tooMuch === null ? ZERO : sizeOf(one.tooMuch),
  }))
  placed.sort(
    (a, b) =>
      a.standing - b.standing ||
      a.place - b.place ||
      compareDecimals(b.size, a.size) ||
      b.group.length - a.group.length,
  )
  return placed.map(({ group }) => group)
}

const sizeOf = ({ digits, scale }: Decimal): Decimal => ({ digits: digits < 0n ? -digits : digits, scale })
