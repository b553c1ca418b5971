// The user-data folder must be this user's own, and closed to everyone else's files.
import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ownUid } from './private-file.ts'
import { isMissing, isSystemError } from './system-error.ts'

export interface PrivateFolder {
  /** With links resolved. */
  path: string
  /** For the user. */
  notices: string[]
}

/**
 * Creates `folder` for this user only if it is missing. An existing one keeps its permissions: it may be `~`.
 * `why`, in a sentence, if it cannot be created, is not this user's own, or everyone may write to it.
 */
export async function privateFolder(folder: string, uid = ownUid()): Promise<PrivateFolder | { why: string }> {
  try {
    const found = await lstat(folder).catch(nullIfMissing)
    if (found === null) {
      await makeFolder(folder)
      return { path: folder, notices: [] }
    }
    const path = found.isSymbolicLink() ? await realpath(folder) : folder
    const stats = await stat(path)
    if (!stats.isDirectory()) return { why: 'It is not a folder.' }
    const stranger = [found.uid, stats.uid].find((owner) => uid !== null && owner !== uid)
    if (stranger !== undefined) return { why: `It belongs to another user of this computer (number ${stranger}).` }
    const mode = uid === null ? 0 : stats.mode
    if ((mode & 0o002) !== 0) {
      return { why: `Everyone on this computer may put files into it. Run \`chmod go-w ${path}\`, or choose another.` }
    }
    return { path, notices: (mode & 0o020) === 0 ? [] : [groupWords(path)] }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return { why: error.message }
  }
}

/** With its parents. Node's own `recursive` never ends where a parent that is there answers ENOENT, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  if ((await stat(parent).catch(nullIfMissing)) === null) await makeFolder(parent)
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    // Another run may make it at the same moment.
    const isThere = (await stat(folder).catch(nullIfMissing))?.isDirectory()
    if (!isThere) throw error
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

const groupWords = (path: string) =>
  `The members of a group may put files into the user-data folder. To end that, run \`chmod g-w ${path}\`.`
