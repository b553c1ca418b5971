// The folder of snapshot files: `snapshots/` in the user-data folder, or a folder for this run only below it.
import { lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { isSqliteError, UntrustedFileError } from '../../storage/disk-error.ts'
import { linkWords, makeFolder, makePrivate, ownUid, strangerWords } from '../../storage/private-file.ts'
import { LOGS } from './snapshot-contents.ts'

export type SnapshotFolder = ReturnType<typeof snapshotFolder>

const ENDING = '.db'
/** Follows the name of a damaged file; the instant of discovery follows it. */
const ASIDE = '.damaged-'
/** Some file systems store times to two seconds. */
const COARSEST_MS = 2_500

/** Created if missing, for this user only; disk errors surface when a file is created. */
export function snapshotFolder(userData: string, thisRunOnly: boolean) {
  const all = join(userData, 'snapshots')
  const refused = whyRefused(all)
  const place = thisRunOnly ? join(all, `run-${crypto.randomUUID()}`) : all
  const pathOf = (id: string) => join(place, `${id}${ENDING}`)
  const lockOf = (id: string) => `${pathOf(id)}.lock`
  let runLock: HeldLock | null = null
  onFiles(() => {
    if (refused !== null) return null
    makeFolder(place)
    removeRunsThatEnded(all, place)
    if (thisRunOnly) runLock = heldLock(join(place, 'lock'))
    return null
  })

  return {
    /** Why it is not used, in a sentence; null if all is well. */
    refused,
    /** Its path; the file need not exist. */
    pathOf,
    ids(): string[] {
      const names = refused === null ? onFiles(() => readdirSync(place)) : succeeded([])
      const files = names.ok ? names.value.filter((name) => name.endsWith(ENDING)) : []
      return files.map((name) => name.slice(0, -ENDING.length)).filter(isId)
    },
    exists: (id: string) =>
      refused === null && isId(id) && statSync(pathOf(id), { throwIfNoEntry: false }) !== undefined,
    /** Size on disk, including SQLite's files beside it. */
    bytesOf: (id: string) =>
      ['', ...LOGS].reduce((sum, end) => sum + (statSync(pathOf(id) + end, { throwIfNoEntry: false })?.size ?? 0), 0),
    /**
     * Differs once the file, or what SQLite puts beside it, was written to. Null as long as that was so lately that a
     * later write might leave the same times.
     */
    stampOf(id: string): string | null {
      // An empty log, as a mere reader leaves it, holds nothing.
      const stats = ['', '-wal'].flatMap((end) => statSync(pathOf(id) + end, { throwIfNoEntry: false }) ?? [])
      const filled = stats.filter(({ size }) => size > 0)
      // It goes by the system's clock, which also stamps files.
      const isOld = filled.every(({ mtimeMs }) => Date.now() - mtimeMs > COARSEST_MS)
      return isOld ? filled.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join('; ') : null
    },
    /** The writer's lock; null while another process holds it. */
    lock: (id: string) => heldLock(lockOf(id)),
    /**
     * Renames a damaged file rather than deleting it: someone might still recover it. False, and it stays, while
     * another process holds its lock: a snapshot that is about to begin holds nothing yet, and looks damaged.
     */
    setAside(id: string, at: Date): boolean {
      const lock = heldLock(lockOf(id))
      if (lock === null) return false
      onFiles(() => {
        renameSync(pathOf(id), `${pathOf(id)}${ASIDE}${at.toISOString().replaceAll(':', '-')}`)
        for (const end of LOGS) rmSync(pathOf(id) + end, { force: true })
        return null
      })
      lock.release()
      onFiles(() => rmSync(lockOf(id), { force: true }))
      return true
    },
    isSetAside(id: string): boolean {
      const names = onFiles(() => readdirSync(place))
      return names.ok && names.value.some((name) => name.startsWith(`${id}${ENDING}${ASIDE}`))
    },
    /** Also deletes damaged files that were set aside. */
    remove(id: string): Result<null> {
      const lock = heldLock(lockOf(id))
      if (lock === null)
        return failed({ kind: 'disk', detail: 'This snapshot is being read from the service right now.' })
      const done = onFiles(() => {
        for (const end of ['', ...LOGS]) rmSync(pathOf(id) + end, { force: true })
        for (const name of readdirSync(place)) {
          if (name.startsWith(`${id}${ENDING}${ASIDE}`)) rmSync(join(place, name), { force: true })
        }
        return null
      })
      lock.release()
      onFiles(() => rmSync(lockOf(id), { force: true }))
      return done
    },
    /** Deletes what was kept for this run only. */
    end(): void {
      runLock?.release()
      if (thisRunOnly) onFiles(() => rmSync(place, { recursive: true, force: true }))
    },
  }
}

/**
 * A folder that somebody else can write to, or a link that leads to one, could hold files that are swapped while they
 * are read, or lead what is deleted elsewhere.
 */
function whyRefused(all: string, uid = ownUid()): string | null {
  const found = lstatSync(all, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (found.isSymbolicLink()) return linkWords(all, 'folder')
  if (!found.isDirectory()) return `${all} is not a folder. Move it away.`
  if (uid === null) return null
  if (found.uid !== uid) return `${strangerWords(all, found.uid)} Move it away.`
  const isOpen = (found.mode & 0o022) !== 0
  return isOpen ? `Others on this computer may put files into ${all}. Run \`chmod go-w ${all}\`.` : null
}

/** Whether a text can be an id: it becomes a file's name. */
export const isId = (id: string) => /^[\w-]{1,100}$/.test(id)

/** Removes the files of runs that were killed: their keys are gone, so nobody can read them. */
function removeRunsThatEnded(all: string, currentRun: string): void {
  for (const name of readdirSync(all)) {
    const path = join(all, name)
    if (!name.startsWith('run-') || path === currentRun) continue
    const lock = heldLock(join(path, 'lock'))
    lock?.release()
    if (lock !== null) rmSync(path, { recursive: true, force: true })
  }
}

/** Turns a file system error into a value; anything else is a bug and is thrown. */
function onFiles<T>(work: () => T): Result<T> {
  try {
    return succeeded(work())
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return failed({ kind: 'disk', detail: error.message })
  }
}

// A lock for the lifetime of its holder. SQLite holds it, so that the operating system releases it when the holder
// dies.

export interface HeldLock {
  release(): void
}

/**
 * Holds the lock on an empty file at `path`, made where it is missing. Null while another process or caller holds it,
 * or could for ever, because the file is not this user's own.
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
