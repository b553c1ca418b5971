/**
 * A text as Markdown shows it: characters with a meaning in Markdown or HTML are escaped with a backslash or as an
 * entity, and so is what would begin a heading, a quotation, a list, a rule or code where the text begins a line.
 */
export function markdownText(text: string): string {
  return text
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\r\n|[\r\n]/g, '<br>')
    .replace(/^[ \t]/, '&#32;')
    .replace(/^(?:>|(?:#{1,6}|[-+])(?=\s|$)|-(?=[- ]*$))/, '\\$&')
    .replace(/^\d{1,9}(?=[.)](?:\s|$))/, '$&\\')
}

/** A text as it stands in HTML, between tags and in quoted attributes. */
export const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Characters that turn around how a line reads, or cannot be seen, are written as what they are: "[U+202E]". */
export const seenText = (text: string): string =>
  text.replace(/(?![\t\n\r\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, (one) => `[U+${codeOf(one)}]`)

const codeOf = (one: string) => (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
