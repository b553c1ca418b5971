/**
 * A text as Markdown shows it: characters with a meaning in Markdown or HTML are escaped with a backslash or as an
 * entity, and so is what would begin a heading, a quotation, a list, a rule or code where the text begins a line.
 */
export function markdownText(text: string): string {
  return (
    text
      .replace(/[\\`*_[\]|~]/g, '\\$&')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replace(/\r\n|[\r\n]/g, '<br>')
      // White space at the beginning would make code of the text.
      .replace(/^[ \t]/, '&#32;')
      // A quotation ("> "), a heading ("## "), an item of a list ("- ", "+ "), a rule ("- - -").
      .replace(/^(?:>|(?:#{1,6}|[-+])(?=\s|$)|-(?=[- ]*$))/, '\\$&')
      // An item of a numbered list ("1. ", "1) "): the sign behind the number is escaped.
      .replace(/^\d{1,9}(?=[.)](?:\s|$))/, '$&\\')
  )
}

/** A text as it stands in HTML, between tags and in quoted attributes. */
export const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Characters that turn around how a line reads, or cannot be seen, are written as what they are: "[U+202E]". */
export const seenText = (text: string): string =>
  text.replace(/(?![\t\n\r\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, (one) => `[U+${codeOf(one)}]`)

const codeOf = (one: string) => (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
