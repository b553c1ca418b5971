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

/**
 * Hands `link` to the system's opener, in a file: never in an argument list.
 * @returns removes the file early, for a shell that ends
 */
export async function openInBrowser(
  link: string,
  { platform, env, later }: OpenerEffects,
): Promise<() => Promise<void>> {
  const { path, remove } = await writeRedirectFile(link)
  const [command, ...args] = openerOf(platform)
  const opener = spawn(command, [...args, path], { env, stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
  later(remove, HANDED_LINK_MS)
  return remove
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
