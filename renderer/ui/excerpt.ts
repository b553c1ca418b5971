// This says which part of a long text to show, so that 20,000 characters are not laid out to read the first line; and
// where in a text what was typed is found.

/** Offsets in a text; no surrogate pair is split. */
export interface Part {
  start: number
  end: number
}

/**
 * This is what browsers lay out in good time: the time for a text grows faster than its length where directions mix,
 * and faster still with each element in it.
 */
interface DrawLimits {
  /** UTF-16 units. */
  characters: number
  /** So many of those may get an element of their own (see exact-text.tsx). */
  marked: number
}

/** More than any one line has room for: what is marked is 20 pixels wide and more. */
export const ONE_LINE: DrawLimits = { characters: 200, marked: 40 }
/** More than a reader takes in among other values. */
export const AMONG_OTHERS: DrawLimits = { characters: 400, marked: 200 }
/** It is as much of one value as is ever drawn; copying takes all of it. */
export const ALL_THAT_IS_DRAWN: DrawLimits = { characters: 20_000, marked: 1_000 }

/** The beginning of a text, as long as `limits` allow. */
export function beginning(text: string, { characters, marked }: DrawLimits): Part {
  const end = excerpt(text, characters, -1).end
  if (end <= marked) return { start: 0, end }
  let count = 0
  for (const { index } of text.slice(0, end).matchAll(MAY_BE_MARKED)) {
    count += 1
    if (count > marked) return { start: 0, end: index }
  }
  return { start: 0, end }
}

/** All but the space, which is marked at a text's ends only. */
const MAY_BE_MARKED = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}]--[ ]]/gv

/** Cuts to the first `length` UTF-16 units, with dots: for a sentence, a tooltip or an accessible name. */
export function shortened(text: string, length: number): string {
  const { end } = excerpt(text, length, -1)
  return end < text.length ? `${text.slice(0, end)}…` : text
}

/**
 * The part of a long text to show: at most about `length` UTF-16 units, no pair split, from the start,
 * or a little before `around` (an offset, -1 for none) where that would lie outside.
 */
export function excerpt(text: string, length: number, around: number): Part {
  // A quarter of the part stands before `around`, where the beginning of the text would not show that much behind it.
  const lead = Math.floor(length / 4)
  const wanted = around > length - lead ? Math.min(around - lead, text.length - length) : 0
  const start = betweenPairs(text, Math.max(0, wanted))
  return { start, end: betweenPairs(text, Math.min(text.length, start + length)) }
}

/** The offset, or the one before it where it falls inside a surrogate pair. */
export function betweenPairs(text: string, offset: number): number {
  const splitsPair = /[\uDC00-\uDFFF]/.test(text.charAt(offset)) && /[\uD800-\uDBFF]/.test(text.charAt(offset - 1))
  return splitsPair ? offset - 1 : offset
}

// Texts are searched without regard to case, by one pattern for search and marks, so that these never disagree.

/** A pattern for the typed text, or null for an empty one. Offsets of its matches are offsets of the text. */
export function searchPattern(query: string): RegExp | null {
  if (query === '') return null
  return new RegExp(query.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&'), 'giu')
}

/** Finds where the first match begins, or -1. */
export function firstMatch(text: string, pattern: RegExp): number {
  // `exec` would set the pattern's `lastIndex`, from which the next search would begin; `search` leaves it alone.
  return text.search(pattern)
}

export interface Chunk {
  text: string
  isMatch: boolean
}

/** Pieces that joined are the text; each of the first `most` matches is one of them. */
export function splitAtMatches(text: string, pattern: RegExp, most: number): Chunk[] {
  const chunks: Chunk[] = []
  let done = 0
  for (const match of text.matchAll(pattern).take(most)) {
    if (match.index > done) chunks.push({ text: text.slice(done, match.index), isMatch: false })
    chunks.push({ text: match[0], isMatch: true })
    done = match.index + match[0].length
  }
  if (done < text.length || chunks.length === 0) chunks.push({ text: text.slice(done), isMatch: false })
  return chunks
}
