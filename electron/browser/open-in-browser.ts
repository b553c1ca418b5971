// Opens a link in the user's browser. A machine without one is no failure: another link is on standard output.
import { spawn } from 'node:child_process'
import { writeRedirectFile } from './redirect-file.ts'

/** How long a link that is handed to a browser is good, in milliseconds; its file is removed then. */
export const HANDED_LINK_MS = 60_000

interface OpenerEffects {
  platform: NodeJS.Platform
  /** Where the opener is found, and what it runs in. */
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

/** Some openers stay as long as the browser does; one that finds none ends much sooner. In milliseconds. */
const OPENER_MS = 2_000

/**
 * Hands `link` to the system's opener, in a file: never in an argument list.
 * Rejects where the file cannot be written.
 */
export async function openInBrowser(link: string, { platform, env, later }: OpenerEffects): Promise<HandedLink> {
  const { path, remove } = await writeRedirectFile(link)
  const [command, ...args] = openerOf(platform)
  const opener = spawn(command, [...args, path], { env, stdio: 'ignore', detached: true })
  const opened = new Promise<boolean>((resolve) => {
    opener.once('error', () => resolve(false))
    opener.once('exit', (code) => resolve(code === 0))
    later(() => resolve(true), OPENER_MS)
  })
  opener.unref()
  later(remove, HANDED_LINK_MS)
  return { remove, opened }
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
