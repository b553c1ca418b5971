// Every file format by its name: what writes it, and what reads it back.
import type { FileFormatName } from '../../../shared/export/file-formats.ts'
import { type CsvOptions, csvFormat, csvRows } from './csv-format.ts'
import { type ExcelOptions, excelFormat, excelRows } from './excel-format.ts'
import type { FileFormat } from './file-format.ts'
import { ndjsonFormat, ndjsonRows } from './ndjson-format.ts'
import { parquetFormat, parquetRows } from './parquet-format.ts'
import type { RowReader } from './row-reader.ts'

/** The options of all formats for one file; a format ignores those that are not its own. */
export type FormatOptions = CsvOptions & ExcelOptions

interface Format {
  make(options: FormatOptions): FileFormat
  rows: RowReader
}

export const FORMATS: Readonly<Record<FileFormatName, Format>> = {
  csv: { make: csvFormat, rows: csvRows },
  xlsx: { make: excelFormat, rows: excelRows },
  ndjson: { make: ndjsonFormat, rows: ndjsonRows },
  parquet: { make: parquetFormat, rows: parquetRows },
}
