// The first rows of a file as they will be, and what a spreadsheet would make of its cells.
import { parse } from 'csv-parse/sync'
import type { Cell, TableRow } from '../../../shared/event/event-table.ts'
import { keepsItsDigits } from '../../../shared/exact/exact-number.ts'
import type { ExportOptions, ExportPreview, PreviewCell } from '../../../shared/export/file-export.ts'
import { HAS_CELLS } from '../../../shared/export/file-formats.ts'
import { type SpreadsheetChange, spreadsheetChange } from '../../../shared/export/spreadsheet-change.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { csvColumns } from './csv-format.ts'
import { orFailure, rowsOf } from './event-source.ts'
import { excelColumns } from './excel-row.ts'
import type { ExportMaterial } from './export-material.ts'
import { emptyTally } from './file-format.ts'
import { worthCells } from './file-worth.ts'
import { parquetColumns, parquetText } from './parquet-columns.ts'
import { RECEIPT_ENDING } from './receipt.ts'
import { beginSurvey, type Survey } from './survey.ts'

/** Rows that are looked at, and those that are shown. */
const MOST_LOOKED = 2_000
const SHOWN = 8
/** In UTF-16 units; columns beyond the most are not shown, only counted. */
const LONGEST_CELL = 200
const LONGEST_LINE = 2_000
const MOST_SHOWN_COLUMNS = 200
const MOST_PROPERTIES = 1_000

/** Reads some 2,000 rows, of which 8 are shown. Fails as the source does; `material` stays open. */
export function previewFile(
  material: ExportMaterial,
  options: ExportOptions,
  signal: AbortSignal,
): Promise<Result<ExportPreview>> {
  return orFailure(async () => {
    const { source, fileName, subject, words, order, of, valuing, areRulesUnreadable } = material
    const surveying = beginSurvey({ ...material, sums: [], valuing: null, expected: null })
    const properties = new Map<string, number>()
    const rows: TableRow[] = []
    let besides = 0
    for await (const batch of rowsOf(source, signal)) {
      surveying.add(batch)
      for (const row of batch) {
        rows.push(row)
        if (row.misfit || row.extra.length > 0) besides += 1
        noteProperties(row, properties)
      }
      if (rows.length >= MOST_LOOKED) break
    }
    const survey = surveying.result()
    return succeeded({
      fileName,
      receipt: subject === null ? null : fileName + RECEIPT_ENDING,
      rows: source.rows,
      of,
      words,
      order,
      rules: valuing?.version ?? null,
      areRulesUnreadable,
      ...(await firstRows(material, options, survey, rows)),
      looked: rows.length,
      properties: [...properties].map(([name, numbers]) => ({ name, numbers })),
      changed: HAS_CELLS[options.format] ? changesOf(survey, rows, options.guarded) : [],
      besides,
    })
  })
}

/** Counts the numbers that each name has; 0 for a name without any. */
function noteProperties({ properties }: TableRow, seen: Map<string, number>): void {
  for (const { name, kind } of properties) {
    const before = seen.get(name)
    if (before === undefined && seen.size === MOST_PROPERTIES) continue
    seen.set(name, (before ?? 0) + (kind === 'number' ? 1 : 0))
  }
}

/** The first rows as the file would have them: cells of a table, or lines. */
async function firstRows(
  { format }: ExportMaterial,
  options: ExportOptions,
  survey: Survey,
  rows: readonly TableRow[],
): Promise<Pick<ExportPreview, 'table' | 'lines'>> {
  const shown = rows.slice(0, SHOWN)
  switch (options.format) {
    case 'xlsx':
      return { table: excelTable(survey, options.zone, shown), lines: null }
    case 'csv':
      return { table: csvTable(await textOf(format, survey, shown), options, survey, shown), lines: null }
    case 'ndjson': {
      const lines = (await textOf(format, survey, shown)).split('\n').slice(0, -1)
      return { table: null, lines: lines.map((line) => excerpt(line, LONGEST_LINE)) }
    }
    case 'parquet':
      return { table: parquetTable(survey, options.zone, shown), lines: null }
  }
}

