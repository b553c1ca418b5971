// Lines of text with a separator: CSV, TSV and the like. The parser is csv-parse, strict: a line with more cells than
// the heads, or a quotation mark in the wrong place, is reported and not mended.
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import {
  LONGEST_LINE,
  MOST_COLUMNS,
  type Refusal,
  SEPARATORS,
  type Separator,
} from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ReadLines, type TextSource, textBeginning, textPieces, tooManyColumns } from './ledger-lines.ts'

const optionsFor = (separator: Separator): Options => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_LINE,
})

/** No line may have more cells than the first; empty lines are left out. */
export function delimitedLines(source: TextSource, separator: Separator): ReadLines {
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
    const settled = (start: (done: (error?: Error | null) => void) => void) =>
      new Promise<CsvError | null>((resolve, reject) =>
        start((error = null) => (error === null || error instanceof CsvError ? resolve(error) : reject(error))),
      )
    for (const { piece, read } of textPieces(source)) {
      const error = await settled((done) => parser.write(piece, done))
      if (error !== null) return csvWords(error)
      if (isOver) break
      report?.(read)
      await turn.breathe()
    }
    if (isOver) {
      parser.destroy()
      return problem
    }
    const error = await settled((done) => {
      parser.on('error', done)
      parser.on('end', () => done())
      parser.end()
      parser.resume()
    })
    return error === null ? problem : csvWords(error)
  }
}

/** The number of a record's first line. @param lines those that were parsed, the record's last one included */
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
      return `Line ${line} is longer than 1 MiB: this is not a list of lines, or a quotation mark is opened and never closed.`
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quotation mark is opened on line ${line} and never closed.`
    default:
      return `Line ${line}: a quotation mark stands where none can. A cell that holds one has to stand in quotation marks, with the one in it doubled.`
  }
}

/** How much is read to find the separator. */
const SAMPLE_BYTES = 256 * 1024
const SAMPLE_LINES = 200
const FIRST_LINE_BYTES = 64 * 1024
const MOST_HEADS = 20

/**
 * The separator by which all of the first lines have as many cells as the first one, at least two; a tab for text of
 * one column, where any will do. It is asked for where several separators fit, or none.
 */
export function knownSeparator(source: TextSource): Separator | Refusal {
  const { fitting, possible } = fittingSeparators(source)
  const [only, another] = fitting
  if (only !== undefined && another === undefined) return only.separator
  const beginning = textBeginning(source, FIRST_LINE_BYTES)
  const [first = ''] = beginning.split(/[\r\n]/, 1)
  const inFirst = SEPARATORS.filter((separator) => first.includes(separator))
  if (possible.length === 0 && inFirst.length === 0) return '\t'
  const choices = fitting.length > 1 ? fitting : possible
  const isFirstLong = source.bytes.length - source.skip > FIRST_LINE_BYTES && !/[\r\n]/.test(beginning)
  if (choices.length === 0 && isFirstLong)
    return { kind: 'refused', words: 'Line 1 is longer than 64 KiB: this is not a list of lines.' }
  const words =
    fitting.length > 1
      ? 'Several separators fit this file. Choose the one that stands between its columns.'
      : 'No separator gives the first lines equally many cells. Choose the one that stands between the columns.'
  // Where quotation marks let no separator be parsed: those in the first line, with the texts between them.
  const splitPlainly = () => inFirst.map((separator) => choiceOf(separator, first.split(separator, MOST_HEADS)))
  return { kind: 'asks', asks: [{ ask: 'separator', words, choices: choices.length > 0 ? choices : splitPlainly() }] }
}

const choiceOf = (separator: Separator, heads: readonly string[]) => ({
  separator,
  heads: heads.slice(0, MOST_HEADS).map((head) => head.slice(0, 100)),
})

/**
 * `possible`: separators by which the first line has at least two cells; `fitting`: by which the others have as many.
 */
function fittingSeparators(source: TextSource) {
  const text = textBeginning(source, SAMPLE_BYTES)
  const whole = source.bytes.length - source.skip <= SAMPLE_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1)
  const fitting: ReturnType<typeof choiceOf>[] = []
  const possible: ReturnType<typeof choiceOf>[] = []
  for (const separator of SEPARATORS) {
    const records = sampleRecords(whole, separator)
    const [heads = []] = records ?? []
    if (heads.length < 2) continue
    const choice = choiceOf(separator, heads)
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
