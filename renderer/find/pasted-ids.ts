// Event IDs within what was typed or pasted: several in a list, one in what it was pasted in, some within a sentence;
// and the customers and codes that it names.
import type { SeenValues } from '../live/store/seen-values.ts'

/** The interface gives one event a request (docs/interface.md 4.1): no more of them are asked for at once. */
export const MOST_IDS = 100

interface PastedIds {
  /** They are `MOST_IDS` at most, each once, in their order. */
  ids: string[]
  /** How many different ones there were. */
  count: number
}

/** `"event_id": "evt_1"`: the ID with its quotes, in which a backslash escapes any sign. */
const NAMED = /"event_id"\s*:\s*("(?:[^"\\]|\\.)*")/g
/** What separates the IDs of a list or a column. */
const BETWEEN = /[\s,;|]+/
/** Signs that people put between IDs and not between words. */
const LISTED = /[,;|]/
/** The head of a column. */
const HEAD = /^event[_-]?ids?$/i
/** It holds for text between spaces alone, so that "3 nov" stays a day. */
const SHORTEST_BETWEEN_SPACES = 6

/**
 * Several in one paste: a column of a spreadsheet, a list with commas, a JSON array, events as JSON. Null where the
 * text is not two or more IDs and nothing else. Work grows as the text does.
 */
export function pastedIds(text: string): PastedIds | null {
  const named = [...text.matchAll(NAMED)].flatMap(([, quoted]) => idIn(quoted ?? ''))
  if (named.length > 1) return listOf(named)
  const isListed = LISTED.test(text)
  const found: string[] = []
  for (const chunk of text.split(BETWEEN)) {
    const id = cleanedId(chunk) ?? chunk
    const isOnlySigns = !/[\p{L}\p{N}]/u.test(id)
    const isHead = found.length === 0 && HEAD.test(id)
    if (isOnlySigns || isHead) continue
    const isLongEnough = isListed || id.length >= SHORTEST_BETWEEN_SPACES
    if (!isId(id) || !isLongEnough) return null
    found.push(id)
  }
  return listOf(found)
}

function listOf(found: readonly string[]): PastedIds | null {
  const distinct = [...new Set(found)]
  return distinct.length < 2 ? null : { ids: distinct.slice(0, MOST_IDS), count: distinct.length }
}

/**
 * Whether a word may be an ID. It has a digit or an underscore, as words have not; digits and signs alone, such as
 * "2026-11-20", are a date; and quotes, brackets or "=" in it make it part of something else.
 */
function isId(text: string): boolean {
  const hasDigitOrUnderscore = /[\p{N}_]/u.test(text)
  const isNumberOrHasLetter = /^(?:\p{N}+|.*\p{L}.*)$/u.test(text)
  return hasDigitOrUnderscore && isNumberOrHasLetter && !/["'`{}[\]<>=]/.test(text)
}

/** The ID of a JSON string, quotes included; none where that is empty or no JSON. */
function idIn(quoted: string): string[] {
  try {
    const id: unknown = JSON.parse(quoted)
    return typeof id === 'string' && id !== '' ? [id] : []
  } catch {
    // An escape that JSON does not have.
    return []
  }
}

const QUOTES = '"\'`“”„‘’‚«»‹›'
const OPENING = '([{<'
const CLOSING = ')]}>'
/** Signs that are taken off before an ID, and those behind it. */
const BEFORE = new Set(`${QUOTES}${OPENING}\\*•`)
const AFTER = new Set(`${QUOTES}${CLOSING}\\*,.;:!?`)

/** A name before the ID: `"event_id": `, `Event ID=`, `event evt_1`. */
const LABEL = /^(?:event[ _-]?id|event|id)["'`“”\\]*(?:\s*[:=]\s*|\s+)(?=\S)/i
/** "https://", or another scheme. */
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i
/** Markdown's way to write a link. */
const LINK = /^\[([^\]]*)\]\([^)]*\)$/

/** Tabs, line ends, zero-width characters, marks of direction. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u

/** Whether no service could mean this as an ID: characters that nobody sees, halves of a pair. */
export function cannotBeId(text: string): boolean {
  return !text.isWellFormed() || UNSEEN.test(text)
}

/**
 * The ID without what it was pasted in: people copy it with its quotes, out of JSON, out of a log, out of an address.
 * Null where nothing can be taken off, or nothing would be left. Work grows as the text does.
 */
export function cleanedId(pasted: string): string | null {
  let text = pasted
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  text = LINK.exec(text)?.[1] ?? text
  // An ID in quotes in an object in quotes: no more rounds than people nest.
  for (let round = 0; round < 4; round++) {
    const before = text
    text = withoutAddress(withoutDress(text).replace(LABEL, ''))
    if (text === before) break
  }
  return text === '' || text === pasted ? null : text
}

