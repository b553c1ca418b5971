// A row of a sheet as XML. Text stays text, whatever it looks like; a number that a double would round is text as well.
import type { PropertyKind } from '../../../shared/event/event.ts'
import { type Cell, type EventTable, type TableColumn, uniqueNames } from '../../../shared/event/event-table.ts'
import { keepsItsDigits } from '../../../shared/exact/decimal-value.ts'
import { readDateTime } from '../../../shared/time/rfc3339.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'
import { STYLE } from './excel-package.ts'
import { textElement } from './excel-text.ts'
import type { Tally } from './file-format.ts'

export interface ExcelColumn {
  head: string
  /** Its place among the table's cells; a date-time is read from the text that stands there. */
  from: number
  column: TableColumn
  isDateTime: boolean
}

/** The table's columns, and beside `created_at` the same as a date-time. */
export function excelColumns({ columns }: EventTable, zone: string): ExcelColumn[] {
  const list = columns.flatMap((column, from): ExcelColumn[] => {
    const text = { head: column.head, from, column, isDateTime: false }
    if (column.of !== 'field' || column.name !== 'created_at') return [text]
    return [text, { ...text, head: `${column.head} (${zone})`, isDateTime: true }]
  })
  const heads = uniqueNames(list.map(({ head }) => head))
  return list.map((one, at) => ({ ...one, head: heads[at] ?? one.head }))
}

/** Writes rows of cells; counts what it had to change. `row` is the sheet's own number, from 1. */
export function excelRowWriter(columns: readonly ExcelColumn[], zone: string, tally: Tally) {
  const places = columns.map((_, at) => `<c r="${columnLetters(at)}`)
  const serial = serialClock(zone)

  return (row: number, cells: readonly Cell[]): string => {
    const number = String(row)
    let xml = `<row r="${number}">`
    for (const [at, { column, from, isDateTime }] of columns.entries()) {
      const cell = cells[from] ?? null
      if (cell === null) continue
      const { kind, text } = cell
      const place = `${places[at]}${number}"`
      if (isDateTime) {
        const value = serial(text)
        if (value === null) tally.withoutDateTime += 1
        else xml += `${place} s="${STYLE.dateTime}"><v>${value}</v></c>`
      } else {
        xml += cellElement(place, kind, text, column.head, tally)
      }
    }
    return `${xml}</row>`
  }
}

/** @param place where it stands, as the beginning of its element */
function cellElement(place: string, kind: PropertyKind, text: string, head: string, tally: Tally): string {
  if (kind === 'number' && keepsItsDigits(text)) return `${place}><v>${text}</v></c>`
  if (kind === 'boolean') return `${place} t="b"><v>${text === 'true' ? 1 : 0}</v></c>`
  if (kind === 'number') countAsText(tally, head)
  return `${place} s="${STYLE.text}" t="inlineStr"><is>${textElement(text, tally)}</is></c>`
}

/** A row of a table that is not of events: no date-times. `heads` say in which column a number became text. */
export function figureRow(row: number, cells: readonly Cell[], heads: readonly string[], tally: Tally): string {
  const elements = cells.map((cell, at) =>
    cell === null ? '' : cellElement(`<c r="${columnLetters(at)}${row}"`, cell.kind, cell.text, heads[at] ?? '', tally),
  )
  return `<row r="${row}">${elements.join('')}</row>`
}

function countAsText({ numbersAsText }: Tally, column: string): void {
  numbersAsText.set(column, (numbersAsText.get(column) ?? 0) + 1)
}

/** Cells of text only, as heads and as the lines of "About". */
export function textRow(row: number, texts: readonly string[], style: number, tally: Tally): string {
  const cells = texts.map(
    (text, at) =>
      `<c r="${columnLetters(at)}${row}" s="${style}" t="inlineStr"><is>${textElement(text, tally)}</is></c>`,
  )
  return `<row r="${row}">${cells.join('')}</row>`
}

/** `A` to `XFD`, from 0. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
}

const DAY = 86_400
/** Day 0 of Excel's calendar, 30 December 1899, in seconds since 1970. */
const DAY_ZERO = -25_569 * DAY
/** Excel believes in a 29 February 1900 and knows no year before: from 1 March 1900 on its days are right. */
const FIRST = DAY_ZERO + 61 * DAY
const LAST = DAY_ZERO + 2_958_466 * DAY

/** Days of Excel's calendar as the zone's clock shows them, to the millisecond (cut, not rounded); null outside of it. */
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
