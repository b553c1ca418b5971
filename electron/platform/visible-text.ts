// Texts of others on a terminal: what it would obey, reorder by, break a line at or not draw is written as an escape.
// So nobody's file can say, or hide, what only the command may.

/** Characters that are not drawn (controls, marks of direction, half pairs, what no font has), and line breaks. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
/** The same, and spaces that could fill a row so that what follows begins the next one. */
const UNSEEN_OR_FILLING = /[[\p{C}\p{Z}]--[ ]]|(?<= ) /gv

/** More of one line is not read. */
const MOST_CHARACTERS = 2_000

/** One line, of 2,000 characters before its escapes at most. */
export function visibleLine(text: string): string {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
  return shown.replaceAll(UNSEEN_OR_FILLING, escaped)
}

/** A value as JSON on one line; a reader gets what `JSON.stringify` gives. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, escaped)
}

/** Escapes as JSON does, each half of a pair apart. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
