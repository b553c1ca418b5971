// The user-data folder must be this user's own, and closed to everyone else's files.
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { makeFolder } from './make-folder.ts'
import { ownUid } from './private-file.ts'
import { isSystemError } from './system-error.ts'

export interface PrivateFolder {
  /** With links resolved. */
  path: string
  /** For the user. */
  notices: string[]
}

/**
 * Creates `folder` for this user only if it is missing. An existing one keeps its permissions: it may be `~`.
 * `why`, in a sentence, if it cannot be created, is not this user's own, or everyone may write to it. Synchronous: the
 * desktop shell has to name its folder before Electron is ready.
 */
export function privateFolder(folder: string, uid = ownUid()): PrivateFolder | { why: string } {
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

const groupWords = (path: string) =>
  `The members of a group may put files into the user-data folder. To end that, run \`chmod g-w ${path}\`.`
