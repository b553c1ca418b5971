// Opens a link in the user's browser. A machine without one is no failure: the link is on standard output too.
import { spawn } from 'node:child_process'

/** @param url one of our own making: it goes to the system's opener as it is */
export function openInBrowser(url: string, platform: NodeJS.Platform): void {
  const [command, ...args] = openerOf(platform)
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
}

function openerOf(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
