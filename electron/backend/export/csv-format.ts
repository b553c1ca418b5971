// CSV as RFC 4180 has it (CRLF, quotes doubled), UTF-8 with a byte order mark, because Excel takes it for ANSI without.
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Cell, EventTable, TableRow } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { createGuard } from '../../../shared/export/spreadsheet-change.ts'
import { zonedText } from '../../../shared/time/zone-clock.ts'
import {
  type CellColumn,
  columnsInZone,
  emptyTally,
  eventTexts,
  type FileFormat,
  fieldOf,
  sameColumns,
  type Tally,
} from './file-format.ts'
import { type Receipt, UnreadableFile } from './receipt.ts'
import {
  cellsReader,
  checkHeads,
  type FileBytes,
  hasCodeColumn,
  propertyColumns,
  type ReadCell,
  type RowReader,
  sourceOrText,
  whyHiddenInColumns,
} from './row-reader.ts'
import type { Survey } from './survey.ts'

export interface CsvOptions {
  separator: ',' | ';' | '\t'
  /** The sign between a number's whole part and its decimals. */
  decimal: '.' | ','
  /** Whether text that a spreadsheet would run as a formula gets an apostrophe. */
  guarded: boolean
  /** The time stands beside `created_at` as sent by the clock of this zone; absent or UTC: it does not. */
  zone?: string
}

/** The columns whose cells stand in the file, in their order. */
export function csvColumns({ columns }: EventTable, zone = 'UTC'): CellColumn[] {
  return zone === 'UTC'
    ? columns.map((column, from) => ({ head: column.head, from, column, isZoned: false }))
    : columnsInZone(columns, zone)
}

/**
 * Sources of numbers, booleans and JSON stand bare, as the service wrote them; so do strings, unless they need quotes
 * or would read as one of those. An empty string is `""`, a missing value nothing.
 */
export function csvFormat(options: CsvOptions): FileFormat {
  return {
    extension: 'csv',
    mediaType: 'text/csv',
    dialect: () => csvDialect(options),
    fields: ({ table }) => {
      const safe = safeText(options, emptyTally())
      return csvColumns(table, options.zone).map(({ head, column }) => {
        const field = fieldOf(column, safe(head))
        return column.kinds.number > 0 && options.decimal === ',' ? { ...field, decimalChar: options.decimal } : field
      })
    },
    suits: sameColumns,
    bytes: (content, tally) => eventTexts(content, tally, csvFile(options, content.survey, tally)),
  }
}

/** Says it in the words of a Frictionless dialect. */
export const csvDialect = ({ separator }: Pick<CsvOptions, 'separator'>) => ({
  delimiter: separator,
  lineTerminator: '\r\n',
  quoteChar: '"',
  doubleQuote: true,
  header: true,
})

function csvFile(options: CsvOptions, { table }: Survey, tally: Tally) {
  const record = csvRecord(options, tally)
  for (const { name } of table.columns) if (!name.isWellFormed()) tally.halfPairs += 1
  const columns = csvColumns(table, options.zone)
  const inZone = zonedText(options.zone ?? 'UTC')
  const zoned = (cell: Cell): Cell => {
    const text = cell === null ? null : inZone(cell.text)
    return text === null ? null : { kind: 'string', text }
  }
  const placed = (cells: readonly Cell[]) =>
    columns.map(({ from, isZoned }) => (isZoned ? zoned(cells[from] ?? null) : (cells[from] ?? null)))
  return {
    header: `\ufeff${record(columns.map(({ head }) => ({ kind: 'string', text: head })))}`,
    row: (row: TableRow) => record(placed(table.cells(row))),
  }
}

/** Writes one row and counts what it changed. */
export function csvRecord(options: CsvOptions, tally: Tally): (cells: readonly Cell[]) => string {
  const write = cellWriter(options, tally)
  return (cells) => `${cells.map(write).join(options.separator) || '""'}\r\n`
}

