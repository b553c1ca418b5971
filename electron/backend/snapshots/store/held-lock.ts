// A lock that is held for as long as its holder lives: SQLite's, so that the operating system lets go when that dies.
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../../storage/private-file.ts'
import { isSqliteError } from '../../storage/sqlite-error.ts'

export interface HeldLock {
  release(): void
}

/** Holds the lock on an empty file at `path`, made where it is missing. Null while another process or caller holds it. */
export function heldLock(path: string): HeldLock | null {
  makePrivate(path)
  let lock: DatabaseSync | null = null
  try {
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    const held = lock
    return { release: () => held.close() }
  } catch (error) {
    if (!isSqliteError(error)) throw error
    lock?.close()
    return null
  }
}
