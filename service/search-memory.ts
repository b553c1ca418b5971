// What was learned of each search, until an event changes: how many events match it, and which ones stand where. Without
// it every page of a million events would count them all, and walk over those that it skips.

/** Where in a search's order the events begin whose order key (their instant, say) is this one. */
export type Position = { offset: number; key: string | number }

export type SearchMemory = {
  /** How many events match; counted by `count` where it is not known. */
  total(search: string, count: () => number): number
  /** The last known position at an offset or before it; null where there is none. */
  before(search: string, offset: number): Position | null
  remember(search: string, position: Position): void
  /** Forgets everything: called at every change. */
  clear(): void
}

const MOST_REMEMBERED = 100_000

export function createSearchMemory(): SearchMemory {
  const totals = new Map<string, number>()
  const positions = new Map<string, Position[]>()
  let remembered = 0

  function makeRoom(): void {
    if (remembered++ < MOST_REMEMBERED) return
    clear()
  }

  function clear(): void {
    totals.clear()
    positions.clear()
    remembered = 0
  }

  return {
    total(search, count) {
      const known = totals.get(search)
      if (known !== undefined) return known
      makeRoom()
      const total = count()
      totals.set(search, total)
      return total
    },
    before(search, offset) {
      const known = positions.get(search) ?? []
      return known[placeOf(known, offset) - 1] ?? null
    },
    remember(search, position) {
      const known = positions.get(search) ?? []
      const place = placeOf(known, position.offset)
      if (known[place - 1]?.offset === position.offset) return
      makeRoom()
      known.splice(place, 0, position)
      positions.set(search, known)
    },
    clear,
  }
}

/** How many of the positions, which stand in order, lie at an offset or before it. */
function placeOf(positions: Position[], offset: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle]?.offset ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}
