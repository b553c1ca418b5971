// The user-data folder must be this user's own, and closed to everyone else's files.
import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { ownUid } from './private-file.ts'
import { isMissing } from './system-error.ts'

/**
 * Creates `folder` for this user only if it is missing. An existing one keeps its permissions: it may be `~`.
 * @returns its real path, and notices for the user
 * @throws with words for people if it is not this user's own or everyone may write to it; else the system's error
 */
export async function privateFolder(folder: string, uid = ownUid()): Promise<{ path: string; notices: string[] }> {
  const found = await lstat(folder).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (found === null) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { path: folder, notices: [] }
  }
  const path = found.isSymbolicLink() ? await realpath(folder) : folder
  const stats = await stat(path)
  if (!stats.isDirectory()) throw new Error('It is not a folder.')
  if (uid === null) return { path, notices: [] }
  for (const owner of [found.uid, stats.uid]) {
    if (owner !== uid) throw new Error(`It belongs to another user of this computer (number ${owner}).`)
  }
  if ((stats.mode & 0o002) !== 0) {
    throw new Error(`Everyone on this computer may put files into it. Run \`chmod go-w ${path}\`, or choose another.`)
  }
  const shared = `The members of a group may put files into the user-data folder. To end that, run \`chmod g-w ${path}\`.`
  return { path, notices: (stats.mode & 0o020) === 0 ? [] : [shared] }
}
