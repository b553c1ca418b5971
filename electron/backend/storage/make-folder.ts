// Folders of this user's own.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates `folder`, and the parents it needs, for this user only; one that exists is left as it is. Node's `recursive` never
 * returns when an existing parent answers ENOENT, as /proc does.
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
