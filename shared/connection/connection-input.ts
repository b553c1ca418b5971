// People type this of a connection: the address of its service, its API key and its billing zone.
import { isZone, zoneName, zones } from '../time/instant.ts'

/** Both runtimes have WHATWG's URL, but neither the DOM's nor Node's types are known here. */
declare const URL: {
  parse(text: string): { protocol: string; hostname: string; host: string; pathname: string } | null
}

/**
 * Reads a base URL. `baseUrl` is normalised and has no trailing slash; `trimmed` is what is left without an ending that
 * belongs to the interface (`/v1`, `/v1/events/…`); `plainHttp` asks for consent: the token would travel
 * in the clear. Loopback needs none. A message never repeats what was typed, which may hold a password.
 */
export function readBaseUrl(
  text: string,
): { ok: true; baseUrl: string; trimmed: string | null; plainHttp: boolean } | { ok: false; message: string } {
  const typed = text.trim()
  if (typed.length > MOST_CHARACTERS) return { ok: false, message: 'This is too long for an address.' }
  const mistake = MISTAKES.find(([pattern]) => pattern.test(typed))
  if (mistake) return { ok: false, message: mistake[1] }
  const url = URL.parse(typed)
  if (!url) return { ok: false, message: 'This is not a valid address. Check the host name and the port.' }
  const path = url.pathname.replace(/\/+$/, '')
  const origin = `${url.protocol}//${url.host}`
  const ending = /\/+v1(?:\/+events(?:\/.*)?)?$/.exec(path)
  return {
    ok: true,
    baseUrl: origin + path,
    trimmed: ending ? origin + path.slice(0, ending.index) : null,
    plainHttp: url.protocol === 'http:' && !isLoopback(url.hostname),
  }
}

/** Scheme, host and port (RFC 6454) of a base URL as `readBaseUrl` gives it: the server that a token is for. */
export function originOf(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  if (url === null) throw new TypeError('A base URL that was not read by readBaseUrl')
  return `${url.protocol}//${url.host}`
}

/** Whether one token may serve both. A path may differ. Both are base URLs as `readBaseUrl` gives them. */
export function sameOrigin(baseUrl: string, other: string): boolean {
  return originOf(baseUrl) === originOf(other)
}

/** Writes what is said at the token's field where a connection moves to another server and no token is typed for it. */
export function otherServerWords(before: string): string {
  return boundKeyWords(`The stored API key is for ${URL.parse(before)?.host}`)
}

/** @param which the key and whose it is, without a full stop */
export const boundKeyWords = (which: string) =>
  `${which} and is never sent to another address. Enter the API key for this one.`

/** More than any server takes; the patterns below may look at each slash again for each other one. */
const MOST_CHARACTERS = 2_000

/** They are in this order so that the first one that fits says what to do next. */
const MISTAKES: [RegExp, string][] = [
  [/^$/, 'Enter the address of the service, for example https://api.example.com.'],
  [/[\s\p{Cc}]/u, 'An address cannot have spaces or line breaks in it.'],
  [/^https?:\/*$/i, 'The host name is missing, as in https://api.example.com.'],
  [/^https?:(?!\/\/[^/\\])/i, 'Two slashes follow the colon, as in https://api.example.com.'],
  [/^(?!https?:)[a-z][a-z0-9+.-]*:\/\//i, 'Only https:// and http:// addresses can be used.'],
  [/^(?!https?:)/i, 'Begin with https:// (or http:// for a service on this machine).'],
  [/\\/, 'Write / instead of \\.'],
  [/^[^/]*\/\/[^/?#]*@/, 'Leave out the user name and password before the @: the API key has a field of its own.'],
  [/\?/, 'Leave out the question mark and what follows it.'],
  [/#/, 'Leave out the # and what follows it.'],
]

/** 127.0.0.0/8, ::1 or localhost; URL has already put every spelling of an address into one. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * Reads an API key as people paste it, made fit for the Authorization header (RFC 9110 section 5.5, RFC 6750 section
 * 2.1): white space around it and a leading "Bearer " go. RFC 6750 allows fewer characters than any visible ASCII, but
 * services do not keep to it. A message never repeats any of the token.
 */
export function readToken(
  text: string,
): { ok: true; token: string; strippedBearer: boolean } | { ok: false; message: string } {
  const typed = text.trim()
  const token = typed.replace(/^Bearer(?:[ \t]+|$)/i, '')
  if (token === '') return { ok: false, message: 'Enter the API key.' }
  const at = token.search(/[^\x21-\x7e]/)
  if (at === -1) return { ok: true, token, strippedBearer: token !== typed }
  const where = `at character ${typed.length - token.length + at + 1}`
  const character = token.charAt(at)
  if (/[\r\n\u2028\u2029]/.test(character))
    return { ok: false, message: `The API key has a line break in it, ${where}: paste only the key.` }
  if (/\s/.test(character))
    return { ok: false, message: `The API key has a space in it, ${where}: paste only the key.` }
  if (/\p{Cc}/u.test(character)) return { ok: false, message: `The API key has a control character in it, ${where}.` }
  return { ok: false, message: `The API key has a character in it that is not plain ASCII, ${where}.` }
}

/** No zone has a name as long as this. */
const LONGEST = 100

/** Null: none, so that snapshots take the zone of display. */
type BillingZoneReading = { ok: true; zone: string | null } | { ok: false; message: string }

/** Reads what was typed: a zone's name in any case, with spaces for underscores; nothing for none. */
export function readBillingZone(typed: string): BillingZoneReading {
  const text = typed.trim()
  if (text === '') return { ok: true, zone: null }
  if (text.length > LONGEST) return { ok: false, message: 'This is too long for the name of a time zone.' }
  const name = zoneName(text.replaceAll(/\s/g, '_'))
  if (!isZone(name)) {
    return {
      ok: false,
      message: `The time zone “${text}” is not known here. Enter one such as Europe/Berlin or UTC, or leave this empty.`,
    }
  }
  const folded = name.toLowerCase()
  return { ok: true, zone: zones().find((zone) => zone.toLowerCase() === folded) ?? name }
}
