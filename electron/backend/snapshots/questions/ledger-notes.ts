// What is to be known of a ledger that was checked, in sentences beside its figures: how its times, amounts and
// currencies were read, and what of it was not.
import type { FileChoices, MeantColumn } from '../../../../shared/check/checked-file.ts'
import { countWords, grouped, listWords } from '../../../../shared/exact/grouped-digits.ts'
import type { LedgerAnswer } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { fileTimes, looksLikeDate, styledTime, type TimeStyle } from '../../check/file-times.ts'
import { cellText } from '../../check/read-lines.ts'
import { sideMark } from '../../check/read-number.ts'
import { textsIn } from '../table/dictionary.ts'
import { headOf } from './amount-sides.ts'
import type { CheckedLedger } from './checked-ledger.ts'
import type { ComparedColumn } from './ledger-columns.ts'
import {
  type Beginning,
  cellTextAt,
  codeOfOwn,
  type FileColumn,
  type LedgerFile,
  shortLinesNotes,
} from './ledger-file.ts'
import { TOTAL } from './match-ledger.ts'

const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 100

/** A customer or an event code of the file that no event has. */
type UnknownName = Extract<LedgerAnswer, { kind: 'checked' }>['unknown'][number]

/** What is to be known of a checked ledger besides its figures, a sentence each. */
export function ledgerNotes(ledger: CheckedLedger, choices: FileChoices, snapshotZone: string): string[] {
  const { file, columns, ids, money, signs, stated, timeStyle, totals, zone } = ledger
  // One that states another sum is told where the check is summed up.
  const notes = totals.flatMap(({ holds, words }) => (holds === false ? [] : [words])).slice(0, MOST_SAMPLES)
  notes.push(...shortLinesNotes(file))
  const withoutId = ids === null || choices.key !== null ? 0 : blankCells(ids, ledger)
  if (withoutId > 0) {
    notes.push(
      `${lineCount(withoutId)} ${withoutId === 1 ? 'has' : 'have'} no event ID, so no event is found for ${withoutId === 1 ? 'it' : 'them'}.`,
    )
  }
  const times = columns.find((column) => column.file.means.is === 'field' && column.file.means.field === 'createdAt')
  if (times !== undefined && choices.zone === null && zone !== snapshotZone)
    notes.push(`Times under “${times.file.head.slice(0, LONGEST_SAMPLE)}” without an offset are read in ${zone}.`)
  if (times !== undefined)
    notes.push(...styleNotes(file, times.file, timeStyle), ...timeNotes(file, times, timeStyle, zone))
  if (signs !== 'either' && choices.amounts === null) {
    notes.push(`In this file, what your price rules take off, such as credits, is ${signs} zero.`)
  }
  if (stated.conflicting > 0) {
    const isOne = stated.conflicting === 1
    const at = grouped(file.lineNumbers[stated.firstConflict] ?? 0)
    const what = isOne
      ? 'it counts as having none, differs, and is in no sum'
      : 'they count as having none, differ, and are in no sum'
    notes.push(
      `${lineCount(stated.conflicting)}, the first of them line ${at}, ${isOne ? 'names' : 'name'} different currencies in cell, column and head: ${what}.`,
    )
  }
  const hasAmount = file.columns.some(({ means }) => means.is === 'amount')
  const hasCurrency = file.columns.some(({ means }) => means.is === 'currency')
  if (hasAmount && !hasCurrency && choices.currency === null && stated.silent > 0) {
    const which =
      stated.silent === file.lines
        ? 'The file says'
        : `${lineCount(stated.silent)} of the file ${stated.silent === 1 ? 'says' : 'say'}`
    notes.push(`${which} no currency: each line takes the currency of its event, and lines without an event have none.`)
  }
  if (hasAmount && money.amounts.size > 0 && money.treatments.every(({ of }) => of === 'unvalued')) {
    notes.push(
      'By your price rules no single event has an amount of its own, so the amounts in the file are not compared.',
    )
  }
  return notes
}

/** Says which customers may be meant by names that no event has. */
export function proposedNotes(unknown: readonly UnknownName[]): string[] {
  const proposed = unknown.filter((one) => one.proposed !== undefined).slice(0, MOST_SAMPLES)
  if (proposed.length === 0) return []
  const said = proposed.map((one) => `“${one.said.slice(0, LONGEST_SAMPLE)}” (${lineCount(one.lines)})`)
  const meant = proposed.map((one) => `“${(one.proposed ?? '').slice(0, LONGEST_SAMPLE)}”`)
  return [
    `No event has the customer${proposed.length === 1 ? '' : 's'} ${listWords(said)}: ${listWords(meant)} may be meant. Choose a name to use it.`,
  ]
}

