// A launch link reaches the browser in a file that only its user can read: argument lists are open to every local user.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { html } from 'hono/html'

export interface RedirectFile {
  path: string
  /** Removes the file and its folder. Never rejects: what cannot be removed soon holds a link that is spent. */
  remove(): Promise<void>
}

/**
 * Writes a page that leads to `link`, readable by this user alone (0600), in a new folder that is too (0700).
 * Rejects where the folder for temporary files cannot be written to.
 */
export async function writeRedirectFile(link: string): Promise<RedirectFile> {
  // mkdtemp makes it 0700, under a name that is not taken.
  const folder = await mkdtemp(join(tmpdir(), 'eventscope-'))
  const path = join(folder, 'open-eventscope.html')
  await writeFile(path, await redirectPage(link), { mode: 0o600, flag: 'wx' })
  return { path, remove: () => rm(folder, { recursive: true, force: true }).catch(() => undefined) }
}

async function redirectPage(link: string): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Eventscope</title>
<p><a href="${link}">Open Eventscope</a></p>
</html>
`
  return String(page)
}
