// Finding what was typed in a text, without regard to case, so that searching and highlighting never disagree.

/** A pattern for the typed text, or null for an empty one. Offsets of its matches are offsets of the text. */
export function searchPattern(query: string): RegExp | null {
  if (query === '') return null
  return new RegExp(query.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&'), 'giu')
}

/** Where the first match begins, or -1. */
export function firstMatch(text: string, pattern: RegExp): number {
  // Not exec: it would leave its place in the pattern, and the next search would begin there.
  return text.search(pattern)
}

export interface Piece {
  text: string
  hit: boolean
}

/** The text in pieces, the first `most` matches apart; joined they are the text. */
export function splitAtMatches(text: string, pattern: RegExp, most: number): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(pattern).take(most)) {
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), hit: false })
    pieces.push({ text: match[0], hit: true })
    done = match.index + match[0].length
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), hit: false })
  return pieces
}
