// This is what stands in the cells of a row, as a spreadsheet shows it: texts, numbers with 15 digits, and times. How
// much is built of a sheet is counted while it is built. Runs in the worker, which starts sooner as nothing here
// imports the schemas of files.
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { tooManyColumns } from './read-lines.ts'
import { damaged } from './workbook-archive.ts'
import type { SharedTexts } from './workbook-parts.ts'
import type { XmlAttributes } from './xml-scanner.ts'
import { createXmlText } from './xml-text.ts'

/** How much is read of a sheet. */
export interface SheetLimits {
  /** Unpacked. */
  bytes: number
  /** Elements, comments and the like. */
  tags: number
  /** Columns with something in them. */
  columns: number
  /** UTF-16 units of the texts in a row. */
  rowLength: number
  /** Bytes of all cells, as they stand: a text that many cells share counts for each. */
  cellBytes: number
  /** Whether a text of no characters is a cell: our own files tell it from nothing, and on the screen nobody can. */
  emptyTexts: boolean
}

/** The last column of a sheet in Excel. */
export const LAST_COLUMN = 16_384
/** The bytes of a row's texts are bounded too: references to characters are longer than what they stand for. */
const BYTES_A_UNIT = 8

/** Whether a cell holds a text, a number or a time, in this order; as numbers, since there are many. */
export type CellKind = 0 | 1 | 2
const [TEXTUAL, NUMERIC, TIME]: readonly [0, 1, 2] = [0, 1, 2]

/** How a workbook says what a cell holds. */
export interface Meanings {
  texts: SharedTexts
  isDate: (style: number) => boolean
  isFrom1904: boolean
}

/** Takes what a row has. */
export interface RowTaker {
  /**
   * A cell with something in it, of the row that ends next.
   * @param column from 0
   * @param written the digits of a number, where those of an ID would be others
   */
  cell(column: number, kind: CellKind, text: string, written?: string): void
  /**
   * @param line its number, from 1.
   * @param width how many columns have cells, also empty ones, up to the most that are read
   * @param isHidden by hand or by a filter
   * @returns whether it can take another before `rest`
   */
  row(line: number, width: number, isHidden: boolean): boolean
  /** Waits until it can take more. A sentence: why no more is read. */
  rest(): Promise<string | null>
}

/** This is what a cell says its value is. */
const [IS_NUMBER, IS_SHARED, IS_FORMULA_TEXT, IS_INLINE, IS_BOOLEAN, IS_ERROR] = [0, 1, 2, 3, 4, 5]

/** @param refuse says why the sheet is not read further, as a sentence; what comes after it is ignored */
export function cellBuilder(
  { texts, isDate, isFrom1904 }: Meanings,
  rows: RowTaker,
  limits: SheetLimits,
  refuse: (words: string) => void,
) {
  const timeOf = serialTimes(isFrom1904)
  const longestRow = BYTES_A_UNIT * limits.rowLength
  const raw = createXmlText(4_096, longestRow)
  let sheetBytes = 0
  let rowLength = 0
  let rowBytes = 0
  let next = 0
  let width = 0
  let isTooWide = false
  let type = IS_NUMBER
  let style = -1

  const tooLong = (line: number) => `Line ${grouped(line)} is longer than ${mib(limits.rowLength)}.`
  let isTooLong = false

  /** Asks before anything is made of so many bytes. @returns whether it may be */
  function mayBuild(line: number, bytes: number): boolean {
    sheetBytes += bytes
    if (bytes > longestRow) refuse(tooLong(line))
    else if (sheetBytes > limits.cellBytes)
      refuse(`The cells of this sheet come to more than ${mib(limits.cellBytes)}. ${SPLIT}`)
    else return true
    return false
  }

  function add(line: number, kind: CellKind, text: string, written?: string): void {
    if (text === '' && !(limits.emptyTexts && type === IS_INLINE)) return
    if (kind === TEXTUAL) rowLength += text.length
    if (rowLength > limits.rowLength) refuse(tooLong(line))
    else rows.cell(next - 1, kind, text, written)
  }

  function addShared(line: number): void {
    if (raw.length === 0) return
    const text = raw.value(0, raw.length).trim()
    const number = NUMBER_OF_TEXT.test(text) ? Number(text) : -1
    if (number < 0 || number >= texts.count) {
      refuse(damaged(`a cell of row ${grouped(line)} refers to a text that does not exist`))
    } else if (mayBuild(line, texts.length(number))) add(line, TEXTUAL, texts.text(number))
  }

  function addNumber(line: number): void {
    if (raw.length === 0) return
    const text = raw.value(0, raw.length).trim()
    const number = numberText(text)
    if (number === null) add(line, TEXTUAL, text)
    else if (style >= 0 && isDate(style)) add(line, TIME, timeOf(Number(text)))
    else if (isJsonNumber(number)) add(line, NUMERIC, number, text !== number && LIKE_ID.test(text) ? text : undefined)
    else add(line, TEXTUAL, number)
  }

  return {
    beginRow() {
      rowLength = 0
      rowBytes = 0
      next = 0
      width = 0
      isTooWide = false
    },
    beginCell(line: number, attributes: XmlAttributes) {
      raw.clear()
      type = IS_NUMBER
      style = -1
      isTooLong = false
      let column = next + 1
      while (attributes.next()) {
        if (attributes.isNamed('r')) column = columnOf(attributes)
        else if (attributes.isNamed('s')) style = attributes.integer()
        else if (attributes.isNamed('t')) type = typeOf(attributes)
      }
      if (column < 1 || column > LAST_COLUMN)
        refuse(damaged(`a cell of row ${grouped(line)} is in a column that does not exist`))
      if (column <= next) refuse(damaged(`the cells of row ${grouped(line)} are not in order`))
      next = column
      if (column > width) width = column
    },
    text(bytes: Buffer, from: number, to: number, isRaw: boolean, isInline: boolean) {
      if (isInline !== (type === IS_INLINE)) return
      if (rowBytes + to - from > longestRow || !raw.add(bytes, from, to, isRaw)) isTooLong = true
    },
    endCell(line: number) {
      rowBytes += raw.length
      if (isTooLong) {
        refuse(tooLong(line))
        return
      }
      if (next > limits.columns) {
        if (raw.length > 0) isTooWide = true
        return
      }
      if (!mayBuild(line, raw.length)) return
      switch (type) {
        case IS_SHARED:
          return addShared(line)
        case IS_FORMULA_TEXT:
        case IS_INLINE:
          return add(line, TEXTUAL, raw.text(0, raw.length))
        case IS_BOOLEAN:
          if (raw.length === 0) return
          return add(line, TEXTUAL, String(/^(?:1|true)$/i.test(raw.value(0, raw.length))))
        case IS_ERROR:
          return add(line, TEXTUAL, raw.value(0, raw.length))
        default:
          return addNumber(line)
      }
    },
    /** @returns whether another row can be taken */
    endRow(line: number, isHidden: boolean): boolean {
      if (isTooWide) refuse(tooManyColumns(width, 'sheet', limits.columns))
      return rows.row(line, Math.min(width, limits.columns), isHidden)
    },
  }
}

