// The rows of a file that was written earlier, read by parsers that are not ours, for whoever checks it.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { HucreError } from 'hucre'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'

/** A cell that is not empty. `isNumber` where the file says that it is one, and not a text that looks like it. */
export interface ReadCell {
  text: string
  isNumber: boolean
}

export interface CsvDialect {
  delimiter: string
  decimal: '.' | ','
}

/** Records of a CSV file, the heads first; null for an empty cell. @throws UnreadableFile */
export async function* csvRecords(
  path: string,
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
    for await (const record of createReadStream(path).pipe(parse({ ...options, cast }))) yield record
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(error.message) : error
  }
}

const JSON_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Rows of an Excel file's sheets but for "About"; the first of each sheet are its heads. @throws UnreadableFile */
export async function* excelRows(path: string): AsyncGenerator<{ sheet: string; cells: (ReadCell | null)[] }> {
  // Held as a whole, compressed as it is: its directory stands at its end.
  const bytes = await readFile(path)
  const sheets: string[] = []
  const sheetNames = ({ name }: { name: string }) => sheets.push(name) < 0
  try {
    await readXlsx(bytes, { sheets: sheetNames })
    for (const sheet of sheets.filter((name) => name !== 'About')) {
      for await (const { values } of streamXlsxRows(bytes, { sheet })) {
        const cells = values.map((value) =>
          value === null ? null : { text: String(value), isNumber: typeof value === 'number' },
        )
        yield { sheet, cells }
      }
    }
  } catch (error) {
    throw error instanceof HucreError ? new UnreadableFile(error.message) : error
  }
}

/** Lines of an NDJSON file. They end at LF only: node:readline also ends them at U+2028, which JSON texts may hold. */
export async function* ndjsonLines(path: string): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const chunk of createReadStream(path, 'utf8')) {
    const [first = '', ...others] = (chunk as string).split('\n')
    begun.push(first)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
  const last = begun.join('')
  if (last !== '') yield last
}

/** What the file is said to be, it is not. */
export class UnreadableFile extends Error {}
