// Searches texts for what was typed, ignoring case: one pattern for all, so that search and marks never disagree.

/** A pattern for the typed text, or null for an empty one. Offsets of its matches are offsets of the text. */
export function searchPattern(query: string): RegExp | null {
  if (query === '') return null
  return new RegExp(query.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&'), 'giu')
}

/** Where the first match begins, or -1. */
export function firstMatch(text: string, pattern: RegExp): number {
  // Not exec, which sets the pattern's lastIndex: the next search would begin there.
  return text.search(pattern)
}

export interface Piece {
  text: string
  isMatch: boolean
}

/** Pieces that joined are the text; each of the first `most` matches is one of them. */
export function splitAtMatches(text: string, pattern: RegExp, most: number): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(pattern).take(most)) {
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), isMatch: false })
    pieces.push({ text: match[0], isMatch: true })
    done = match.index + match[0].length
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), isMatch: false })
  return pieces
}