/** Strings that a reader might take for another kind of value, or for none: true, -1.5E3, {…, and the empty one. */
const READS_AS_OTHER = /^(true|false|null|-?\d[\d.eE+-]*|[[{].*)?$/s
/** Some program ends a cell at each of these; a lone LF or CR ends a record for many. */
const NEEDS_QUOTES = /[",;\t\r\n]/
/** Such a text cannot begin a formula, whatever follows, nor one of the words true, false and null. */
const BEGINS_PLAINLY = /^[A-Z_a-eg-mo-su-z]/

/** A text that no spreadsheet runs and that UTF-8 can hold; counts what was changed for it. */
function safeText({ separator, guarded }: CsvOptions, tally: Tally): (text: string) => string {
  const { guard } = createGuard(separator)
  return (sent) => {
    const text = wellFormed(sent)
    if (text !== sent) tally.halfPairs += 1
    if (!guarded) return text
    const cell = guard(text)
    tally.guards += cell.length - text.length
    return cell
  }
}

/** Writes one cell and counts what it changed. */
export function cellWriter(options: CsvOptions, tally: Tally): (cell: Cell) => string {
  const { separator, decimal } = options
  const safe = safeText(options, tally)
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

  return (cell) => {
    if (cell === null) return ''
    const { kind, text } = cell
    switch (kind) {
      case 'string': {
        const needsQuotes = NEEDS_QUOTES.test(text)
        if (!needsQuotes && BEGINS_PLAINLY.test(text) && text.isWellFormed()) return text
        return needsQuotes || READS_AS_OTHER.test(text) ? quoted(safe(text)) : safe(text)
      }
      case 'number': {
        if (decimal === '.') return text
        const number = text.replace('.', decimal)
        return separator === decimal && number !== text ? quoted(number) : number
      }
      case 'json': {
        const source = safe(text)
        return NEEDS_QUOTES.test(source) ? quoted(source) : source
      }
      case 'boolean':
      case 'null':
        return text
    }
  }
}

// Reads the rows of a CSV file written earlier, to check it.

export const csvRows: RowReader = {
  async *rows(file, receipt) {
    const [{ dialect, schema }] = receipt.resources
    const delimiter = String(dialect.delimiter)
    const decimal = schema.fields.some(({ decimalChar }) => decimalChar === ',') ? ',' : '.'
    const rowOf = cellsReader(receipt, unguarding(delimiter, receipt))
    let isHead = true
    for await (const record of records(file, { delimiter, decimal })) {
      if (isHead) checkHeads(record, receipt)
      else yield rowOf(record)
      isHead = false
    }
    if (isHead) throw new UnreadableFile('It has no header row.')
  },
  whyHidden(sum, receipt) {
    const [{ dialect, schema }] = receipt.resources
    const hidden = whyHiddenInColumns(sum, schema.fields)
    if (hidden !== null || dialect.delimiter !== ',') return hidden
    const columns = propertyColumns(schema.fields, sum.property)
    return columns.some(({ decimalChar }) => decimalChar === ',') ? 'its numbers look like texts' : null
  },
  hasCodes: hasCodeColumn,
}

/** All rows of a table of figures, the heads first. */
export async function* csvTableRows(file: FileBytes) {
  let isHeads = true
  for await (const cells of records(file, { delimiter: ',', decimal: '.' })) {
    yield { cells, isHeads }
    isHeads = false
  }
}

interface CsvDialect {
  delimiter: string
  decimal: '.' | ','
}

/** The heads first; null for an empty cell. */
async function* records(
  { chunks }: FileBytes,
  { delimiter, decimal }: CsvDialect,
): AsyncGenerator<(ReadCell | null)[]> {
  const options = { bom: true, delimiter, record_delimiter: '\r\n' }
  // A cell that is not quoted and looks like a number or another source is one, as texts that do are quoted; of JSON
  // in quotes nobody can tell, as the separator in it needs them as well.
  const cast = (text: string, { quoting }: { quoting: boolean }): ReadCell | null => {
    if (quoting) return { text, kind: /^[[{]/.test(text) ? 'unsure' : 'string' }
    const number = decimal === ',' ? text.replace(',', '.') : text
    if (JSON_NUMBER.test(number)) return { text: number, kind: 'number' }
    return text === '' ? null : { text, kind: sourceOrText(text).kind === 'json' ? 'json' : 'string' }
  }
  try {
    // What fails on the way fails the parser too.
    for await (const record of pipeline(Readable.from(chunks), parse({ ...options, cast }), () => undefined))
      yield record
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(error.message) : error
  }
}

const JSON_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Takes the guards away where there are any: without one, an apostrophe is the service's own. */
function unguarding(separator: string, { eventscope }: Receipt): (text: string) => string {
  const isSeparator = separator === ',' || separator === ';' || separator === '\t'
  return eventscope.altered.guards === '0' || !isSeparator ? (text) => text : createGuard(separator).unguard
}
