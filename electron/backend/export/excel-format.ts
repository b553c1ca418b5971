// Excel files, written as they are read: sheets of rows that roll over at Excel's limit, and a last one, "About".
import type { Cell, TableRow } from '../../../shared/event/event-table.ts'
import type { ReadCell as SheetCell } from '../check/read-lines.ts'
import { type WorkbookLimits, workbookRows } from '../check/workbook-lines.ts'
import { CHARGE_COLUMNS, chargeCells } from './charges.ts'
import {
  type AddPart,
  addSheets,
  heldSheet,
  linesSheet,
  type RowsSheet,
  STYLE,
  sheetOpening,
  zipped,
} from './excel-package.ts'
import {
  cellText,
  type ExcelColumn,
  excelColumns,
  excelRowWriter,
  figureRow,
  headRow,
  textRow,
  totalsRow,
} from './excel-row.ts'
import { chargeTotals, headsRow, type TotalsLine, totalsLines } from './excel-totals.ts'
import { emptyTally, type FileContent, type FileFormat, fieldOf, sameColumns, type Tally } from './file-format.ts'
import { worthCells } from './file-worth.ts'
import { UnreadableFile } from './receipt.ts'
import {
  cellsReader,
  checkHeads,
  type FileBytes,
  hasCodeColumn,
  propertyColumns,
  type ReadCell,
  type RowReader,
  readShared,
  whyHiddenInColumns,
} from './row-reader.ts'
import type { Survey } from './survey.ts'

export const EXCEL_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExcelOptions {
  /** The zone of the date-times. */
  zone: string
  /** The lines of "About", asked for once all rows are written. */
  about: (survey: Survey, tally: Tally) => readonly (readonly string[])[]
  /** The rows of a sheet, its heads included. */
  mostRows?: number
}

const SHEET = 'Events'
const CHARGES = 'Charges'
/** Excel's own limit. */
const MOST_ROWS = 1_048_576
/** Sizes above it need ZIP64; some way under the 4 GiB that the older records can say. */
const ZIP64_FROM = 3.9e9

/** Writes a workbook: events, totals, charges where asked for, and "About". More rows take a further sheet. */
export function excelFormat({ zone, about, mostRows = MOST_ROWS }: ExcelOptions): FileFormat {
  return {
    extension: 'xlsx',
    mediaType: EXCEL_MEDIA_TYPE,
    hasTotalsFirst: true,
    dialect: (survey) => {
      const row = headsRow(survey)
      return { header: true, sheetName: SHEET, ...(row === 1 ? {} : { headerRows: [row] }) }
    },
    fields: (survey, { numbersAsText }) =>
      excelColumns(survey, zone).map(({ head, column, isDateTime, isOfNumbers }) => {
        if (isDateTime) return { name: head, type: 'datetime' }
        if (column === null) return { name: head, type: isOfNumbers ? 'number' : 'string' }
        return {
          ...fieldOf(column, cellText(head, emptyTally())),
          ...(numbersAsText.has(column.head) ? { type: 'any' } : {}),
        }
      }),
    suits: (first, all) => sameColumns(first, all) && (mayBeLarge(first) || !mayBeLarge(all)),
    bytes: (content, tally) =>
      zipped(mayBeLarge(content.survey), (add) => writeSheets({ content, tally, zone, about, mostRows, add })),
  }
}

/** Bytes of XML at most: an escape for each character, and what stands around each cell. */
const mayBeLarge = ({ rows, characters, table }: Survey) =>
  rows * (table.columns.length + 1) * 64 + characters * 7 > ZIP64_FROM

interface Sheets extends Required<ExcelOptions> {
  content: FileContent
  tally: Tally
  add: AddPart
}

/** Adds all parts of the workbook, sheet by sheet as the rows come. */
async function writeSheets({ content, tally, zone, about, mostRows, add }: Sheets): Promise<void> {
  const { survey, batches } = content
  const { table } = survey
  const columns = excelColumns(survey, zone)
  const write = excelRowWriter(columns, zone, tally)
  const worth = worthCells(survey.valuing)
  const cellsOf = (row: TableRow): Cell[] => [...table.cells(row), ...worth(row)]
  for (const { name } of table.columns) if (!name.isWellFormed()) tally.halfPairs += 1

  /** The sheet of the next rows; totals stand on the first. */
  function sheet(isFirst: boolean): RowsSheet<TableRow> {
    const above = isFirst ? totalsLines(survey) : []
    const heads = isFirst ? headsRow(survey) : 1
    return {
      heads,
      columns: columns.length,
      header(first) {
        const named = columns.map(({ head, isOfNumbers }) => ({ text: head, isOfNumbers }))
        return [
          sheetOpening(widthsOf(columns, above, first.map(cellsOf)), heads),
          ...above.map(totalsXml),
          // Heads that are repeated count once.
          headRow(heads, named, isFirst ? tally : emptyTally()),
        ].join('')
      },
      row(number, row) {
        tally.rows += 1
        return write(number, cellsOf(row))
      },
      onBytes: () => content.onRows?.(tally.rows),
    }
  }

  const lines = () => about(content.whole?.() ?? survey, tally)
  await addSheets(
    { name: SHEET, batches, sheet, mostRows, about: () => aboutSheet(lines()) },
    add,
    survey.worth === null ? [] : [{ name: CHARGES, xml: () => chargesSheet(content.whole?.() ?? survey) }],
  )
}

