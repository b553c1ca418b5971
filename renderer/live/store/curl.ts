// The page asks the service this, as a command for bash. The token is never in it: the shell puts it in.
import { eventPath, type SearchRequest } from '../../../shared/event/event.ts'
import { searchBody } from '../../../shared/search/search-body.ts'

const AUTHORIZATION = '-H "Authorization: Bearer $EVENTSCOPE_TOKEN"'

/**
 * Fetches one event (docs/interface.md 4.1); an id that no path segment can carry (`eventPath` in
 * shared/event/event.ts) is searched for. `baseUrl` is a connection's: normalised, without a trailing slash.
 */
export function eventCurl(baseUrl: string, eventId: string): string {
  const way = eventPath(eventId)
  if (way.kind === 'search') {
    return searchCurl(baseUrl, { filters: { eventId, propertyFilters: [] }, limit: 1, offset: 0 })
  }
  return requestCurl({ url: `${baseUrl}${way.path}`, body: null })
}

/** Runs a search (docs/interface.md 4.2) with every digit of its filters. */
export function searchCurl(baseUrl: string, request: SearchRequest): string {
  return requestCurl({ url: `${baseUrl}/v1/events/search`, body: searchBody(request) })
}

/** A request as it was sent: with a JSON body a POST, without one a GET. */
export function requestCurl(request: { url: string; body: string | null }): string {
  if (request.body === null) return command([url(request.url), AUTHORIZATION])
  return command([
    `-X POST ${url(request.url)}`,
    AUTHORIZATION,
    "-H 'Content-Type: application/json'",
    `--data-raw ${quoted(plainJson(request.body))}`,
  ])
}

function command(parts: string[]): string {
  return ['curl -sS', parts.join(' \\\n  ')].join(' ')
}

/** Brackets and braces would be read by curl as a pattern of many URLs. */
function url(address: string): string {
  const plain = plainPath(address)
  return /[[\]{}]/.test(plain) ? `--globoff ${quoted(plain)}` : quoted(plain)
}

/** Another shell than bash may give these a meaning even where bash does not: encoded, they name the same path. */
function plainPath(address: string): string {
  const { origin } = new URL(address)
  return origin + address.slice(origin.length).replace(/['()!*~]/g, (sign) => `%${hex(sign, 2)}`)
}

/** One word for bash, whatever it holds (but NUL, which no argument can). */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * The same JSON in printable ASCII, with no sign in its strings that a shell gives a meaning to: no locale, terminal or
 * editor on the way can change it, and cmd.exe or PowerShell, which quote by other rules, find nothing in it to run.
 */
function plainJson(json: string): string {
  return json.replace(/\\["\\]|[^\x20-\x7E]|['&|<>^%]/g, (sign) => `\\u${hex(sign.slice(-1), 4)}`)
}

const hex = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).toUpperCase().padStart(digits, '0')

/** It says where it can be pasted. */
export const FOR_BASH = 'A command for bash'
