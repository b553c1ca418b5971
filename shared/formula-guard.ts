// Spreadsheets run cells that begin like a formula. Text that would gets an apostrophe there; numbers never come here.
// Cells begin behind `;`, tabs and line ends too: spreadsheets guess the separator, and Excel in half of Europe takes `;`.

/** White space, quotes and invisible characters, which programs skip or drop before they look at a cell. */
const SKIPPED = `[[\\s\\p{C}\\p{Z}"']--[;\\t\\r\\n]]*`
/** `=`, `+`, `-`, `@` in all widths. */
const FORMULA = `${SKIPPED}[=+\\-@＝＋－＠﹦﹢﹣﹫]`
/** A text that begins with a tab or a line end is guarded as a whole; behind apostrophes too, so that `unguard` can tell. */
const BREAK_FIRST = `'*[\\t\\r\\n]`

const LIKE_FORMULA = /^(?:[\t\r\n]|[\s\p{C}\p{Z}"']*[=+\-@＝＋－＠﹦﹢﹣﹫])/u
const NEEDS_GUARD = new RegExp(`^(?=${BREAK_FIRST})|(?<=^|[;\\t\\r\\n])(?=${FORMULA})`, 'gv')
const GUARDED = new RegExp(`^'(?=${BREAK_FIRST})|(?<=^|[;\\t\\r\\n])'(?=${FORMULA})`, 'gv')

/** Whether a spreadsheet might calculate with a cell that holds this text. */
export function beginsLikeFormula(text: string): boolean {
  return LIKE_FORMULA.test(text)
}

/** The text as a cell that no spreadsheet runs, wherever it ends cells. Linear in its length. */
export function guard(text: string): string {
  return text.replace(NEEDS_GUARD, "'")
}

/** The text that `guard` was given. */
export function unguard(cell: string): string {
  return cell.replace(GUARDED, '')
}
