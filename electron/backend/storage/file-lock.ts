// A lock between two shells on one user-data folder. SQLite holds it, so that the operating system releases it when its
// holder dies; a lock file of our own would stay behind.
import { closeSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { openPrivate, UntrustedFileError } from './private-file.ts'
import { BUSY, isSqliteError, primaryCode } from './sqlite-error.ts'
import { isSystemError } from './system-error.ts'

const LONGEST_WAIT_MS = 2_000
const STEP_MS = 5

/**
 * Runs `task` while holding the lock at `path`, an empty file. Null if another process holds it for more than 2 s. Where no
 * lock is possible (a read-only folder) the task runs without; whatever it writes fails there anyway.
 * @throws UntrustedFileError if the lock is a link or another user's, who could hold it forever
 */
export async function underFileLock<T>(path: string, task: () => Promise<T>): Promise<T | null> {
  const lock = openLock(path)
  if (lock === null) return task()
  try {
    for (let waited = 0; !hold(lock); waited += STEP_MS) {
      if (waited >= LONGEST_WAIT_MS) return null
      await wait(STEP_MS)
    }
    return await task()
  } finally {
    lock.close()
  }
}

function openLock(path: string): DatabaseSync | null {
  try {
    closeSync(openPrivate(path, constants.O_RDWR | constants.O_CREAT).descriptor)
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    if (error instanceof UntrustedFileError || !isSystemError(error)) throw error
    return null
  }
}

/** False while another process holds it. A file that is not a database blocks nobody. */
function hold(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (!isSqliteError(error)) throw error
    return primaryCode(error) !== BUSY
  }
}
