/** A text as Markdown shows it: characters with a meaning in Markdown or HTML are escaped with a backslash or as an entity. */
export function markdownText(text: string): string {
  return text
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\r\n|[\r\n]/g, '<br>')
}
