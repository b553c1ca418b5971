// storage/ is how small things are kept on disk: for this user alone, whole, and sealed where they must be.
// Here are files that only this user may read. Where others can write to the folder, they may have planted a link, a
// file of their own under our name, or a pipe that never answers. None of these is opened.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isSystemError, type SystemError, UntrustedFileError } from './disk-error.ts'

/** Bits of a file's mode: what its group and all others may do. */
const WRITABLE_BY_OTHERS = 0o022
const OPEN_TO_OTHERS = 0o077

/** Undefined on Windows, where creating links takes an administrator and pipes are not in folders. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

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

/** Opens a file as `openPrivate` does, and closes it after the work. */
export function withPrivate<T>(path: string, flags: number, work: (file: PrivateFile) => T): T {
  const file = openPrivate(path, flags)
  try {
    return work(file)
  } finally {
    closeSync(file.descriptor)
  }
}

/**
 * Creates `path` as an empty file if it is missing, and revokes other users' access to it and to its `companions`
 * (suffixes of its name). Ignores disk errors: opening the file will report them.
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
    // The system's messages for a link ("too many levels") and for another user's file ("permission denied") do not
    // help.
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

/** Why a link is not followed: a sentence. */
export const linkWords = (path: string, is: 'file' | 'folder') =>
  `${path} is a link. Eventscope follows no links here; put the ${is} itself in its place.`

/** @param uid of the user whose it is */
export const strangerWords = (path: string, uid: number) =>
  `${path} belongs to another user of this computer (number ${uid}).`

function whyUntrusted(path: string, stats: Stats, uid: number | null): string | null {
  if (stats.isSymbolicLink()) return linkWords(path, 'file')
  if (!stats.isFile()) return `${path} is not a file. Move it away.`
  if (uid !== null && stats.uid !== uid) {
    return `${strangerWords(path, stats.uid)} Move it away, or make it yours.`
  }
  return null
}

/**
 * Creates `folder`, and the parents it needs, for this user only; one that exists is left as it is. Node's `recursive`
 * never returns when an existing parent answers ENOENT, as /proc does.
 * @throws the system's error if it cannot be created
 */
export function makeFolder(folder: string): void {
  const parent = dirname(folder)
  if (parent !== folder && statSync(parent, { throwIfNoEntry: false }) === undefined) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // It was there before, or another run has just created it.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/**
 * Creates the user-data folder for this user only if it is missing. An existing one keeps its permissions: it may be
 * `~`. `path` has links resolved, `notices` are for the user. `why`, in a sentence, if it cannot be created, is not
 * this user's own, or everyone may write to it. Synchronous: the desktop shell has to name its folder before Electron
 * is ready.
 */
export function privateFolder(folder: string, uid = ownUid()): { path: string; notices: string[] } | { why: string } {
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found === undefined) {
      makeFolder(folder)
      return { path: folder, notices: [] }
    }
    const path = found.isSymbolicLink() ? realpathSync(folder) : folder
    const stats = statSync(path)
    if (!stats.isDirectory()) return { why: 'It is not a folder.' }
    const stranger = [found.uid, stats.uid].find((owner) => uid !== null && owner !== uid)
    if (stranger !== undefined) return { why: strangerWords('It', stranger) }
    const mode = uid === null ? 0 : stats.mode
    if ((mode & 0o002) !== 0) {
      return { why: `Everyone on this computer may put files into it. Run \`chmod go-w ${path}\`, or choose another.` }
    }
    return { path, notices: (mode & 0o020) === 0 ? [] : [groupWords(path)] }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return { why: unmadeWords(error) }
  }
}

/** Why a folder is not there, or cannot be made or looked at: a sentence. */
function unmadeWords({ code, message }: SystemError): string {
  switch (code) {
    case 'ENOTDIR':
      return `A part of its path is not a folder (${code}).`
    case 'ENOENT':
    case 'EEXIST':
      return `A part of its path leads nowhere, and no folder can be made there (${code}).`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `You may not open it, or not make it there (${code}).`
    default:
      return `${message}.`
  }
}

/** Makes a folder in the user-data folder as `privateFolder`: a link there is never followed. */
export function privateFolderIn(userData: string, name: string): ReturnType<typeof privateFolder> {
  const folder = join(userData, name)
  return statsOf(folder)?.isSymbolicLink() === true ? { why: linkWords(folder, 'folder') } : privateFolder(folder)
}

const groupWords = (path: string) =>
  `The members of a group may put files into the user-data folder. To end that, run \`chmod g-w ${path}\`.`

/** This is what a command or shell says where its user-data folder cannot be used, on a line of its own. */
export const CHOOSE_ANOTHER = 'Choose another with --user-data FOLDER.'
