// Opens a link in the user's browser. A machine without one is no failure: another link is on standard output.
import { spawn } from 'node:child_process'
import { writeRedirectFile } from './redirect-file.ts'

/** How long a link that is handed to a browser is good, in milliseconds; its file is removed then. */
export const HANDED_LINK_MS = 60_000

/**
 * Hands `link` to the system's opener, in a file: never in an argument list.
 * @returns removes the file early, for a shell that ends
 */
export async function openInBrowser(link: string, platform: NodeJS.Platform): Promise<() => Promise<void>> {
  const { path, remove } = await writeRedirectFile(link)
  const [command, ...args] = openerOf(platform)
  const opener = spawn(command, [...args, path], { stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
  setTimeout(remove, HANDED_LINK_MS).unref()
  return remove
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
