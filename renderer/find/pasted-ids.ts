// Several event IDs in one paste: a column of a spreadsheet, a list with commas, a JSON array, events as JSON.
import { cleanedId } from './pasted-id.ts'

/** The interface gives one event a request (docs/interface.md 4.1): no more of them are asked for at once. */
export const MOST_IDS = 100

interface PastedIds {
  /** At most `MOST_IDS`, each once, in their order. */
  ids: string[]
  /** How many different ones there were. */
  count: number
}

const NAMED = /"event_id"\s*:\s*("(?:[^"\\]|\\.)*")/g
const BETWEEN = /[\s,;|]+/
/** Signs that people put between IDs and not between words. */
const LISTED = /[,;|]/
/** The head of a column. */
const HEAD = /^event[_-]?ids?$/i
/** Only for text between spaces, so that "3 nov" stays a day. */
const SHORTEST_BETWEEN_SPACES = 6

/** Null where the text is not two or more IDs and nothing else. Work grows as the text does. */
export function pastedIds(text: string): PastedIds | null {
  const named = [...text.matchAll(NAMED)].flatMap(([, quoted]) => idIn(quoted ?? ''))
  if (named.length > 1) return listOf(named)
  const isListed = LISTED.test(text)
  const found: string[] = []
  for (const piece of text.split(BETWEEN)) {
    const id = cleanedId(piece) ?? piece
    if (!/[\p{L}\p{N}]/u.test(id) || (found.length === 0 && HEAD.test(id))) continue
    if (!isId(id) || (!isListed && id.length < SHORTEST_BETWEEN_SPACES)) return null
    found.push(id)
  }
  return listOf(found)
}

function listOf(found: readonly string[]): PastedIds | null {
  const distinct = [...new Set(found)]
  return distinct.length < 2 ? null : { ids: distinct.slice(0, MOST_IDS), count: distinct.length }
}

/** Has a digit or an underscore, as words have not, and is neither a date nor a member of something else. */
const isId = (text: string) =>
  /[\p{N}_]/u.test(text) && /^(?:\p{N}+|.*\p{L}.*)$/u.test(text) && !/["'`{}[\]<>=]/.test(text)

function idIn(quoted: string): string[] {
  try {
    const id: unknown = JSON.parse(quoted)
    return typeof id === 'string' && id !== '' ? [id] : []
  } catch {
    // An escape that JSON does not have.
    return []
  }
}
