// Heads of columns: each once, and none that a file cannot hold.
import { wellFormed } from '../exact/well-formed.ts'

/** Each name, or the first of `name (2)`, `name (3)`, … that none before it bears. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((sent) => {
    const name = wellFormed(sent)
    let free = name
    let count = counts.get(name) ?? 1
    while (taken.has(free)) {
      count += 1
      free = `${name} (${count})`
    }
    counts.set(name, count)
    taken.add(free)
    return free
  })
}
