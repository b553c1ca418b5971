// The parts of each slice that was cut: none is cut further until the totals of the parts have been seen to add up.
import type { Slice } from '../slice.ts'
import { checkParts, type PartsCheck } from './check-parts.ts'
import type { Reading } from './reading.ts'
import type { Bounds } from './requests.ts'

export interface Families {
  /** Notes that `whole`, of `total` rows, was cut into `parts`; `shared` are the overlaps of neighbours. */
  found(whole: Slice, total: number, parts: readonly Slice[], shared: readonly Bounds[]): void
  /** Notes a part's total, null if the request failed. With the last of a family, returns the check that is due. */
  tell(sliceId: number, total: number | null): (() => Promise<PartsCheck>) | null
  /** Resolves once a slice's family is checked: whether it added up. True for a slice of no family. */
  settled(sliceId: number): Promise<boolean>
  /** Resolves every pending check as not adding up. */
  giveUp(): void
}

interface Family {
  counts: Map<number, number | null>
  size: number
  check(): Promise<PartsCheck>
  settled: PromiseWithResolvers<boolean>
}

export function createFamilies(reading: Reading): Families {
  const families = new Map<number, Family>()
  return {
    found(whole, total, parts, shared) {
      const family: Family = {
        counts: new Map(),
        size: parts.length,
        check: async () => {
          // With a part missing there is nothing to add up; the final count of the whole decides.
          const isAsked = [...family.counts.values()].every((count) => count !== null)
          const counted = parts.map((bounds) => ({ bounds, total: family.counts.get(bounds.id) ?? 0 }))
          const check = isAsked ? await checkParts(reading, { whole, total, parts: counted, shared }) : 'unasked'
          if (check === 'adds-up' && reading.state.behaviour.totals === null) {
            reading.learn({ totals: 'matches' })
            const words = 'The total counts all matches: parts of a range add up to the whole.'
            const shown = [{ bounds: whole, total }, ...counted].map((one) => ({
              request: reading.requests.requestFor(one.bounds, 0),
              saw: `total ${one.total}`,
            }))
            reading.find({ about: 'totals', finding: 'matches', words }, ...shown)
          }
          // A failed count does not speak against the parts.
          family.settled.resolve(check === 'adds-up' || check === 'unasked')
          return check
        },
        settled: Promise.withResolvers(),
      }
      for (const { id } of parts) families.set(id, family)
    },
    tell(sliceId, total) {
      const family = families.get(sliceId)
      if (family === undefined || family.counts.has(sliceId)) return null
      family.counts.set(sliceId, total)
      return family.counts.size === family.size ? family.check : null
    },
    settled: (sliceId) => families.get(sliceId)?.settled.promise ?? Promise.resolve(true),
    giveUp() {
      for (const { settled } of families.values()) settled.resolve(false)
    },
  }
}
