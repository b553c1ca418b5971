// A text of printable ASCII shortened in the middle, so that both ends of an ID are visible.

/** At most `length` characters, three fifths of them from the start; the whole text where it is no longer. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = Math.max(1, length - 1)
  const start = Math.ceil(kept * 0.6)
  return `${text.slice(0, start)}…${start === kept ? '' : text.slice(start - kept)}`
}
