// Exports of all matches that this window began and has not fetched yet, stored so that a reload loses none. It fetches
// them by itself; any other window offers them.
import { z } from 'zod'

export interface OwnExports {
  has(exportId: string): boolean
  add(exportId: string): void
  drop(exportId: string): void
}

const KEY = 'eventscope-own-exports'

/** @param storage of this window only */
export function createOwnExports(storage: Pick<Storage, 'getItem' | 'setItem'>): OwnExports {
  const ids = new Set(read())

  function read(): string[] {
    try {
      return z.array(z.string()).parse(JSON.parse(storage.getItem(KEY) ?? '[]'))
    } catch {
      return []
    }
  }

  function keep() {
    try {
      storage.setItem(KEY, JSON.stringify([...ids]))
    } catch {
      // Full or refused: after a reload the files are offered here as in any other window.
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
