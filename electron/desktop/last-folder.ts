// The folder of the last save dialog, kept between runs. Whatever is wrong with the file, the next dialog begins in Downloads.
import { readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'

export interface LastFolder {
  /** Absolute; null where none is known. */
  read(): string | null
  write(folder: string): void
}

/** More is no path. */
const LONGEST = 4_096

/** @param file in the user-data folder */
export function lastFolderIn(file: string): LastFolder {
  let known: string | null = null
  return {
    read() {
      known ??= readPath(file)
      return known
    },
    write(folder) {
      known = folder
      try {
        writeFileSync(file, folder, { mode: 0o600 })
      } catch {
        // For this run it is known.
      }
    },
  }
}

function readPath(file: string): string | null {
  try {
    const path = readFileSync(file, 'utf8')
    return path.length <= LONGEST && isAbsolute(path) && !path.includes('\0') ? path : null
  } catch {
    return null
  }
}
