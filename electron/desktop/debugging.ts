// What would let another program look into the app, or steer it, or take from the page what confines it: refused once it is
// packaged. Without electron, to be tested.
import type { MenuItemConstructorOptions } from 'electron'

/** Switches that open a debugger of Chromium or of Node, or say who may use one. */
const DEBUGGING = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-wait',
  'inspect-port',
  'inspect-publish-uid',
]

/** What each switch that is refused does, and what to do instead. */
const REFUSED = new Map([
  ...DEBUGGING.map(
    (name) => [name, 'lets other programs read everything it shows and holds. Start it without.'] as const,
  ),
  [
    'no-sandbox',
    'takes away what keeps a page from the rest of this computer. Start it without. An AppImage adds it where the system allows no user namespaces: allow them, or install the Debian package.',
  ],
  ['disable-web-security', 'takes away what keeps a page from everything that is not its own. Start it without.'],
])

/**
 * Why a packaged app must not start, in words; null if it may.
 * @param hasSwitch as Electron's `app.commandLine.hasSwitch`: it knows all of Chromium's ways to write one
 */
export function switchRefusal(isPackaged: boolean, hasSwitch: (name: string) => boolean): string | null {
  const found = isPackaged ? [...REFUSED].find(([name]) => hasSwitch(name)) : undefined
  if (found === undefined) return null
  const [name, why] = found
  return `It was started with --${name}, which ${why}`
}

/** The View menu: the usual one, without its developer tools in a packaged app. */
export function viewMenu(isPackaged: boolean): MenuItemConstructorOptions {
  if (!isPackaged) return { role: 'viewMenu' }
  const separator = { type: 'separator' as const }
  const zoom = [{ role: 'resetZoom' as const }, { role: 'zoomIn' as const }, { role: 'zoomOut' as const }]
  const reload = [{ role: 'reload' as const }, { role: 'forceReload' as const }]
  return { label: 'View', submenu: [...reload, separator, ...zoom, separator, { role: 'togglefullscreen' }] }
}
