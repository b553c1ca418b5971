// This says what confines the app: where its window may go, what the page may use, and which switches and menus are
// refused once it is packaged. It does without electron, to be tested.
import type { MenuItemConstructorOptions, WebPreferences } from 'electron'

/** The page's own origin. The stand-in names it otherwise to the page, so only the main process compares with it. */
export const PAGE_ORIGIN = 'app://eventscope'
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`

/** RFC 3339 is the format of every date here; the Help menu links it. */
export const RFC_3339_URL = 'https://www.rfc-editor.org/rfc/rfc3339.html'
const externalHosts = new Set([new URL(RFC_3339_URL).host])

/** Whether a frame of the window may go there: a reload of the page in its main frame, and nothing else. */
export function mayNavigate(url: string, isMainFrame: boolean): boolean {
  return isMainFrame && pageUrls.has(url.replace(/#.*$/s, ''))
}
const pageUrls = new Set([PAGE_URL, `${PAGE_ORIGIN}/`])

/** Whether the system's browser may open it: https on a listed host, at its usual port, without credentials. */
export function mayOpenExternally(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return protocol === 'https:' && externalHosts.has(host) && username === '' && password === ''
}

/** Whether a permission is granted: writing text to the clipboard (the copy buttons), to our own page. */
export function mayUse(permission: string, requestingUrl: string): boolean {
  return permission === 'clipboard-sanitized-write' && originOf(requestingUrl) === PAGE_ORIGIN
}

/** Scheme and host of a URL; URL.origin is "null" for schemes that Node does not know. */
function originOf(url: string): string | null {
  return URL.canParse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : null
}

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

/** This says what each switch that is refused does, and what to do instead. */
const REFUSED = new Map([
  ...DEBUGGING.map(
    (name) => [name, 'lets other programs read everything it shows and holds. Start it without that.'] as const,
  ),
  [
    'no-sandbox',
    'removes what shields the rest of this computer from the page. Start it without that. An AppImage adds it where the system allows no user namespaces: allow them, or install the Debian package.',
  ],
  ['disable-web-security', 'removes what shields everything else from the page. Start it without that.'],
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

/**
 * The page in the window may do this: no Node, no Electron, and all of the web's own restrictions.
 * @param preload the path of the preload script
 * @param isPackaged a packaged app has no developer tools
 */
export function webPreferences(preload: string, isPackaged: boolean): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    devTools: !isPackaged,
    webviewTag: false,
    // Its dictionaries are downloaded from outside.
    spellcheck: false,
  }
}

/**
 * The link among the arguments that a system starts a program with, or hands to the one that runs. Null where there is
 * none, or more than one: nobody follows two links at once.
 */
export function linkArgument(given: readonly string[]): string | null {
  const links = given.filter((one) => one.startsWith(LINK_SCHEME))
  return links.length === 1 ? (links[0] ?? null) : null
}

/** electron-builder.yml registers it. */
export const LINK_SCHEME = 'eventscope:'
