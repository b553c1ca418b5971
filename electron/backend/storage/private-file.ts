// storage/ is how small things are kept on disk: for this user alone, whole, and sealed where they must be.
// Files that only this user may read. Where others can write to the folder, they may have planted a link, a file of their own
// under our name, or a pipe that never answers. None of these is opened.
import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, type Stats } from 'node:fs'
import { isSystemError } from './system-error.ts'

/** Group and others. */
const WRITABLE_BY_OTHERS = 0o022
const OPEN_TO_OTHERS = 0o077

/** Undefined on Windows, where creating links takes an administrator and pipes are not in folders. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** The file is not this user's own. Has a `code`, like a system error. */
export class UntrustedFileError extends Error {
  override name = 'UntrustedFileError'
  code = 'EUNTRUSTED'
}

/** This user's id; null on Windows, which protects the user's profile by itself. */
export const ownUid = (): number | null => process.geteuid?.() ?? null

export interface PrivateFile {
  descriptor: number
  /** Others could write to it until now, so its content may be theirs. */
  wasWritable: boolean
}

/**
 * Opens a file of this user's with the `flags` of open(2), and revokes all other users' access to it.
 * @throws UntrustedFileError for a link, another user's file, or anything that is not a file; else the system's error
 */
export function openPrivate(path: string, flags: number, uid = ownUid()): PrivateFile {
  const descriptor = openUnfollowed(path, flags, uid)
  try {
    const stats = fstatSync(descriptor)
    const why = whyUntrusted(path, stats, uid)
    if (why !== null) throw new UntrustedFileError(why)
    const mode = uid === null ? 0 : stats.mode
    if ((mode & OPEN_TO_OTHERS) !== 0) fchmodSync(descriptor, 0o600)
    return { descriptor, wasWritable: (mode & WRITABLE_BY_OTHERS) !== 0 }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/**
 * Creates `path` as an empty file if it is missing, and revokes other users' access to it and to its `companions` (suffixes
 * of its name). Ignores disk errors: opening the file will report them.
 * @throws UntrustedFileError
 */
export function makePrivate(path: string, companions: readonly string[] = [], uid = ownUid()): void {
  touchPrivate(path, constants.O_RDWR | constants.O_CREAT, uid)
  for (const suffix of companions) touchPrivate(path + suffix, constants.O_RDWR, uid)
}

function touchPrivate(path: string, flags: number, uid: number | null): void {
  try {
    closeSync(openPrivate(path, flags, uid).descriptor)
  } catch (error) {
    if (error instanceof UntrustedFileError || !isSystemError(error)) throw error
  }
}

function openUnfollowed(path: string, flags: number, uid: number | null): number {
  try {
    return openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    // The system's messages for a link ("too many levels") and for another user's file ("permission denied") do not help.
    const stats = statsOf(path)
    const why = stats && whyUntrusted(path, stats, uid)
    throw why === null ? error : new UntrustedFileError(why)
  }
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch (error) {
    if (isSystemError(error)) return null
    throw error
  }
}

function whyUntrusted(path: string, stats: Stats, uid: number | null): string | null {
  if (stats.isSymbolicLink())
    return `${path} is a link. Eventscope follows no links here; put the file itself in its place.`
  if (!stats.isFile()) return `${path} is not a file. Move it away.`
  if (uid !== null && stats.uid !== uid) {
    return `${path} belongs to another user of this computer (number ${stats.uid}). Move it away, or make it yours.`
  }
  return null
}