function totalsXml({ isHead, cells }: TotalsLine, at: number): string {
  if (!isHead) return totalsRow(at + 1, cells, emptyTally())
  const heads = cells.map((cell, place) => ({ text: cell?.text ?? '', isOfNumbers: place > 0 }))
  return headRow(at + 1, heads, emptyTally())
}

/** The charges add up to the totals, with those above its heads: a figure over its column, a line a currency. */
function chargesSheet(survey: Survey): AsyncGenerator<Uint8Array> {
  const charges = survey.charges()
  const above = chargeTotals(survey, charges)
  const heads = above.length + 2
  const named = CHARGE_COLUMNS.map(({ head, kind }) => ({ text: head, isOfNumbers: kind === 'number' }))
  const texts = named.map(({ text }) => text)
  return heldSheet<Cell[]>(charges.map(chargeCells), {
    heads,
    columns: named.length,
    header(first) {
      const measured = [...above.map(({ cells }) => cells), ...first]
      const cellsAt = (at: number) => measured.map((cells) => cells[at])
      const totals = above.map(({ cells }, at) => totalsRow(at + 1, cells, emptyTally()))
      const widths = texts.map((head, at) => widthOf(head, cellsAt(at)))
      return sheetOpening(widths, heads) + totals.join('') + headRow(heads, named, emptyTally())
    },
    row: (number, cells) => figureRow(number, cells, texts, emptyTally()),
  })
}

function aboutSheet(lines: readonly (readonly string[])[]): string {
  const rows = lines.map((line, at) => textRow(at + 1, line, at === 0 ? STYLE.head : STYLE.text, emptyTally()))
  return linesSheet(rows, { widths: [40, 60, 20, 20, 20, 20], isTitled: true })
}

/** Widths of columns, in characters. */
const [NARROWEST, WIDEST, DATE_TIME] = [9, 48, 24]
/** Wide enough for the heads, for the first rows, and for the totals but for sentences. */
function widthsOf(columns: readonly ExcelColumn[], above: readonly TotalsLine[], rows: readonly Cell[][]): number[] {
  const figures = above.filter(({ cells }) => cells.length > 1)
  return columns.map(({ head, from, isDateTime }, at) => {
    if (isDateTime) return DATE_TIME
    return widthOf(head, [...rows.map((row) => row[from]), ...figures.map((line) => line.cells[at])])
  })
}

function widthOf(head: string, cells: readonly (Cell | undefined)[]): number {
  // The arrow of the filter stands beside a head, and commas between thousands take room.
  const longest = cells.reduce((most, cell) => Math.max(most, (cell?.text.length ?? 0) * 1.1), head.length + 3)
  return Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(longest) + 1))
}

// Reads the rows of an Excel file written earlier, to check it.

export const excelRows: RowReader = {
  async *rows(file, receipt) {
    let current: string | null = null
    const { headerRows } = receipt.resources[0].dialect
    const heads = Array.isArray(headerRows) ? (headerRows[0] ?? 1) : 1
    const rowOf = cellsReader(receipt, (text) => text)
    for await (const { sheet, number, cells } of sheetRows(file)) {
      // Totals stand above the heads of the first sheet.
      if (current === null && number < heads) continue
      if (sheet === current) yield rowOf(cells)
      else checkHeads(cells, receipt)
      current = sheet
    }
  },
  whyHidden(sum, receipt) {
    const { fields } = receipt.resources[0].schema
    const hidden = whyHiddenInColumns(sum, fields)
    if (hidden !== null) return hidden
    const { numbersAsText } = receipt.eventscope.altered
    return propertyColumns(fields, sum.property).some(({ name }) => numbersAsText.some(({ column }) => column === name))
      ? 'some of its numbers stand as text'
      : null
  },
  hasCodes: hasCodeColumn,
}

/** The cells of a table's rows, each sheet's heads first. @throws UnreadableFile where it is no Excel file */
export async function* tableRows(file: FileBytes): AsyncGenerator<{ cells: (ReadCell | null)[]; isHeads: boolean }> {
  let current: string | null = null
  for await (const { sheet, cells } of sheetRows(file)) {
    yield { cells, isHeads: sheet !== current }
    current = sheet
  }
}

/**
 * What Eventscope writes is larger than what is read of a stranger's file, and takes as long as it has rows. What is
 * built of a row is bounded all the same.
 */
const LIMITS: WorkbookLimits = {
  sheet: {
    bytes: 2 ** 33,
    tags: 2 ** 30,
    columns: 16_384,
    rowLength: 16 * 1024 * 1024,
    cellBytes: 2 ** 33,
    emptyTexts: true,
  },
  heapMb: 256,
  waitMs: 30 * 60_000,
}

/** The rows of all sheets of rows, with their numbers from 1. */
async function* sheetRows(
  file: FileBytes,
): AsyncGenerator<{ sheet: string; number: number; cells: (ReadCell | null)[] }> {
  const bytes = await readShared(file)
  for await (const { sheet, line, cells } of workbookRows(
    bytes,
    ['About', CHARGES],
    LIMITS,
    (words) => new UnreadableFile(words),
  )) {
    yield { sheet, number: line, cells: cells.map(readCell) }
  }
}

function readCell(cell: SheetCell): ReadCell | null {
  if (cell === null || typeof cell === 'string') return cell === null ? null : { text: cell, kind: 'unsure' }
  return 'number' in cell ? { text: cell.number, kind: 'number' } : { text: cell.time, kind: 'string' }
}
