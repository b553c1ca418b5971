// The folder of the last save dialog, kept between runs. If the file is unusable, the next dialog starts in Downloads.
import { constants, fstatSync, ftruncateSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { isSystemError } from '../backend/storage/disk-error.ts'
import { type PrivateFile, withPrivate } from '../backend/storage/private-file.ts'

export type LastFolder = ReturnType<typeof lastFolderIn>

/** Longer than any path: in UTF-16 units, none of which takes more than three bytes. */
const LONGEST = 4_096
const MOST_BYTES = 3 * LONGEST

/** @param file in the user-data folder; a link, a pipe or another user's file in its place is left alone */
export function lastFolderIn(file: string) {
  let known: string | null = null
  return {
    /** Absolute; null where none is known. */
    read(): string | null {
      known ??= onFile(file, constants.O_RDONLY, readPath)
      return known
    },
    write(folder: string): void {
      known = folder
      onFile(file, constants.O_WRONLY | constants.O_CREAT, ({ descriptor }) => {
        ftruncateSync(descriptor)
        writeFileSync(descriptor, folder)
      })
    },
  }
}

/** Null where the system refuses, or the file is not this user's own: for this run the folder is known all the same. */
function onFile<T>(file: string, flags: number, work: (opened: PrivateFile) => T): T | null {
  try {
    return withPrivate(file, flags, work)
  } catch (error) {
    if (isSystemError(error)) return null
    throw error
  }
}

function readPath({ descriptor, wasWritable }: PrivateFile): string | null {
  if (wasWritable || fstatSync(descriptor).size > MOST_BYTES) return null
  const path = readFileSync(descriptor, 'utf8')
  return path.length <= LONGEST && isAbsolute(path) && !path.includes('\0') ? path : null
}
