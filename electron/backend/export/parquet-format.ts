// Parquet: columns for engines that calculate, with the exact text of every value. It is not encrypted.
import { type FileFormat, sameColumns } from './file-format.ts'
import { parquetColumns, parquetFields } from './parquet-columns.ts'
import type { Survey } from './survey.ts'

const PARQUET_MEDIA_TYPE = 'application/vnd.apache.parquet'

export function parquetFormat(): FileFormat {
  return {
    extension: 'parquet',
    mediaType: PARQUET_MEDIA_TYPE,
    mostColumns: 500,
    measures: true,
    dialect: () => ({}),
    fields: (survey) => parquetFields(parquetColumns(survey)),
    suits: (first, all) => sameColumns(first, all) && JSON.stringify(shape(first)) === JSON.stringify(shape(all)),
    bytes: async function* ({ pieces, survey, onRows }, tally) {
      // Loaded with the first such file.
      const { createParquetEncoder } = await import('./parquet-encoder.ts')
      const encoder = createParquetEncoder(parquetColumns(survey), survey, tally)
      for await (const piece of pieces) {
        for (const row of piece) {
          encoder.add(row)
          if (encoder.isFull()) yield encoder.group()
        }
        onRows?.(tally.rows)
      }
      yield encoder.end()
    },
  }
}

const shape = (survey: Survey) =>
  parquetColumns(survey).map((column) => [column.name, column.is, column.is === 'decimal' ? column.scale : null])
