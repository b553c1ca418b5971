// What was copied from a column, for a field of one line: part of the page's start, unlike what is made of it.

/** The lines of a column as a field of one line takes them; null where they are not one word each. */
export function joinedLines(text: string): string | null {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  return filled.length > 1 && filled.every((line) => !/\s/.test(line)) ? filled.join(', ') : null
}
