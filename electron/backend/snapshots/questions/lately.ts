// A small least-recently-used cache.

export interface Lately<T> {
  /** Counts as a use. */
  get(name: string): T | undefined
  set(name: string, value: T): void
}

export function createLately<T>(most: number): Lately<T> {
  const kept = new Map<string, T>()
  return {
    get(name) {
      const value = kept.get(name)
      if (value === undefined) return undefined
      kept.delete(name)
      kept.set(name, value)
      return value
    },
    set(name, value) {
      kept.delete(name)
      kept.set(name, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
    },
  }
}
