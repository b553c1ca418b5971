// Spreadsheets run cells that begin like a formula. Text that would gets an apostrophe there; numbers never come here.
// Cells begin behind `;`, tabs and line ends too: spreadsheets guess the separator, and Excel in half of Europe takes `;`.

/** `=`, `+`, `-`, `@` in all widths. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
/** White space, quotes and invisible characters, which programs skip or drop before they look at a cell. */
const SKIPPED = `\\s\\p{C}\\p{Z}"'`
/** A text that begins with a tab or a line end is guarded as a whole; behind apostrophes too, so that `unguard` can tell. */
const BREAK_FIRST = `'*[\\t\\r\\n]`

const LIKE_FORMULA = new RegExp(`^(?:[\\t\\r\\n]|[${SKIPPED}]*${SIGN})`, 'u')

/** Whether a spreadsheet might calculate with a cell that holds this text. */
export function beginsLikeFormula(text: string): boolean {
  return LIKE_FORMULA.test(text)
}

export interface FormulaGuard {
  /** The text as a cell that no spreadsheet runs, wherever it ends cells. Linear in its length. */
  guard(text: string): string
  /** The text that `guard` was given. */
  unguard(cell: string): string
}

/** For a file with this separator. A program that splits at commas finds cells in a file with another separator. */
export function createGuard(separator: ',' | ';' | '\t'): FormulaGuard {
  const ends = separator === ',' ? ';\\t\\r\\n' : ',;\\t\\r\\n'
  const formula = `[[${SKIPPED}]--[${ends}]]*${SIGN}`
  const needed = new RegExp(`^(?=${BREAK_FIRST})|(?<=^|[${ends}])(?=${formula})`, 'gv')
  const present = new RegExp(`^'(?=${BREAK_FIRST})|(?<=^|[${ends}])'(?=${formula})`, 'gv')
  return {
    guard: (text) => text.replace(needed, "'"),
    unguard: (cell) => cell.replace(present, ''),
  }
}
