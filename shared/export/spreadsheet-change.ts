// What a spreadsheet makes of a cell of a CSV when the file is opened with a double click: texts that look like a number, a
// date or a formula become one, and numbers keep 15 digits. Judged by the text alone, as programs in most countries read it.
import type { PropertyKind } from '../event/event.ts'
import { keepsItsDigits } from '../exact/exact-number.ts'
import { beginsLikeFormula } from './formula-guard.ts'

/**
 * `digits`: a number loses some of its digits. `number`, `date`, `boolean`: a text becomes one (007 is 7, 1-2 is a day).
 * `cut`: a text is longer than a cell holds. `apostrophe`: the guard before a text that would run as a formula stays in the
 * cell. `formula`: a text runs as one.
 */
export type SpreadsheetChange = 'digits' | 'number' | 'date' | 'boolean' | 'cut' | 'apostrophe' | 'formula'

/** Excel's limit, in characters. */
const MOST_TEXT = 32_767
/** Texts that look like something else are short; the longest are numbers. */
const LONGEST_LOOK = 400

const NUMBER =
  /^\s*[(+-]?\s*[$€£¥]?\s*(?:\d+[.,]?\d*|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*(?:[$€£¥%]|\))?\s*$/
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
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
    default:
      return kind satisfies never
  }
}

function changeOfText(text: string, guarded: boolean): SpreadsheetChange | null {
  if (text.length > MOST_TEXT) return 'cut'
  const isNumber = text.length <= LONGEST_LOOK && NUMBER.test(text)
  if (beginsLikeFormula(text)) return guarded ? 'apostrophe' : isNumber ? 'number' : 'formula'
  if (text.length > LONGEST_LOOK || text.trim() === '') return null
  if (/^(?:true|false)$/i.test(text.trim())) return 'boolean'
  if (isNumber) return 'number'
  return DATE.test(text) ? 'date' : null
}
