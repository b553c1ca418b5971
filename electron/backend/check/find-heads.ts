// Where the table of a file begins: below titles, account numbers and sentences that people and banks put above it.
import { looksLikeDate } from './file-times.ts'
import { isKnownHead } from './propose-columns.ts'
import { cellText, type ReadCell } from './read-lines.ts'
import { numberDress } from './read-number.ts'

type Row = readonly ReadCell[]

/** Lines in which heads are looked for, and of which one has to be them. */
export const MOST_LINES_TO_HEADS = 60

/**
 * The place of the heads among the first rows that are not blank. They are the first row, unless what follows is wider,
 * or it has no name that ledgers and invoices use and a later one has two: then the first row of names below which
 * nothing is wider.
 */
export function findHeads(rows: readonly Row[]): number {
  const widths = rows.map(filledWidth)
  /** The widest of the rows from a place on. */
  const widest = new Array<number>(rows.length + 1).fill(0)
  for (let at = rows.length - 1; at >= 0; at -= 1) widest[at] = Math.max(widest[at + 1] ?? 0, widths[at] ?? 0)
  const holds = (at: number) => (widths[at] ?? 0) >= (widest[at + 1] ?? 0)
  const known = (at: number) => (rows[at] ?? []).filter((cell) => isKnownHead(cellText(cell))).length
  const hasHint = isSeparatorHint(rows[0] ?? [])
  if (!hasHint && known(0) >= 2 && isOfNames(rows[0] ?? [])) return 0
  const last = Math.min(rows.length - 1, MOST_LINES_TO_HEADS)
  let widestBefore = 0
  let named = -1
  for (let at = 0; at < last; at += 1) {
    const width = widths[at] ?? 0
    const isNamed = width > 1 && holds(at) && isOfNames(rows[at] ?? [])
    if (isNamed && known(at) >= 2) return at
    // Without any name that is known, it may be a line of texts.
    if (named < 0 && isNamed && width > widestBefore && (at === 0 || known(at) > 0)) named = at
    widestBefore = Math.max(widestBefore, width)
  }
  if (hasHint) return rows.length > 1 ? 1 : 0
  return holds(0) || named < 0 ? 0 : named
}

/** Cells up to the last that says something. */
export function filledWidth(row: Row): number {
  let width = row.length
  while (width > 0 && cellText(row[width - 1]).trim() === '') width -= 1
  return width
}

/** The line by which spreadsheets are told the separator: sep=; */
const isSeparatorHint = (row: Row) => /^sep=.?$/i.test(row.map(cellText).join('').trim())

/** Heads name things: a number or a day among them is a line's. */
const isOfNames = (row: Row) =>
  row.every((cell) => {
    if (cell !== null && typeof cell !== 'string') return false
    const text = cellText(cell)
    return numberDress(text) === null && !looksLikeDate(text)
  })
