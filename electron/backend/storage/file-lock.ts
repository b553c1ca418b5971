// Locks between two processes. SQLite holds them, so that the operating system releases one when its holder dies; a
// lock file of our own would stay behind.
import { constants, fstatSync, lstatSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { BUSY, isSqliteError, isSystemError, primaryCode, UntrustedFileError } from './disk-error.ts'
import { withPrivate } from './private-file.ts'

const LONGEST_WAIT_MS = 2_000
const STEP_MS = 5

/**
 * Runs `task` while holding the lock at `path`, an empty file. Null if another process holds it for more than 2 s.
 * Where no lock is possible (a read-only folder) the task runs without; whatever it writes fails there anyway.
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

interface PassingLock {
  /** Ends the waiting. */
  signal?: AbortSignal | undefined
  /** Another process holds it: told once. */
  onWait?: (() => void) | undefined
}

/** Two looks at a lock that may be held for half an hour are so far apart. */
const LONG_STEP_MS = 100

/**
 * Locks as `underFileLock`, with a file that goes with its holder, as it lies among a user's own files. Waits as long
 * as it takes; null once `signal` is aborted.
 * @throws UntrustedFileError as `underFileLock`
 */
export async function underPassingLock<T>(
  path: string,
  { signal, onWait }: PassingLock,
  task: () => Promise<T>,
): Promise<T | null> {
  for (let tries = 0; signal?.aborted !== true; tries += 1) {
    const lock = openLock(path)
    if (lock === null) return task()
    try {
      // Whoever held it before may have removed the file, and a third process made another: that one is the lock then.
      if (hold(lock) && inodeOf(path) === lock.inode) {
        try {
          return await task()
        } finally {
          remove(path)
        }
      }
    } finally {
      lock.close()
    }
    if (tries === 0) onWait?.()
    await wait(LONG_STEP_MS, undefined, { signal }).catch(() => undefined)
  }
  return null
}

const inodeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.ino

/** While it is held: on Windows an open file stays, and is the next holder's. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!isSystemError(error)) throw error
  }
}

class Lock extends DatabaseSync {
  readonly inode: number

  constructor(path: string, inode: number) {
    super(path, { timeout: 0 })
    this.inode = inode
  }
}

function openLock(path: string): Lock | null {
  try {
    // Closed before SQLite opens it: closing a file later would let go of SQLite's locks.
    const inode = withPrivate(path, constants.O_RDWR | constants.O_CREAT, ({ descriptor }) => fstatSync(descriptor).ino)
    return new Lock(path, inode)
  } catch (error) {
    if (error instanceof UntrustedFileError || !isSystemError(error)) throw error
    return null
  }
}

/** False while another process holds it. A file that is not a database blocks nobody. */
function hold(lock: DatabaseSync): boolean {
  try {
    // It keeps no journal on the disk, which a killed process would leave beside it.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (!isSqliteError(error)) throw error
    return primaryCode(error) !== BUSY
  }
}
