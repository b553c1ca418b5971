// A lock for the lifetime of its holder. SQLite holds it, so that the operating system releases it when the holder dies.
import { DatabaseSync } from 'node:sqlite'
import { isSqliteError, UntrustedFileError } from '../../storage/disk-error.ts'
import { makePrivate } from '../../storage/private-file.ts'

export interface HeldLock {
  release(): void
}

/**
 * Holds the lock on an empty file at `path`, made where it is missing. Null while another process or caller holds it, or
 * could for ever, because the file is not this user's own.
 */
export function heldLock(path: string): HeldLock | null {
  let lock: DatabaseSync | null = null
  try {
    makePrivate(path)
    lock = new DatabaseSync(path, { timeout: 0 })
    // Nothing is written: a disk that is full can be locked, and what is on it deleted.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    const held = lock
    return { release: () => void (held.isOpen && held.close()) }
  } catch (error) {
    if (!isSqliteError(error) && !(error instanceof UntrustedFileError)) throw error
    lock?.close()
    return null
  }
}