/** Says that a column of sides is not read: a line on the wrong side would agree without a word. */
export function unreadSides({ heads, lines }: Beginning, meant: readonly MeantColumn[]): string[] {
  const used = new Set(meant.map(({ column }) => column))
  return heads.flatMap((_, column) => {
    const cells = lines.map(({ cells }) => cellText(cells[column]).trim()).filter((cell) => cell !== '')
    if (used.has(column) || cells.length === 0 || !cells.every((cell) => sideMark(cell) !== null)) return []
    return [
      `“${headOf(heads, column).slice(0, LONGEST_SAMPLE)}” says whether each line is a debit or a credit, but is not read: amounts count as they stand. To have it read, choose it as the side of the amount.`,
    ]
  })
}

/** Says what the times of a column are read as, where they are not written as RFC 3339 has them. */
function styleNotes({ lineNumbers }: LedgerFile, column: FileColumn, style: TimeStyle): string[] {
  // The column's own dictionary has the texts that no event has, numbered from 1 as they were first seen. A cell's code
  // is another number, as those of the events' own texts come before: the line is found by the code of text 1.
  const [first] = textsIn(column.dictionary)
  if (style === 'as-written' || first === undefined) return []
  const codeOfFirst = codeOfOwn(column, 1)
  const at = column.codes.indexOf(codeOfFirst)
  const read = styledTime(first, style)
  return [
    `“${first.slice(0, LONGEST_SAMPLE)}” on line ${grouped(lineNumbers[at] ?? 0)} is read as ${read}: ${STYLE_WORDS[style]}.`,
  ]
}

const STYLE_WORDS: Record<Exclude<TimeStyle, 'as-written'>, string> = {
  'epoch-seconds': 'seconds since 1970',
  'epoch-milliseconds': 'milliseconds since 1970',
  'days-of-digits': 'year, month, day',
  'day-first': 'the day comes first, as in the whole column',
  'month-first': 'the month comes first, as in the whole column',
}

/** Notes on times that the clock shows twice, and on the first that cannot be read, where it is known why. */
function timeNotes(
  file: LedgerFile,
  { isUnread, isTwice, file: column }: ComparedColumn,
  style: TimeStyle,
  zone: string,
): string[] {
  /** How many cells are of a kind, and the first of them. */
  const linesWhere = (is: ((code: number) => boolean) | null | undefined) => {
    const found = { first: -1, lines: 0 }
    for (let line = 0; line < file.lines; line += 1) {
      const code = column.codes[line] ?? 0
      if (code === 0 || is?.(code) !== true) continue
      if (found.lines === 0) found.first = line
      found.lines += 1
    }
    const text = (cellTextAt(column, found.first) ?? '').slice(0, LONGEST_SAMPLE)
    return { ...found, text, at: `on line ${grouped(file.lineNumbers[found.first] ?? 0)}` }
  }
  const notes: string[] = []
  const twice = linesWhere(isTwice)
  if (twice.lines > 0) {
    const more = twice.lines === 1 ? '' : `, as do the times of ${countWords(twice.lines - 1, 'more line')}`
    notes.push(
      `“${twice.text}” ${twice.at} occurs twice in ${zone}, because the clocks go back${more}: such a line may belong to either event.`,
    )
  }
  const unread = linesWhere(isUnread)
  if (unread.lines === 0) return notes
  const { text, at } = unread
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) {
    notes.push(
      `Times such as ${text} ${at} are a spreadsheet’s numbers for days. Format the column as date and time, and save the file again.`,
    )
  } else if (fileTimes('UTC')(styledTime(text, style)) !== null) {
    notes.push(`“${text}” ${at} never occurs in ${zone}, because the clocks go forward: it is not read.`)
  } else if (looksLikeDate(text)) {
    notes.push(`Times such as ${text} ${at} are not read: there is no such day, or it is not written like the others.`)
  }
  return notes
}

const lineCount = (lines: number) => (lines === 1 ? '1 line' : `${grouped(lines)} lines`)

/** How many lines have an empty cell in a column. */
function blankCells({ codes }: FileColumn, { file, matches }: CheckedLedger): number {
  let blank = 0
  for (let line = 0; line < file.lines; line += 1) if (codes[line] === 0 && matches.outcomes[line] !== TOTAL) blank += 1
  return blank
}
