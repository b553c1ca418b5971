// Writes an export where the user said, whole or not at all: to a file beside it, then renamed over it.
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * @param path from a save dialog, never from the page
 * @throws with the system's own words; then `path` is as it was before
 */
export async function saveFile(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 200)}.${randomBytes(6).toString('hex')}.part`)
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
