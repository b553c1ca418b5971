// A row of a sheet as XML. Text stays text, whatever it looks like; a number that a double would round is text as well.
import type { PropertyKind } from '../../../shared/event/event.ts'
import { type Cell, type TableColumn, uniqueNames } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { keepsItsDigits } from '../../../shared/exact/exact-number.ts'
import { readDateTime } from '../../../shared/time/instant.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'
import { columnLetters, numberStyle, STYLE } from './excel-package.ts'
import { columnsInZone, type Tally } from './file-format.ts'
import { WORTH_HEADS } from './file-worth.ts'
import type { Survey } from './survey.ts'

export interface ExcelColumn {
  head: string
  /** Its place among a row's cells; a date-time is read from the text that stands there. */
  from: number
  /** Null: one of what the event is worth, whose cells follow those of the table. */
  column: TableColumn | null
  isDateTime: boolean
  /** Whether most of its cells are numbers. */
  isOfNumbers: boolean
  /** Whether the thousands of its numbers are apart. */
  isGrouped: boolean
}

/** The table's columns, `created_at` also as a date-time, and behind them what each event is worth by the rules. */
export function excelColumns(
  { table, grouped, worth }: Pick<Survey, 'table' | 'grouped' | 'worth'>,
  zone: string,
): ExcelColumn[] {
  const list = columnsInZone(table.columns, zone).map(({ isZoned, ...one }): ExcelColumn => {
    const { of, name, kinds } = one.column
    const isOfNumbers = !isZoned && kinds.number > kinds.string
    return { ...one, isDateTime: isZoned, isOfNumbers, isGrouped: of === 'property' && grouped.has(name) }
  })
  const ofWorth = (worth === null ? [] : WORTH_HEADS).map((head, at): ExcelColumn => {
    const from = table.columns.length + at
    // The amount comes first; its currency and what the rules take it for are texts.
    return { head, from, column: null, isDateTime: false, isOfNumbers: at === 0, isGrouped: true }
  })
  const all = [...list, ...ofWorth]
  const heads = uniqueNames(all.map(({ head }) => head))
  return all.map((one, at) => ({ ...one, head: heads[at] ?? one.head }))
}

/** Writes rows of cells; counts what it had to change. `row` is the sheet's own number, from 1. */
export function excelRowWriter(columns: readonly ExcelColumn[], zone: string, tally: Tally) {
  const places = columns.map((_, at) => `<c r="${columnLetters(at)}`)
  const serial = serialClock(zone)

  return (row: number, cells: readonly Cell[]): string => {
    const number = String(row)
    let xml = `<row r="${number}">`
    for (const [at, { head, column, from, isDateTime, isGrouped }] of columns.entries()) {
      const cell = cells[from] ?? null
      if (cell === null) continue
      const { kind, text } = cell
      const place = `${places[at]}${number}"`
      if (isDateTime) {
        const value = serial(text)
        if (value === null) tally.withoutDateTime += 1
        else xml += `${place} s="${STYLE.dateTime}"><v>${value}</v></c>`
      } else {
        xml += cellElement(place, kind, text, { head: column?.head ?? head, isGrouped }, tally)
      }
    }
    return `${xml}</row>`
  }
}

/** @param place where it stands, as the beginning of its element */
function cellElement(
  place: string,
  kind: PropertyKind,
  text: string,
  { head, isGrouped }: Pick<ExcelColumn, 'head' | 'isGrouped'>,
  tally: Tally,
): string {
  if (kind === 'number' && keepsItsDigits(text))
    return `${place} s="${numberStyle(text, isGrouped)}"><v>${text}</v></c>`
  if (kind === 'boolean') return `${place} t="b"><v>${text === 'true' ? 1 : 0}</v></c>`
  if (kind === 'number') countAsText(tally, head)
  return textCell(place, text, kind === 'number' ? STYLE.numberAsText : STYLE.text, tally)
}

/** A day such as 2026-10-01 that a table is grouped by. */
interface DayCell {
  kind: 'day'
  text: string
}

/**
 * A row of a table that is not of events: no date-times, and a day is a date, as text where Excel's calendar has none.
 * `heads` say in which column a number became text.
 */
export const figureRow = (row: number, cells: readonly (Cell | DayCell)[], heads: readonly string[], tally: Tally) =>
  rowElement(row, cells, (place, { kind, text }, at) => {
    if (kind !== 'day') return cellElement(place, kind, text, { head: heads[at] ?? '', isGrouped: true }, tally)
    const value = utcSerial(`${text}T00:00:00Z`)
    return value === null ? textCell(place, text, STYLE.text, tally) : `${place} s="${STYLE.day}"><v>${value}</v></c>`
  })

/** A line of totals: what stands for a figure that is not there is at the right, as the figures are. */
export const totalsRow = (row: number, cells: readonly Cell[], tally: Tally) =>
  rowElement(row, cells, (place, { kind, text }, at) => {
    if (kind === 'number') return cellElement(place, kind, text, { head: '', isGrouped: true }, tally)
    return textCell(place, text, at === 0 ? STYLE.text : STYLE.numberAsText, tally)
  })

