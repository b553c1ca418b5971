// Opens a link in the user's browser. A machine without one is no failure: another link is on standard output.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { html } from 'hono/html'

/** How long a link that is handed to a browser is good, in milliseconds; its file is removed then. */
export const HANDED_LINK_MS = 60_000

interface OpenerEffects {
  platform: NodeJS.Platform
  /** The opener is found in it, and runs in it. */
  env: NodeJS.ProcessEnv
  /** Calls in so many milliseconds, unless this process ends before. */
  later: (run: () => void, ms: number) => void
}

export interface HandedLink {
  /** Removes the file early, for a shell that ends. Never rejects. */
  remove: () => Promise<void>
  /** Whether an opener took the link, known within two seconds: one that is still running then has. Never rejects. */
  opened: Promise<boolean>
}

/** Some openers stay as long as the browser does; one that finds none ends much sooner. It is in milliseconds. */
const OPENER_MS = 2_000

/**
 * Hands `link` to the system's opener, in a file: never in an argument list.
 * Rejects where the file cannot be written.
 */
export async function openInBrowser(link: string, { platform, env, later }: OpenerEffects): Promise<HandedLink> {
  const { path, remove } = await writeRedirectFile(link)
  const [command, ...args] = openerOf(platform)
  // In a group of its own: a browser that it starts lives on where Ctrl+C ends the shell.
  const opener = spawn(command, [...args, path], { env, stdio: 'ignore', detached: true })
  const opened = new Promise<boolean>((resolve) => {
    opener.once('error', () => resolve(false))
    opener.once('exit', (code) => resolve(code === 0))
    later(() => resolve(true), OPENER_MS)
  })
  later(remove, HANDED_LINK_MS)
  return { remove, opened }
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

/**
 * Writes a page that leads to `link`, readable by this user alone (0600), in a new folder that is too (0700): argument
 * lists are open to every local user. Rejects where the folder for temporary files cannot be written to.
 */
export async function writeRedirectFile(link: string) {
  // mkdtemp makes it 0700, under a name that is not taken.
  const folder = await mkdtemp(join(tmpdir(), 'eventscope-'))
  const path = join(folder, 'open-eventscope.html')
  await writeFile(path, await redirectPage(link), { mode: 0o600 })
  /** Removes the file and its folder. It never rejects: what cannot be removed soon holds a link that is spent. */
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined)
  return { path, remove }
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
