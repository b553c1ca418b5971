// Exact figures as people read them: thousands apart, not one digit more or less; and the words that go by their
// number.
/** A plain decimal or JSON number with thousands' commas and a true minus: `-1234567.8900` is "−1,234,567.8900". */
export function groupedDigits(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/s.exec(text) ?? [text, '', '', text]
  if (whole.length < 4) return trueMinus(text)
  const first = whole.length % 3
  const groups = first === 0 ? [] : [whole.slice(0, first)]
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3))
  return trueMinus(`${sign}${groups.join(',')}${rest}`)
}

/** A figure as people read it has one minus, "−", wherever it stands; what programs read keeps "-". */
export const trueMinus = (figure: string) => figure.replace(/^-/, '−')

/**
 * A whole number: "312,440". Other numbers are for `groupedDigits`: this rounds to three decimal places. The runtime's own
 * number formats take 10 ms to load, in the process and in the page, so a start's whole numbers do without them.
 */
export const grouped = (count: number | bigint) =>
  typeof count === 'bigint' || Number.isSafeInteger(count)
    ? groupedDigits(String(count))
    : trueMinus(count.toLocaleString('en-US'))

/** "a", "a and b", "a, b and c". @param and the word of another language */
export const listWords = (parts: readonly string[], and = 'and'): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`

/** Chooses what is said of one, or of any other number: "event" and "events", "is" and "are". */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** "1 event", "4,208 events"; `many` where an s is not enough. */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${plural(count, one, many)}`

/** Writes words as a sentence or a head begins. */
export const capitalized = (words: string): string => words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