/** Takes signs off either end; a closing bracket whose opening one is inside stays. */
function withoutDress(text: string): string {
  let start = 0
  let end = text.length
  const isSpace = (at: number) => text.charAt(at).trim() === ''
  while (start < end && (BEFORE.has(text.charAt(start)) || isSpace(start))) start++
  const inside = new Set(text.slice(start))
  const closesInside = (sign: string) => CLOSING.includes(sign) && inside.has(OPENING.charAt(CLOSING.indexOf(sign)))
  const isDress = (sign: string) => AFTER.has(sign) && !closesInside(sign)
  while (end > start && (isSpace(end - 1) || isDress(text.charAt(end - 1)))) end--
  return text.slice(start, end)
}

/** Of an address or a path of the interface the `event_id` in its query, else its last step; another text as it is. */
function withoutAddress(text: string): string {
  if (!ADDRESS.test(text) && !/^\/?v1\/events\//.test(text)) return text
  const [path = '', query = ''] = (text.split('#', 1)[0] ?? '').split('?', 2)
  const asked = new URLSearchParams(query).get('event_id')
  if (asked) return asked
  const last =
    path
      .replace(ADDRESS, '')
      .split('/')
      .findLast((step) => step !== '') ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // A percent sign that begins no code: the step as it stands.
    return last
  }
}

/** Longer words are no IDs, and are not looked into. */
const LONGEST_WORD = 200
/** The shapes of so many seen IDs are known: a service has one or two. */
const MOST_SEEN = 20

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/** A ULID: 26 signs of Crockford's alphabet. */
const ULID = /^[0-7][\dA-HJKMNP-TV-Z]{25}$/i
/** `evt_` of `evt_01JBRX7Q`. */
const PREFIX = /^[a-z]{2,12}[_-](?=[\w-]+$)/i
/** Nobody writes this but as an ID of something. */
const USUAL = /^[a-z]{2,12}_\w+$/i
/** This is what ends a word in running text, apart from spaces. */
const WORD_ENDS = /[\s,;|<>"“”„«»‹›`]+/u

/**
 * The IDs within a sentence, a mail or a log: words that are made as IDs are that were seen, or as IDs usually are.
 * @param seen IDs of events that were seen: a word of the same prefix, or of the same length and kinds of signs, is one
 * too
 * @returns each once, in their order; empty where the text is one word. Work grows as the text does
 */
export function idsWithin(text: string, seen: readonly string[]): string[] {
  const words = text.split(WORD_ENDS).filter((word) => word !== '')
  if (words.length < 2) return []
  const shapes = new Set(seen.slice(0, MOST_SEEN).map(shapeOf))
  const found = new Set<string>()
  for (const word of words) {
    if (word.length > LONGEST_WORD) continue
    const id = cleanedId(word) ?? word
    if (!/\d/.test(id)) continue
    // Where event IDs were seen, a word with another prefix is of a customer or a request.
    const isUsual = UUID.test(id) || ULID.test(id) || (shapes.size === 0 && USUAL.test(id))
    if (isUsual || shapes.has(shapeOf(id))) found.add(id)
  }
  return [...found]
}

/** This is what services call a customer where none was seen. */
const CUSTOMER = /^cust?(?:omer)?[_-][\w-]+$/i

/**
 * The customers or event codes within a sentence, a mail or a log: words that were seen as one, and for customers those
 * of the same prefix.
 * @returns each once, in their order. Work grows as the text does
 */
export function namesWithin(text: string, key: 'customerId' | 'eventCode', seen: SeenValues): string[] {
  const known = key === 'customerId' ? seen.matching(key, '', MOST_SEEN) : []
  const prefixes = new Set(known.map(prefixOf).filter((prefix) => prefix !== null))
  const found = new Set<string>()
  for (const word of text.split(WORD_ENDS)) {
    if (word === '' || word.length > LONGEST_WORD) continue
    const name = cleanedId(word) ?? word
    const isLike = key === 'customerId' && (CUSTOMER.test(name) || prefixes.has(prefixOf(name) ?? ''))
    if (isLike || seen.has(key, name)) found.add(name)
  }
  return [...found]
}

/** "evt_" of "evt_01JBRX7Q"; null where there is none. A UUID may begin like one. */
const prefixOf = (id: string) => (UUID.test(id) ? null : (PREFIX.exec(id)?.[0].toLowerCase() ?? null))

/** Its prefix where it has one; else its length and which kinds of signs are in it. */
function shapeOf(id: string): string {
  const prefix = prefixOf(id)
  if (prefix !== null) return `prefix ${prefix}`
  const kinds = [/\d/, /\p{Ll}/u, /\p{Lu}/u].map((kind) => kind.test(id))
  const signs = [...new Set(id.replace(/[\p{L}\p{N}]+/gu, ''))].sort()
  return JSON.stringify([id.length, kinds, signs])
}
