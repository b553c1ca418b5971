// This is what a spreadsheet makes of a cell of a CSV when the file is opened with a double click: texts that look like
// a number, a date or a formula become one, and numbers keep 15 digits. Judged by the text alone, as programs in most
// countries read it.
import type { PropertyKind } from '../event/event.ts'
import { keepsItsDigits } from '../exact/exact-number.ts'

/**
 * `digits`: a number loses some of its digits. `number`, `date`, `boolean`: a text becomes one (007 is 7, 1-2 is a
 * day). `cut`: a text is longer than a cell holds. `apostrophe`: the guard before a text that would run as a formula
 * stays in the cell. `formula`: a text runs as one.
 */
export type SpreadsheetChange = 'digits' | 'number' | 'date' | 'boolean' | 'cut' | 'apostrophe' | 'formula'

/** Excel's limit, in characters. */
const MOST_TEXT = 32_767
/** Texts that look like something else are short; the longest are numbers. */
const LONGEST_LOOK = 400

/** A number with a sign, a currency or a percent sign if any, or in brackets: "-1,234.56", "€ 5", "(.5e3)", "7 %". */
const NUMBER =
  /^\s*[(+-]?\s*[$€£¥]?\s*(?:\d+[.,]?\d*|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*(?:[$€£¥%]|\))?\s*$/
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/** A day ("1-2", "20.11.2026", "3 nov", "nov-26"), a time of day ("9:30", "11:52:57.1 pm"), or a day and a time. */
const DATE = new RegExp(
  `^\\s*(?:\\d{1,4}[-/.]\\d{1,2}(?:[-/.]\\d{1,4})?|\\d{1,4}[-/. ]?${MONTH}(?:[-/. ]?\\d{1,4})?|${MONTH}[-/. ]?\\d{1,4})?(?:[T ]?\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]m)?)?\\s*$`,
  'i',
)

/** Null if it keeps what was sent. `guarded`: whether texts that would run as a formula got an apostrophe. */
export function spreadsheetChange(
  { kind, text }: { kind: PropertyKind; text: string },
  guarded: boolean,
): SpreadsheetChange | null {
  switch (kind) {
    case 'number':
      return keepsItsDigits(text) ? null : 'digits'
    case 'boolean':
    case 'null':
      return null
    case 'json':
    case 'string':
      return changeOfText(text, guarded)
  }
}

function changeOfText(text: string, guarded: boolean): SpreadsheetChange | null {
  if (text.length > MOST_TEXT) return 'cut'
  const isNumber = text.length <= LONGEST_LOOK && NUMBER.test(text)
  // Of a text such as "-5" a spreadsheet makes a number and runs nothing.
  if (beginsLikeFormula(text)) return guarded ? 'apostrophe' : isNumber ? 'number' : 'formula'
  if (text.length > LONGEST_LOOK || text.trim() === '') return null
  if (/^(?:true|false)$/i.test(text.trim())) return 'boolean'
  if (isNumber) return 'number'
  return DATE.test(text) ? 'date' : null
}

// Spreadsheets run cells that begin like a formula. Text that would gets an apostrophe there; numbers never come here.
// Cells begin behind `;`, tabs and line ends too: spreadsheets guess the separator, and Excel in half of Europe takes
// `;`. Texts are gone through sign by sign: a pattern for them exhausts its stack on a text of millions of spaces.

const unitOf = (sign: string) => sign.charCodeAt(0)
const [APOSTROPHE, QUOTE, SPACE, DELETE] = [unitOf("'"), unitOf('"'), unitOf(' '), 0x7f]
/** `=`, `+`, `-`, `@` in all widths. */
const SIGNS = new Set([...'=+-@＝＋－＠﹦﹢﹣﹫'].map(unitOf))
const BREAKS = new Set([...'\t\r\n'].map(unitOf))
/** These are white space and invisible characters beyond ASCII. */
const UNSEEN = /^[\s\p{C}\p{Z}]$/u

/** Whether programs skip or drop it before they look at a cell: white space, quotes and invisible characters. */
function isSkipped(point: number): boolean {
  if (point < 0x80) return point <= SPACE || point === QUOTE || point === APOSTROPHE || point === DELETE
  return UNSEEN.test(String.fromCodePoint(point))
}

/** Whether a spreadsheet might calculate with a cell that holds this text. */
export function beginsLikeFormula(text: string): boolean {
  if (BREAKS.has(text.charCodeAt(0))) return true
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0
    if (SIGNS.has(point)) return true
    if (!isSkipped(point)) return false
  }
  return false
}

/** The guard is for this separator: a program that splits at commas finds cells in a file with another one. */
export function createGuard(separator: ',' | ';' | '\t') {
  const ends = new Set([...(separator === ',' ? ';\t\r\n' : ',;\t\r\n')].map(unitOf))

  /**
   * The offsets, in order, at which a guard belongs: of each cell that a spreadsheet would run, and 0 where the text
   * begins with a line end or a tab.
   */
  function dangers(text: string): number[] {
    const found = beginsWithBreak(text) ? [0] : []
    /** Where the cell begins that is looked at; -1 once it is known whether it would run, until the next one begins. */
    let start = 0
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      if (ends.has(unit)) start = at + 1
      else if (start >= 0) {
        const point = unit < 0x80 ? unit : (text.codePointAt(at) ?? unit)
        const isRun = SIGNS.has(point)
        if (isRun && found.at(-1) !== start) found.push(start)
        if (isRun || !isSkipped(point)) start = -1
        // It is a surrogate pair, of which the second half is passed by.
        if (point > 0xffff) at += 1
      }
    }
    return found
  }

  return {
    /** The text as a cell that no spreadsheet runs, wherever it ends cells. Linear in its length. */
    guard(text: string): string {
      const before = dangers(text)
      if (before.length === 0) return text
      return text.slice(0, before[0]) + before.map((at, index) => `'${text.slice(at, before[index + 1])}`).join('')
    },
    /** The text that `guard` was given. */
    unguard(cell: string): string {
      const guarded = dangers(cell).filter((at) => cell.charCodeAt(at) === APOSTROPHE)
      if (guarded.length === 0) return cell
      return cell.slice(0, guarded[0]) + guarded.map((at, index) => cell.slice(at + 1, guarded[index + 1])).join('')
    },
  }
}

/** A text from a tab or a line end is guarded as a whole; behind apostrophes too, so that `unguard` can tell. */
function beginsWithBreak(text: string): boolean {
  let at = 0
  while (text.charCodeAt(at) === APOSTROPHE) at += 1
  return BREAKS.has(text.charCodeAt(at))
}
