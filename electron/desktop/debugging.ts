// What would let another program look into the app, or steer it: refused once it is packaged. Without electron, to be tested.
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

/**
 * Why a packaged app must not start, in words; null if it may.
 * @param hasSwitch as Electron's `app.commandLine.hasSwitch`: it knows all of Chromium's ways to write one
 */
export function debuggingRefusal(isPackaged: boolean, hasSwitch: (name: string) => boolean): string | null {
  const found = isPackaged ? DEBUGGING.find(hasSwitch) : undefined
  if (found === undefined) return null
  return `It was started with --${found}, which lets other programs read everything it shows and holds. Start it without.`
}

/** The View menu: the usual one, without its developer tools in a packaged app. */
export function viewMenu(isPackaged: boolean): MenuItemConstructorOptions {
  if (!isPackaged) return { role: 'viewMenu' }
  const separator = { type: 'separator' as const }
  const zoom = [{ role: 'resetZoom' as const }, { role: 'zoomIn' as const }, { role: 'zoomOut' as const }]
  const reload = [{ role: 'reload' as const }, { role: 'forceReload' as const }]
  return { label: 'View', submenu: [...reload, separator, ...zoom, separator, { role: 'togglefullscreen' }] }
}
