// Reads a small file that anybody may have put there: a pipe, a device or a file of any size takes no time and no
// memory.
import { constants } from 'node:fs'
import { lstat, open, stat } from 'node:fs/promises'
import { isMissing, isSystemError } from './disk-error.ts'

/** `unfit`: why it is not read, in a sentence. */
export type OrdinaryText = { text: string } | { unfit: string }

export const notOrdinary = (path: string) => `${path} is not an ordinary file.`

interface OrdinaryOptions {
  mostBytes: number
  /** A link is unfit, wherever it leads. */
  refusesLinks?: boolean
}

/** Undefined on Windows, where pipes are not in folders. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** The text of the file at `path`; null where there is none. */
export async function readOrdinaryFile(
  path: string,
  { mostBytes, refusesLinks = false }: OrdinaryOptions,
): Promise<OrdinaryText | null> {
  try {
    // Looked at before it is opened: a device may do something when it is.
    const there = await (refusesLinks ? lstat(path) : stat(path))
    if (there.isSymbolicLink()) return { unfit: `${path} is a link.` }
    if (!there.isFile()) return { unfit: notOrdinary(path) }
    const file = await open(path, constants.O_RDONLY | O_NONBLOCK | (refusesLinks ? O_NOFOLLOW : 0))
    try {
      const opened = await file.stat()
      if (!opened.isFile()) return { unfit: notOrdinary(path) }
      if (opened.size > mostBytes) return { unfit: `${path} is larger than such a file can be.` }
      return { text: await file.readFile('utf8') }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return isMissing(error) ? null : { unfit: `${path} could not be read: ${error.message}.` }
  }
}
