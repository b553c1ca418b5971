// Where the desktop window may go, what it may open elsewhere, and what it may use: next to nothing. Without electron, to be tested.

/** The page's own origin. The stand-in shows it to the page under another name, so only the main process compares with it. */
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

/** Whether the system's browser may be asked to open it: https on a listed host, at its usual port, without credentials. */
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
