// What was odd about the answers of a reading, to be asked about in the end (ask-oddities.ts).
import type { OutsideRows } from './answer-traits.ts'

export interface Oddities {
  /** Events of which one answer held two texts. */
  twoTexts: number
  /** Events whose text was another in a later answer: the later one is kept. */
  amended: number
  /** Whether a total was lower than one before it in the same reading of a slice. */
  fell: boolean
  /** Names of filters that rows miss, as `mismatches` gives them. */
  misses: Set<string>
  /** How often IDs came that one answer held more than once: as many as are asked about. */
  doubled: Map<string, number>
  /** Rows outside of what was sent, by slice. */
  outside: Map<number, OutsideRows>
  missed(names: readonly string[]): void
  storedTwice(key: string, times: number): void
}

/** IDs that are asked about alone. */
const MOST_ASKED = 5

export function createOddities(): Oddities {
  const misses = new Set<string>()
  const doubled = new Map<string, number>()
  return {
    twoTexts: 0,
    amended: 0,
    fell: false,
    misses,
    doubled,
    outside: new Map(),
    missed: (names) => {
      for (const name of names) misses.add(name)
    },
    storedTwice: (key, times) => {
      if (doubled.has(key) || doubled.size < MOST_ASKED) doubled.set(key, times)
    },
  }
}
