// The kinds of file that events are written to, by the endings of their names.
export const FILE_FORMATS = ['csv', 'xlsx', 'ndjson', 'parquet'] as const
export type FileFormatName = (typeof FILE_FORMATS)[number]

/** @param ending in small letters, without the dot */
export const isFileFormat = (ending: string): ending is FileFormatName => FILE_FORMATS.some((one) => one === ending)

/** People call them so. */
export const FILE_FORMAT_NAMES: Readonly<Record<FileFormatName, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
}

/** Whether an event is a row of cells, for a spreadsheet to open. */
export const HAS_CELLS: Readonly<Record<FileFormatName, boolean>> = {
  csv: true,
  xlsx: true,
  ndjson: false,
  parquet: false,
}
