// Reads the rows of a CSV file written earlier, to check it.
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { createGuard } from '../../../shared/export/spreadsheet-change.ts'
import { checkHeads, columnsOf, namedCells, type ReadCell, whyHiddenInColumns } from './column-rows.ts'
import type { Receipt } from './receipt.ts'
import { type FileBytes, type RowReader, UnreadableFile } from './row-reader.ts'

export const csvRows: RowReader = {
  async *rows(file, receipt) {
    const [{ dialect, schema }] = receipt.resources
    const delimiter = String(dialect.delimiter)
    const decimal = schema.fields.some(({ decimalChar }) => decimalChar === ',') ? ',' : '.'
    const unguarded = unguarding(delimiter, receipt)
    let isHead = true
    for await (const record of records(file, { delimiter, decimal })) {
      if (isHead) checkHeads(record, receipt)
      else yield namedCells(record, receipt, unguarded)
      isHead = false
    }
    if (isHead) throw new UnreadableFile('It has no header row.')
  },
  whyHidden(sum, receipt) {
    const hidden = whyHiddenInColumns(sum, receipt)
    if (hidden !== null || receipt.resources[0].dialect.delimiter !== ',') return hidden
    const columns = columnsOf(sum.property, receipt)
    return columns.some(({ decimalChar }) => decimalChar === ',') ? 'its numbers look like texts' : null
  },
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
  // What stands bare and looks like a number is one: texts that do are quoted.
  const cast = (text: string, { quoting }: { quoting: boolean }): ReadCell | null => {
    if (quoting) return { text, isNumber: false }
    const number = decimal === ',' ? text.replace(',', '.') : text
    if (JSON_NUMBER.test(number)) return { text: number, isNumber: true }
    return text === '' ? null : { text, isNumber: false }
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
