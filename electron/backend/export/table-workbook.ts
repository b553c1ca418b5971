// A table of figures as the bytes of an Excel file, written as its rows come: on sheets that roll over at Excel's limit, and on a
// last one, "About", where they come from.
import { keepsItsDigits } from '../../../shared/exact/exact-number.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ExportedTable, textOfCell } from '../../../shared/export/exported-table.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { SourceFailure } from './event-source.ts'
import { addSheets, type RowCursor, STYLE, sheetClosing, sheetOpening, zipped } from './excel-package.ts'
import { columnLetters, figureRow, headRow, textRow } from './excel-row.ts'
import { createTextChunks, emptyTally } from './file-format.ts'

type Rows = ExportedTable['rows']
type ExportedCell = Rows[number][number]

/** What is known of a table once its last row is written. */
export interface TableFacts {
  rows: number
  /** Figures of more digits than a spreadsheet keeps, which are text. */
  asText: number
  /** Columns in which anything but text stands. */
  mixed: Set<number>
}

export const emptyTableFacts = (): TableFacts => ({ rows: 0, asText: 0, mixed: new Set() })

export const TABLE = 'Table'

export interface TableLimits {
  /** Of a sheet, its heads included: Excel's own limit. */
  mostRows: number
  /** Of XML: what a ZIP file holds that every program opens. */
  mostBytes: number
}

const LIMITS: TableLimits = { mostRows: 1_048_576, mostBytes: 3.9e9 }

const TOO_LARGE: Failure = {
  kind: 'invalid',
  field: 'export',
  message: 'This table is too large for one file (at most 3.9 GB). Filter it first.',
}

/** @param facts filled in as rows are written. @throws SourceFailure where it is too large, and what `pieces` throw */
export function tableWorkbook(
  { heads, source }: Pick<ExportedTable, 'heads' | 'source'>,
  pieces: AsyncIterable<Rows>,
  facts: TableFacts,
  { mostRows, mostBytes }: TableLimits = LIMITS,
): AsyncGenerator<Uint8Array> {
  const tally = emptyTally()
  let bytes = 0

  async function* sheet(rows: RowCursor<Rows[number]>, isFirst: boolean) {
    const chunks = createTextChunks()
    // Of a sheet the first rows say how wide its columns are, and which hold numbers.
    const first = (await rows.isMore()) ? rows.next().slice(0, MEASURED_ROWS) : []
    chunks.add(sheetOpening(heads.map((head, column) => widthOf(head, first, column))))
    const named = heads.map((text, column) => ({ text, isOfNumbers: first.some((row) => isNumber(row[column])) }))
    chunks.add(headRow(1, named, isFirst ? tally : emptyTally()))
    let row = 2
    while (row <= mostRows && (await rows.isMore())) {
      for (const cells of rows.take(mostRows - row + 1)) {
        note(cells)
        chunks.add(figureRow(row, cells.map(cellOf), heads, tally))
        row += 1
      }
      for (const chunk of chunks.full()) yield counted(chunk)
    }
    const last = columnLetters(Math.max(heads.length - 1, 0))
    chunks.add(sheetClosing(heads.length === 0 ? null : `A1:${last}${row - 1}`))
    for (const chunk of chunks.rest()) yield counted(chunk)
  }

  function counted(chunk: Uint8Array): Uint8Array {
    bytes += chunk.length
    if (bytes > mostBytes) throw new SourceFailure(TOO_LARGE)
    return chunk
  }

  function note(cells: Rows[number]): void {
    facts.rows += 1
    for (const [column, cell] of cells.entries()) {
      if (cell === null || typeof cell === 'string') continue
      facts.mixed.add(column)
      if ('number' in cell && !keepsItsDigits(cell.number)) facts.asText += 1
    }
  }

  async function* about(sheets: number) {
    const { asText, rows } = facts
    const notes = [
      ...(asText === 0 ? [] : [['Figures', `${asText} of more than 15 digits are text, so that none is rounded`]]),
      ...(sheets === 1 ? [] : [['Sheets', `${grouped(rows)} lines on ${sheets} sheets, one behind the other`]]),
    ]
    const lines = [...source, ...notes].map((line, place) => textRow(place + 1, line, STYLE.text, tally))
    yield Buffer.from(sheetOpening([20, 100], 0) + lines.join('') + sheetClosing(null))
  }

  return zipped(false, (add) => addSheets(pieces, { name: TABLE, sheet, about }, add))
}

const isNumber = (cell: ExportedCell | undefined) => cell != null && typeof cell === 'object' && 'number' in cell

function cellOf(cell: ExportedCell) {
  if (cell === null) return null
  const kind = typeof cell === 'string' ? 'string' : 'number' in cell ? 'number' : 'day'
  return { kind, text: textOfCell(cell) } as const
}

const MEASURED_ROWS = 250

/** In characters: wide enough for the head and for the first rows. */
function widthOf(head: string, rows: Rows, at: number): number {
  const longest = rows.reduce((most, row) => Math.max(most, textOfCell(row[at] ?? null).length * 1.2), head.length + 3)
  return Math.min(48, Math.max(10, Math.ceil(longest) + 1))
}