const SPLIT = 'Split it by days or by customers, and check each part by itself.'

const mib = (bytes: number) => `${grouped(Math.round(bytes / 1024 / 1024))} MiB`

/** Counts from 1, by the letters of a place such as AB12; 0: it has none. */
function columnOf(attributes: XmlAttributes): number {
  let column = 0
  for (let place = 0; place < 4; place += 1) {
    // The bit that makes letters small is taken off.
    const letter = (attributes.byteAt(place) & 0xdf) - 0x40
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column
}

function typeOf(attributes: XmlAttributes): number {
  const text = attributes.text(20)
  switch (text) {
    case 's':
      return IS_SHARED
    case 'str':
      return IS_FORMULA_TEXT
    case 'inlineStr':
      return IS_INLINE
    case 'b':
      return IS_BOOLEAN
    case 'e':
      return IS_ERROR
    default:
      return IS_NUMBER
  }
}

const NUMBER_OF_TEXT = /^\d{1,9}$/
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
/** Numbers of at most 15 digits, as they would be written anyway. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/
const PLAIN_LENGTH = 15
/** A whole number that as an ID may have another text: with zeros in front, more digits, or a power of ten. */
const LIKE_ID = /^(?:0\d{1,99}|\d{16,99}|\d(?:\.\d{1,99})?[eE]\+?\d{1,3})$/

/**
 * Writes it as spreadsheets show it: they keep 15 digits, and digits beyond come from calculating with doubles. Null:
 * it is no number.
 */
export function numberText(text: string): string | null {
  if (text.length <= PLAIN_LENGTH && PLAIN_NUMBER.test(text) && text !== '-0' && !/^-?0\.00000/.test(text)) return text
  if (!NUMBER.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))).replace(/^-0$/, '0') : String(number)
}

// Dates of spreadsheets are days since 1900 or 1904, with the time of day as their fraction.

const DAY_MS = 86_400_000
/** The count from 1900 has a day that never was, 29 February; all days behind it have a number that is one too high. */
const NO_DAY = 60
const MOST_KEPT = 10_000

/**
 * The date-time that a cell shows, without a zone: a day alone at midnight. Doubles are off by some microseconds, so
 * times are rounded to a hundredth of a second.
 * @param isFrom1904 whether days are counted from 1904 on
 */
export function serialTimes(isFrom1904: boolean): (serial: number) => string {
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31)
  const days = new Map<number, string | null>()

  function dayText(day: number): string | null {
    const known = days.get(day)
    if (known !== undefined) return known
    const at = new Date(day * DAY_MS)
    const text = Number.isNaN(at.getTime()) ? null : (at.toISOString().split('T')[0] ?? '')
    if (days.size === MOST_KEPT) days.clear()
    days.set(day, text)
    return text
  }

  return (serial) => {
    if (!isFrom1904 && serial === NO_DAY) return '1900-02-28'
    const daysPast = !isFrom1904 && serial > NO_DAY ? serial - 1 : serial
    const ms = Math.round((first + Math.round(daysPast * DAY_MS)) / 10) * 10
    const day = dayText(Math.floor(ms / DAY_MS))
    if (day === null) return 'no date'
    const rest = ms - Math.floor(ms / DAY_MS) * DAY_MS
    if (rest === 0) return day
    const seconds = Math.floor(rest / 1_000)
    const fraction = rest % 1_000 === 0 ? '' : `.${String(rest % 1_000).padStart(3, '0')}`
    return `${day}T${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`
  }
}

function two(number: number): string {
  const whole = Math.floor(number)
  return whole < 10 ? `0${whole}` : String(whole)
}