async function textOf(format: ExportMaterial['format'], survey: Survey, rows: readonly TableRow[]): Promise<string> {
  const chunks: Uint8Array[] = []
  const batches = (async function* () {
    yield rows
  })()
  for await (const chunk of format.bytes({ batches, survey }, emptyTally())) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The cells as a reader of the file finds them. */
function csvTable(text: string, options: ExportOptions, { table }: Survey, rows: readonly TableRow[]) {
  const [heads = [], ...lines]: string[][] = parse(text, {
    bom: true,
    delimiter: options.separator,
    relax_column_count: true,
  })
  const columns = csvColumns(table, options.zone)
  const sent = (cells: readonly Cell[], at: number) => {
    const column = columns[at]
    return column === undefined || column.isZoned ? null : (cells[column.from] ?? null)
  }
  return {
    heads: heads.slice(0, MOST_SHOWN_COLUMNS).map((head) => excerpt(head, LONGEST_CELL)),
    rows: lines.map((line, at) => {
      const cells = rows[at] === undefined ? [] : table.cells(rows[at])
      return line.slice(0, MOST_SHOWN_COLUMNS).map((cell, at) => csvCell(cell, sent(cells, at), options.guarded))
    }),
  }
}

const csvCell = (text: string, cell: Cell, guarded: boolean): PreviewCell => ({
  text: excerpt(text, LONGEST_CELL),
  kind: text === '' && cell === null ? 'none' : 'text',
  changed: cell && spreadsheetChange(cell, guarded),
})

function excelTable(survey: Survey, zone: string, rows: readonly TableRow[]) {
  const columns = excelColumns(survey, zone).slice(0, MOST_SHOWN_COLUMNS)
  const worth = worthCells(survey.valuing)
  return {
    heads: columns.map(({ head }) => excerpt(head, LONGEST_CELL)),
    rows: rows.map((row) => {
      const cells = [...survey.table.cells(row), ...worth(row)]
      return columns.map(({ from, isDateTime }) => excelCell(cells[from] ?? null, isDateTime ? zone : null))
    }),
  }
}

function parquetTable(survey: Survey, zone: string, rows: readonly TableRow[]) {
  const columns = parquetColumns(survey, zone).slice(0, MOST_SHOWN_COLUMNS)
  return {
    heads: columns.map(({ name }) => excerpt(name, LONGEST_CELL)),
    rows: rows.map((row) => {
      const cells = survey.table.cells(row)
      return columns.map((column): PreviewCell => {
        const text = parquetText(column, survey.table, row, cells)
        if (text === null) return { text: '', kind: 'none', changed: null }
        const kind = column.is === 'decimal' ? 'number' : column.is === 'instant' ? 'date-time' : 'text'
        return { text: excerpt(text, LONGEST_CELL), kind, changed: null }
      })
    }),
  }
}

function excelCell(cell: Cell, zone: string | null): PreviewCell {
  const none: PreviewCell = { text: '', kind: 'none', changed: null }
  if (cell === null) return none
  const { text } = cell
  if (zone !== null) {
    const seen = inZone(text, zone)
    if (seen === null) return none
    const milliseconds = seen.fraction.slice(1, 4).padEnd(3, '0')
    return { text: `${seen.date} ${seen.time}.${milliseconds}`, kind: 'date-time', changed: null }
  }
  const isNumber = cell.kind === 'number' && keepsItsDigits(text)
  const kind = isNumber ? 'number' : cell.kind === 'boolean' ? 'boolean' : 'text'
  return { text: excerpt(text, LONGEST_CELL), kind, changed: null }
}

function changesOf({ table }: Survey, rows: readonly TableRow[], guarded: boolean): ExportPreview['changed'] {
  const counts = new Map<SpreadsheetChange, number>()
  for (const row of rows) {
    for (const cell of table.cells(row)) {
      const how = cell && spreadsheetChange(cell, guarded)
      if (how !== null) counts.set(how, (counts.get(how) ?? 0) + 1)
    }
  }
  return [...counts].map(([how, cells]) => ({ how, cells }))
}

/** Cuts without half a character at its end. */
function excerpt(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`
}