/** @param element of a cell; `place` where it stands, as the beginning of its element */
function rowElement<T>(
  row: number,
  cells: readonly (T | null)[],
  element: (place: string, cell: T, at: number) => string,
): string {
  const elements = cells.map((cell, at) =>
    cell === null ? '' : element(`<c r="${columnLetters(at)}${row}"`, cell, at),
  )
  return `<row r="${row}">${elements.join('')}</row>`
}

const textCell = (place: string, text: string, style: number, tally: Tally) =>
  `${place} s="${style}" t="inlineStr"><is>${textElement(text, tally)}</is></c>`

function countAsText({ numbersAsText }: Tally, column: string): void {
  numbersAsText.set(column, (numbersAsText.get(column) ?? 0) + 1)
}

/** Cells of text only, as the lines of "About". */
export const textRow = (row: number, texts: readonly string[], style: number, tally: Tally) =>
  rowElement(row, texts, (place, text) => textCell(place, text, style, tally))

/** Heads of columns, over numbers at the right. */
export const headRow = (row: number, heads: readonly { text: string; isOfNumbers: boolean }[], tally: Tally) =>
  rowElement(row, heads, (place, { text, isOfNumbers }) =>
    textCell(place, text, isOfNumbers ? STYLE.numberHead : STYLE.head, tally),
  )

const DAY = 86_400
/** Day 0 of Excel's calendar, 30 December 1899, in seconds since 1970. */
const DAY_ZERO = -25_569 * DAY
/** Excel believes in a 29 February 1900 and knows no year before: from 1 March 1900 on its days are right. */
const FIRST = DAY_ZERO + 61 * DAY
const LAST = DAY_ZERO + 2_958_466 * DAY

/** Days of Excel's calendar by the zone's clock, to the millisecond (cut, not rounded); null outside of it. */
function serialClock(zone: string): (text: string) => string | null {
  const offsetAt = zoneClock(zone)
  return (text) => {
    const read = readDateTime(text)
    if (read === null) return null
    const seconds = read.seconds + offsetAt(read.seconds)
    if (seconds < FIRST || seconds >= LAST) return null
    const milliseconds = Number(read.fraction.slice(1, 4).padEnd(3, '0'))
    return String((seconds - DAY_ZERO + milliseconds / 1_000) / DAY)
  }
}

const utcSerial = serialClock('UTC')

// Texts as the XML of a sheet holds them, so that Excel reads what was sent. An underscore that would be taken for the
// beginning of an escape is escaped itself: a literal `_x0041_` would be read as "A".

/** The most UTF-16 units of a cell; Excel calls a file with more broken. */
const MOST_TEXT = 32_767

/** ASCII without spaces, which have to be preserved, without &, < and >, and without an underscore before an x. */
const PLAIN = /^(?:[\x21-\x25\x27-\x3b\x3d\x3f-\x5e`-\x7e]|_(?!x))*$/

/** The element that holds a text. Counts what it had to change. */
export function textElement(text: string, tally: Tally): string {
  // The length first: on a text of millions the pattern would exhaust its stack.
  return text.length <= MOST_TEXT && PLAIN.test(text)
    ? `<t>${text}</t>`
    : `<t xml:space="preserve">${escaped(cellText(text, tally))}</t>`
}

/** The text without half pairs, and cut where no cell takes it; what lies beyond the cut is not worked on. */
export function cellText(sent: string, tally: Tally): string {
  const whole = sent.length <= MOST_TEXT ? wellFormed(sent) : null
  if (whole !== null && whole.length <= MOST_TEXT) {
    if (whole !== sent) tally.halfPairs += 1
    return whole
  }
  tally.cut += 1
  const mark = ` … (cut: ${sent.length} characters)`
  const part = beginning(sent, MOST_TEXT - mark.length)
  const written = wellFormed(part)
  if (written !== part) tally.halfPairs += 1
  return beginning(written, MOST_TEXT - mark.length) + mark
}

/** At most so many units of a text, which do not end in the middle of a pair. */
const beginning = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** CR, which XML readers turn into LF, and what XML cannot hold: control characters, and two that are none at all. */
const NO_XML = /[^\P{Cc}\t\n\x7f-\x9f]|[\ufffe\uffff]/gu
/**
 * The underscore of a text that would be read as an escape: `_x0041`, whatever follows, as that may become an escape
 * itself and lend its underscore. LibreOffice reads fewer digits as well, up to an underscore, that of an escape
 * included: `_x41_`.
 */
const BEFORE_DIGITS = new RegExp(`_(?=x(?:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{1,3}(?:_|${NO_XML.source})))`, 'gu')

function escaped(text: string): string {
  return text
    .replaceAll(BEFORE_DIGITS, '_x005F_')
    .replaceAll(NO_XML, escapeOf)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const escapeOf = (unit: string) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
