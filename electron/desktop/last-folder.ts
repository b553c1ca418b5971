// The folder of the last save dialog, kept between runs. If the file is unusable, the next dialog starts in Downloads.
import { closeSync, constants, fstatSync, ftruncateSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { openPrivate } from '../backend/storage/private-file.ts'
import { isSystemError } from '../backend/storage/system-error.ts'

export interface LastFolder {
  /** Absolute; null where none is known. */
  read(): string | null
  write(folder: string): void
}

/** Longer than any path: in UTF-16 units, none of which takes more than three bytes. */
const LONGEST = 4_096
const MOST_BYTES = 3 * LONGEST

/** @param file in the user-data folder; a link, a pipe or another user's file in its place is left alone */
export function lastFolderIn(file: string): LastFolder {
  let known: string | null = null
  return {
    read() {
      known ??= onFile(() => readPath(file))
      return known
    },
    write(folder) {
      known = folder
      onFile(() => writePath(file, folder))
    },
  }
}

/** Null where the system refuses, or the file is not this user's own: for this run the folder is known all the same. */
function onFile<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (isSystemError(error)) return null
    throw error
  }
}

function readPath(file: string): string | null {
  const { descriptor, wasWritable } = openPrivate(file, constants.O_RDONLY)
  try {
    if (wasWritable || fstatSync(descriptor).size > MOST_BYTES) return null
    const path = readFileSync(descriptor, 'utf8')
    return path.length <= LONGEST && isAbsolute(path) && !path.includes('\0') ? path : null
  } finally {
    closeSync(descriptor)
  }
}

function writePath(file: string, folder: string): void {
  const { descriptor } = openPrivate(file, constants.O_WRONLY | constants.O_CREAT)
  try {
    ftruncateSync(descriptor)
    writeFileSync(descriptor, folder)
  } finally {
    closeSync(descriptor)
  }
}
