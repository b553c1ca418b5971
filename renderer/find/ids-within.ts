// The event IDs within a sentence, a mail or a log: words that are made as IDs are that were seen, or as IDs usually are.
import { cleanedId } from './pasted-id.ts'

/** Longer words are no IDs, and are not looked into. */
const LONGEST = 200
/** Of so many seen IDs the shapes are known: a service has one or two. */
const MOST_SEEN = 20

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/** A ULID: 26 signs of Crockford's alphabet. */
const ULID = /^[0-7][\dA-HJKMNP-TV-Z]{25}$/i
/** `evt_` of `evt_01JBRX7Q`. */
const PREFIX = /^[a-z]{2,12}[_-](?=[\w-]+$)/i
/** What nobody writes but as an ID of something. */
const USUAL = /^[a-z]{2,12}_\w+$/i
/** What ends a word in running text, apart from spaces. */
const BETWEEN = /[\s,;|<>"“”„«»‹›`]+/u

/**
 * @param seen IDs of events that were seen: a word of the same prefix, or of the same length and kinds of signs, is one too
 * @returns each once, in their order; empty where the text is one word. Work grows as the text does
 */
export function idsWithin(text: string, seen: readonly string[]): string[] {
  const words = text.split(BETWEEN).filter((word) => word !== '')
  if (words.length < 2) return []
  const shapes = new Set(seen.slice(0, MOST_SEEN).map(shapeOf))
  const found = new Set<string>()
  for (const word of words) {
    if (word.length > LONGEST) continue
    const id = cleanedId(word) ?? word
    if (!/\d/.test(id)) continue
    // Where event IDs were seen, a word with another prefix is of a customer or a request.
    const isUsual = UUID.test(id) || ULID.test(id) || (shapes.size === 0 && USUAL.test(id))
    if (isUsual || shapes.has(shapeOf(id))) found.add(id)
  }
  return [...found]
}

/** Its prefix where it has one; else its length and which kinds of signs are in it. */
function shapeOf(id: string): string {
  const prefix = UUID.test(id) ? null : PREFIX.exec(id)
  if (prefix !== null) return `prefix ${prefix[0].toLowerCase()}`
  const kinds = [/\d/, /\p{Ll}/u, /\p{Lu}/u].map((kind) => kind.test(id))
  const signs = [...new Set(id.replace(/[\p{L}\p{N}]+/gu, ''))].sort()
  return JSON.stringify([id.length, kinds, signs])
}
