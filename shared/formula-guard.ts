// Spreadsheets run cells that begin like a formula. A string that would gets an apostrophe before it; numbers never come here.

/** `=`, `+`, `-`, `@` in all widths, also behind blanks, quotes and invisible characters; or a tab, CR or LF at the start. */
const DANGEROUS = '(?:[\\t\\r\\n]|[\\s\\p{C}\\p{Z}"\']*[=+\\-@＝＋－＠﹦﹢﹣﹫])'
const LIKE_FORMULA = new RegExp(`^${DANGEROUS}`, 'u')
/** Behind apostrophes too: so that taking one away gives the text back, whatever it was. */
const NEEDS_GUARD = new RegExp(`^'*${DANGEROUS}`, 'u')
const GUARDED = new RegExp(`^'+${DANGEROUS}`, 'u')

/** Whether a spreadsheet might calculate with this text. */
export function beginsLikeFormula(text: string): boolean {
  return LIKE_FORMULA.test(text)
}

/** The text as a cell that no spreadsheet runs. */
export function guard(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text
}

/** The text that `guard` was given. */
export function unguard(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
