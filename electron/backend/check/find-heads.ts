// Where the table of a file begins: below titles, account numbers and sentences that people and banks put above it.
import { looksLikeDate } from './file-times.ts'
import { isKnownHead } from './propose-columns.ts'
import { cellText, type ReadCell } from './read-lines.ts'
import { numberDress } from './read-number.ts'

type Row = readonly ReadCell[]

/** Lines in which heads are looked for, and of which one has to be them. */
export const MOST_LINES_TO_HEADS = 60

/**
 * The place of the heads among the first rows that are not blank, from 0. They are the first row that has two names
 * which ledgers and invoices use; else the row behind a hint at the separator; else the first row, unless what follows
 * is wider: then the first row of names, one of them known, that is wider than all above and below which nothing is
 * wider.
 */
export function findHeads(rows: readonly Row[]): number {
  const widths = rows.map(filledWidth)
  /** At each place, the width of the widest row from there on. */
  const widestFrom = new Array<number>(rows.length + 1).fill(0)
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    widestFrom[at] = Math.max(widestFrom[at + 1] ?? 0, widths[at] ?? 0)
  }
  const isNothingBelowWider = (at: number) => (widths[at] ?? 0) >= (widestFrom[at + 1] ?? 0)
  const knownNames = (at: number) => (rows[at] ?? []).filter((cell) => isKnownHead(cellText(cell))).length
  const hasHint = isSeparatorHint(rows[0] ?? [])
  if (!hasHint && knownNames(0) >= 2 && isOfNames(rows[0] ?? [])) return 0
  const end = Math.min(rows.length - 1, MOST_LINES_TO_HEADS)
  let widestAbove = 0
  /** The first row that can be the heads without two known names. */
  let fallback: number | null = null
  for (let at = 0; at < end; at += 1) {
    const width = widths[at] ?? 0
    const mayBeHeads = width > 1 && isNothingBelowWider(at) && isOfNames(rows[at] ?? [])
    if (mayBeHeads && knownNames(at) >= 2) return at
    // Without any name that is known, a later row may be a line of texts.
    const isKnownOrFirst = at === 0 || knownNames(at) > 0
    if (fallback === null && mayBeHeads && width > widestAbove && isKnownOrFirst) fallback = at
    widestAbove = Math.max(widestAbove, width)
  }
  if (hasHint) return rows.length > 1 ? 1 : 0
  return isNothingBelowWider(0) ? 0 : (fallback ?? 0)
}

/** How many cells a row has up to the last that says something. */
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
