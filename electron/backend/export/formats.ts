// Every file format by its name: what writes it, and what reads it back.
import type { FileFormatName } from '../../../shared/export/file-formats.ts'
import { type CsvOptions, csvFormat } from './csv-format.ts'
import { csvRows } from './csv-rows.ts'
import { type ExcelOptions, excelFormat } from './excel-format.ts'
import { excelRows } from './excel-rows.ts'
import type { FileFormat } from './file-format.ts'
import { ndjsonFormat } from './ndjson-format.ts'
import { ndjsonRows } from './ndjson-rows.ts'
import { parquetFormat } from './parquet-format.ts'
import { parquetRows } from './parquet-rows.ts'
import type { RowReader } from './row-reader.ts'

/** For one file; what a format has no use for it leaves alone. */
export type FormatOptions = CsvOptions & ExcelOptions

interface Format {
  make(options: FormatOptions): FileFormat
  rows: RowReader
}

export const FORMATS: Readonly<Record<FileFormatName, Format>> = {
  csv: { make: csvFormat, rows: csvRows },
  xlsx: {
    make: excelFormat,
    rows: excelRows,
  },
  ndjson: { make: ndjsonFormat, rows: ndjsonRows },
  parquet: { make: parquetFormat, rows: parquetRows },
}
