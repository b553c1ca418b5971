// A file that is for this user's eyes only, whatever the folder it lies in and whoever opens it after this.
import { chmodSync, closeSync, openSync } from 'node:fs'

/**
 * Makes `path` an empty file where there is none, and takes it and the files of `companions` (its name with each of
 * these at the end) from all other users. What a disk refuses stays as it is: opening the file will say so.
 */
export function makePrivate(path: string, companions: readonly string[] = []): void {
  quietly(() => closeSync(openSync(path, 'a', 0o600)))
  for (const suffix of ['', ...companions]) quietly(() => chmodSync(path + suffix, 0o600))
}

function quietly(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
