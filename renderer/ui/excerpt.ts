// Which part of a long text to show, so that nobody lays out 20,000 characters to read the first line.

/**
 * The part of a long text to show: at most about `length` UTF-16 units, no pair split, from the start,
 * or a little before `around` (an offset, -1 for none) where that would lie outside.
 */
export function excerpt(text: string, length: number, around: number): { start: number; end: number } {
  const lead = Math.floor(length / 4)
  const wanted = around > length - lead ? Math.min(around - lead, text.length - length) : 0
  const start = betweenPairs(text, Math.max(0, wanted))
  return { start, end: betweenPairs(text, Math.min(text.length, start + length)) }
}

function betweenPairs(text: string, offset: number): number {
  const splitsPair = /[\uDC00-\uDFFF]/.test(text.charAt(offset)) && /[\uD800-\uDBFF]/.test(text.charAt(offset - 1))
  return splitsPair ? offset - 1 : offset
}
