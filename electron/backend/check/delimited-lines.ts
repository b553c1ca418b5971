// Lines of text with a separator: CSV, TSV and the like. The parser is csv-parse, strict: a line with more cells than the
// heads, or a quotation mark in the wrong place, is said and not mended.
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { LONGEST_LINE, MOST_COLUMNS, SEPARATORS, type Separator } from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ReadLines, tooManyColumns } from './ledger-lines.ts'
import { type TextEncoding, textBeginning, textPieces } from './text-pieces.ts'

const optionsFor = (separator: Separator): Options => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_LINE,
})

/** @param skip bytes of the byte order mark. No line may have more cells than the first; empty lines are left out. */
export function delimitedLines(bytes: Buffer, encoding: TextEncoding, skip: number, separator: Separator): ReadLines {
  return async (take, turn, report) => {
    let problem: string | null = null
    let isOver = false
    let width = 0
    const parser = parse({
      ...optionsFor(separator),
      // Nothing is kept in the parser: each record is taken as it comes.
      on_record(record: string[], { lines }) {
        if (isOver) return null
        if (width === 0) width = record.length
        problem = widthProblem(record.length, width, lines)
        isOver = problem !== null || !take(firstLine(record, lines), record)
        return null
      },
    })
    // Each step below receives the error as well.
    parser.on('error', () => undefined)
    const settleWith =
      (resolve: (error: CsvError | null) => void, reject: (error: Error) => void) => (error?: Error | null) => {
        if (error === undefined || error === null || error instanceof CsvError) resolve(error ?? null)
        else reject(error)
      }
    for (const { piece, read } of textPieces(bytes, encoding, skip)) {
      const error = await new Promise<CsvError | null>((resolve, reject) =>
        parser.write(piece, settleWith(resolve, reject)),
      )
      if (error !== null) return csvWords(error)
      if (isOver) break
      report?.(read)
      await turn.breathe()
    }
    if (isOver) {
      parser.destroy()
      return problem
    }
    const error = await new Promise<CsvError | null>((resolve, reject) => {
      parser.on('error', settleWith(resolve, reject))
      parser.on('end', () => resolve(null))
      parser.end()
      parser.resume()
    })
    return error === null ? problem : csvWords(error)
  }
}

/** `lines`: those that the parser is through with, the record's last one included. */
function firstLine(record: readonly string[], lines: number): number {
  let breaks = 0
  for (const cell of record) {
    if (!cell.includes('\n') && !cell.includes('\r')) continue
    breaks += cell.split(/\r\n|\n|\r/).length - 1
  }
  return lines - breaks
}

function widthProblem(cells: number, width: number, line: number): string | null {
  if (cells > MOST_COLUMNS) return tooManyColumns(cells)
  if (cells <= width) return null
  return `Line ${grouped(line)} has ${cells} cells and the first line ${width}: a cell that holds the separator has to stand in quotation marks.`
}

function csvWords(error: CsvError): string {
  const line = grouped(Number(error.lines ?? 0))
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return `Line ${line} is longer than 1 MiB: this is no list of lines, or a quotation mark is opened and never closed.`
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quotation mark is opened on line ${line} and never closed.`
    default:
      return `Line ${line}: a quotation mark stands where none can. A cell that holds one has to stand in quotation marks, and the one in it is doubled.`
  }
}

export interface SeparatorChoice {
  separator: Separator
  heads: string[]
}

/** Looked at to tell separators apart. */
const SAMPLE_BYTES = 256 * 1024
const SAMPLE_LINES = 200
const MOST_HEADS = 20

/**
 * The separators by which the first lines all have as many cells as the first, at least two. Where it is one, it is known;
 * none with a text that has no separator at all is a single column.
 */
export function fittingSeparators(
  bytes: Buffer,
  encoding: TextEncoding,
  skip: number,
): { fitting: SeparatorChoice[]; possible: SeparatorChoice[] } {
  const text = textBeginning(bytes, encoding, skip, SAMPLE_BYTES)
  const whole = bytes.length - skip <= SAMPLE_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1)
  const fitting: SeparatorChoice[] = []
  const possible: SeparatorChoice[] = []
  for (const separator of SEPARATORS) {
    const records = sampleRecords(whole, separator)
    const [heads = []] = records ?? []
    if (heads.length < 2) continue
    const choice = { separator, heads: heads.slice(0, MOST_HEADS).map((head) => head.slice(0, 100)) }
    possible.push(choice)
    if (records?.every((record) => record.length === heads.length)) fitting.push(choice)
  }
  return { fitting, possible }
}

function sampleRecords(text: string, separator: Separator): string[][] | null {
  try {
    return parseAll(text, { ...optionsFor(separator), to: SAMPLE_LINES }) as string[][]
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}
