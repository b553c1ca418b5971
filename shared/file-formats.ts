// The kinds of file that events are written to, by the endings of their names.
export const FILE_FORMATS = ['csv', 'xlsx', 'ndjson'] as const
export type FileFormatName = (typeof FILE_FORMATS)[number]

/** As people call them. */
export const FILE_FORMAT_NAMES: Readonly<Record<FileFormatName, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  ndjson: 'NDJSON',
}
