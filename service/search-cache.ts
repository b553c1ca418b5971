// Caches, until an event changes, how many events match a search and what stands at some of its offsets. Without it
// every page of a million events would count them all and walk over those that its offset skips.

/** The offset at which the events with this sort key begin. */
export type Position = { offset: number; key: string | number }

export type SearchCache = {
  /** How many events match; calls `count` if that is not cached. */
  total(search: string, count: () => number): number
  /** The cached position closest before an offset, or at it; null if there is none. */
  positionBefore(search: string, offset: number): Position | null
  addPosition(search: string, position: Position): void
  /** Must be called whenever an event is added, changed or removed. */
  clear(): void
}

const MAX_ENTRIES = 100_000

/** An empty cache; it drops all once it holds 100,000 entries. */
export function createSearchCache(): SearchCache {
  const totals = new Map<string, number>()
  const positions = new Map<string, Position[]>()
  let entries = 0

  function countEntry(): void {
    if (entries === MAX_ENTRIES) clear()
    entries++
  }

  function clear(): void {
    totals.clear()
    positions.clear()
    entries = 0
  }

  return {
    total(search, count) {
      const known = totals.get(search)
      if (known !== undefined) return known
      countEntry()
      const total = count()
      totals.set(search, total)
      return total
    },
    positionBefore(search, offset) {
      const known = positions.get(search) ?? []
      return known[indexAfter(known, offset) - 1] ?? null
    },
    addPosition(search, position) {
      const known = positions.get(search) ?? []
      const index = indexAfter(known, position.offset)
      if (known[index - 1]?.offset === position.offset) return
      countEntry()
      // That may have emptied the cache.
      const kept = positions.get(search) ?? []
      kept.splice(indexAfter(kept, position.offset), 0, position)
      positions.set(search, kept)
    },
    clear,
  }
}

/** The index of the first of the sorted positions that lies behind an offset. */
function indexAfter(positions: Position[], offset: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle]?.offset ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}
