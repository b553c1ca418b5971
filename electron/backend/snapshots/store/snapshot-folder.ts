// Where the files of snapshots lie: `snapshots/` of the user-data folder, or a folder of this run only below it.
import { lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { failed, type Result, succeeded } from '../../../../shared/failure.ts'
import { makeFolder } from '../../storage/make-folder.ts'
import { ownUid } from '../../storage/private-file.ts'
import { type HeldLock, heldLock } from './held-lock.ts'
import { LOGS } from './snapshot-tables.ts'

export interface SnapshotFolder {
  /** Why nothing is read from it or kept in it, in a sentence; null where all is well. */
  refused: string | null
  ids(): string[]
  /** Of a file that may or may not be there. */
  pathOf(id: string): string
  exists(id: string): boolean
  /** On the disk, what SQLite puts beside the file included. */
  bytesOf(id: string): number
  /**
   * Differs once the file, or what SQLite puts beside it, was written to. Null as long as that was so lately that a later
   * write might leave the same times.
   */
  stampOf(id: string): string | null
  /** Held by whoever writes the file; null while another does. */
  lock(id: string): HeldLock | null
  /** Keeps a damaged file under another name, so that nothing is lost that somebody might still read. */
  setAside(id: string, at: Date): void
  /** With what was set aside of it. */
  remove(id: string): Result<null>
  /** At the end of the run: what was kept for this run only goes. */
  end(): void
}

const ENDING = '.db'
/** Behind the name of a damaged file, before the instant at which it was found. */
const ASIDE = '.damaged-'
/** Some file systems keep times to two seconds. */
const COARSEST_MS = 2_500

/** Made where it is missing, for this user only; a disk that refuses shows when a file is made. */
export function snapshotFolder(userData: string, thisRunOnly: boolean): SnapshotFolder {
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
    refused,
    pathOf,
    ids() {
      const names = refused === null ? onFiles(() => readdirSync(place)) : succeeded([])
      const files = names.ok ? names.value.filter((name) => name.endsWith(ENDING)) : []
      return files.map((name) => name.slice(0, -ENDING.length)).filter(isId)
    },
    exists: (id) => refused === null && isId(id) && statSync(pathOf(id), { throwIfNoEntry: false }) !== undefined,
    bytesOf: (id) =>
      ['', ...LOGS].reduce((sum, end) => sum + (statSync(pathOf(id) + end, { throwIfNoEntry: false })?.size ?? 0), 0),
    stampOf(id) {
      // A log that is empty, as it is when somebody only looks, holds nothing.
      const stats = ['', '-wal'].flatMap((end) => statSync(pathOf(id) + end, { throwIfNoEntry: false }) ?? [])
      const filled = stats.filter(({ size }) => size > 0)
      // By the system's own clock, as the times of files are.
      const isOld = filled.every(({ mtimeMs }) => Date.now() - mtimeMs > COARSEST_MS)
      return isOld ? filled.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join('; ') : null
    },
    lock: (id) => heldLock(lockOf(id)),
    setAside(id, at) {
      onFiles(() => {
        renameSync(pathOf(id), `${pathOf(id)}${ASIDE}${at.toISOString().replaceAll(':', '-')}`)
        for (const end of LOGS) rmSync(pathOf(id) + end, { force: true })
        return null
      })
    },
    remove(id) {
      const lock = heldLock(lockOf(id))
      if (lock === null)
        return failed({ kind: 'disk', detail: 'This snapshot is being read from the service just now.' })
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
    end() {
      runLock?.release()
      if (thisRunOnly) onFiles(() => rmSync(place, { recursive: true, force: true }))
    },
  }
}

/**
 * A folder that somebody else can write to, or a link that leads to one, could hold files that are swapped while they are
 * read, or lead what is deleted elsewhere.
 */
function whyRefused(all: string, uid = ownUid()): string | null {
  const found = lstatSync(all, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (found.isSymbolicLink())
    return `${all} is a link. Eventscope follows none here; put the folder itself in its place.`
  if (!found.isDirectory()) return `${all} is not a folder. Move it away.`
  if (uid === null) return null
  if (found.uid !== uid) return `${all} belongs to another user of this computer (number ${found.uid}). Move it away.`
  const isOpen = (found.mode & 0o022) !== 0
  return isOpen ? `Others on this computer may put files into ${all}. Run \`chmod go-w ${all}\`.` : null
}

/** Whether a text can be an id: it becomes a file's name. */
export const isId = (id: string) => /^[\w-]{1,100}$/.test(id)

/** Those of a run that was killed: its key is gone, and nobody can read them any more. */
function removeRunsThatEnded(all: string, own: string): void {
  for (const name of readdirSync(all)) {
    const path = join(all, name)
    if (!name.startsWith('run-') || path === own) continue
    const lock = heldLock(join(path, 'lock'))
    lock?.release()
    if (lock !== null) rmSync(path, { recursive: true, force: true })
  }
}

/** What the file system refuses is a value; anything else is a mistake of ours. */
function onFiles<T>(work: () => T): Result<T> {
  try {
    return succeeded(work())
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return failed({ kind: 'disk', detail: error.message })
  }
}
