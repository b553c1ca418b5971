// What this window knows of exports, stored so that a reload loses none of it.
import { z } from 'zod'

/** IDs of exports. */
export interface OwnExports {
  has(exportId: string): boolean
  add(exportId: string): void
  drop(exportId: string): void
}

const KEYS = {
  /** Of all matches, begun here and not fetched yet: this window fetches them by itself, any other one offers them. */
  begun: 'eventscope-own-exports',
  /** Taken off the list here. */
  cleared: 'eventscope-cleared-exports',
}

/** @param storage of this window only */
export function createOwnExports(which: keyof typeof KEYS, storage: Pick<Storage, 'getItem' | 'setItem'>): OwnExports {
  const key = KEYS[which]
  const ids = new Set(read())

  function read(): string[] {
    try {
      return z.array(z.string()).parse(JSON.parse(storage.getItem(key) ?? '[]'))
    } catch {
      return []
    }
  }

  function keep() {
    try {
      storage.setItem(key, JSON.stringify([...ids]))
    } catch {
      // Full or refused: after a reload this window knows no more of them than any other.
    }
  }

  return {
    has: (exportId) => ids.has(exportId),
    add(exportId) {
      ids.add(exportId)
      keep()
    },
    drop(exportId) {
      if (ids.delete(exportId)) keep()
    },
  }
}
