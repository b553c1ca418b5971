// The parts of slices that were cut: nothing is cut further before the counts of the parts were seen to add up.
import type { Slice } from '../slice.ts'
import { checkParts, type PartsCheck } from './check-parts.ts'
import type { Reading } from './reading.ts'
import type { Bounds } from './requests.ts'

export interface Families {
  /** `parts` were made of `whole`, which counted `total`; `shared` is what neighbours both ask for. */
  found(whole: Slice, total: number, parts: readonly Slice[], shared: readonly Bounds[]): void
  /** How many rows a part has, null where it could not be asked. With the last of a family a check is due. */
  tell(sliceId: number, total: number | null): (() => Promise<PartsCheck>) | null
  /** Resolves when the family of a slice was checked: whether it added up. True for what is part of nothing. */
  settled(sliceId: number): Promise<boolean>
  /** Nobody waits any more: what is not checked counts as wrong. */
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
          // A part that could not be asked leaves nothing to add up; the whole is counted in the end.
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
          // Counts that did not come say nothing against the parts either.
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
