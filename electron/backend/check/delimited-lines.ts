// Lines of text with a separator: CSV, TSV and the like. The parser is csv-parse, strict: a line with more cells than
// the heads, or a quotation mark in the wrong place, is reported and not mended.
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import {
  type FileChoices,
  LONGEST_LINE,
  MOST_COLUMNS,
  type Refusal,
  SEPARATORS,
  type Separator,
} from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { filledWidth, findHeads, MOST_LINES_TO_HEADS } from './find-heads.ts'
import { isKnownHead } from './propose-columns.ts'
import { type ReadLines, type TextSource, textBeginning, textChunks, tooManyColumns } from './read-lines.ts'

const optionsFor = (separator: Separator, hasFormulas: boolean): Options => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_LINE,
  ...(hasFormulas && { relax_quotes: true, cast: onlyFormulas }),
})

/** Whether a text has cells such as ="00042": their quotation marks stand where others are refused. */
function hasFormulaCells({ bytes, encoding }: TextSource): boolean {
  if (encoding === 'utf-16be') return bytes.includes(Buffer.from('="', 'utf16le').swap16())
  return bytes.includes(Buffer.from('="', encoding === 'utf-16le' ? 'utf16le' : 'latin1'))
}

/**
 * Takes each cell as it is, and refuses a quotation mark inside a cell that is not in quotation marks itself, but for
 * the formulas by which a spreadsheet keeps a text: ="00042".
 */
function onlyFormulas(cell: string, { quoting, lines }: { quoting: boolean; lines: number }): string {
  if (quoting || !cell.includes('"') || /^="[^"]*"$/.test(cell)) return cell
  throw new CsvError('INVALID_OPENING_QUOTE', 'A quotation mark stands where none can', undefined, { lines })
}

/**
 * Reads the lines of a text, but for empty ones.
 * @param from the line that is read first, from 1: what stands above need not be a table
 */
export function delimitedLines(source: TextSource, separator: Separator, from = 1): ReadLines {
  const below = belowLine(source, from)
  return below.bytes.includes(QUOTATION_MARK, below.skip)
    ? quotedLines(below, separator, from)
    : plainLines(below, separator, from)
}

/** These are bytes, the same in UTF-8 and in every encoding that is read byte by byte. */
const [QUOTATION_MARK, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d]
const NOTHING = Buffer.alloc(0)

/**
 * Lines of a text without a quotation mark: what stands between separators are its cells. A line is decoded as a whole
 * and then split, as to decode each cell by itself takes a million lines three times as long.
 */
function plainLines(source: TextSource, separator: Separator, from: number): ReadLines {
  return async (take, turn, report) => {
    let line = from
    /** The beginning of a line that goes on in the next chunk. */
    let rest: Buffer = NOTHING
    let isAfterReturn = false
    /** Hands a line over; false where it has too many cells, or no more lines are wanted. */
    const handOver = (cells: readonly string[]) => cells.length <= MOST_COLUMNS && take(line, cells)
    const whyStopped = ({ length }: readonly string[]) => (length > MOST_COLUMNS ? tooManyColumns(length) : null)

    for (const { chunk, read } of textChunks(source)) {
      let start = 0
      for (const end of lineEnds(chunk)) {
        const isBegun = rest.length > 0
        const isEmpty = !isBegun && start === end
        // A line feed right behind a carriage return belongs to the same end of a line.
        const isSameEnd = isEmpty && isAfterReturn && chunk[end] === LINE_FEED
        if (!isEmpty) {
          // Only a line that lies in several chunks is copied.
          const bytes = isBegun ? Buffer.concat([rest, chunk.subarray(0, end)]) : chunk
          const [first, last] = isBegun ? [0, bytes.length] : [start, end]
          if (isTooLong(bytes, first, last, separator)) return tooLong(line)
          const cells = bytes.toString('utf8', first, last).split(separator)
          if (!handOver(cells)) return whyStopped(cells)
          rest = NOTHING
        }
        start = end + 1
        isAfterReturn = chunk[end] === RETURN
        if (!isSameEnd) line += 1
      }
      rest = Buffer.concat([rest, chunk.subarray(start)])
      if (isTooLong(rest, 0, rest.length, separator)) return tooLong(line)
      report?.(read)
      await turn.breathe()
    }
    if (rest.length === 0) return null
    const cells = rest.toString('utf8').split(separator)
    return handOver(cells) ? null : whyStopped(cells)
  }
}

/** Where the characters are that end lines. */
function* lineEnds(bytes: Buffer): Generator<number> {
  let lineFeed = bytes.indexOf(LINE_FEED)
  let carriage = bytes.indexOf(RETURN)
  while (lineFeed >= 0 || carriage >= 0) {
    if (carriage < 0 || (lineFeed >= 0 && lineFeed < carriage)) {
      yield lineFeed
      lineFeed = bytes.indexOf(LINE_FEED, lineFeed + 1)
    } else {
      yield carriage
      carriage = bytes.indexOf(RETURN, carriage + 1)
    }
  }
}

/**
 * The longest line that csv-parse takes: before it adds a character it looks whether the line is longer than
 * `max_record_size`, so that one character more gets through.
 */
const LONGEST_PARSED = LONGEST_LINE + 1

/**
 * Whether csv-parse would refuse a line, or the beginning of one, as too long: both ways of reading have to refuse the
 * same lines. It counts the cells that are complete by their UTF-16 units, and the one that it is in by its bytes of
 * UTF-8; separators do not count.
 */
function isTooLong(bytes: Buffer, start: number, end: number, separator: Separator): boolean {
  // No text has more units than bytes.
  if (end - start <= LONGEST_PARSED) return false
  let unitsBefore = 0
  let cellStart = start
  // Behind a separator at the end of the line there is an empty cell, which begins at `end`.
  while (cellStart <= end) {
    const at = bytes.indexOf(separator, cellStart)
    const cellEnd = at < 0 ? end : Math.min(at, end)
    if (unitsBefore + (cellEnd - cellStart) > LONGEST_PARSED) return true
    unitsBefore += bytes.toString('utf8', cellStart, cellEnd).length
    cellStart = cellEnd + 1
  }
  return false
}

/** Lines of a text in which cells may stand in quotation marks. @param source begins at the line `from` */
function quotedLines(source: TextSource, separator: Separator, from: number): ReadLines {
  return async (take, turn, report) => {
    let problem: string | null = null
    let isOver = false
    const parser = parse({
      ...optionsFor(separator, hasFormulaCells(source)),
      // Nothing is kept in the parser: each record is taken as it comes.
      on_record(record: string[], { lines }) {
        if (isOver) return null
        problem = record.length > MOST_COLUMNS ? tooManyColumns(record.length) : null
        isOver = problem !== null || !take(firstLine(record, lines + from - 1), record)
        return null
      },
    })
    // Each step below receives the error as well.
    parser.on('error', () => undefined)
    const settled = (start: (done: (error?: Error | null) => void) => void) =>
      new Promise<CsvError | null>((resolve, reject) =>
        start((error = null) => (error === null || error instanceof CsvError ? resolve(error) : reject(error))),
      )
    for (const { chunk, read } of textChunks(source)) {
      const error = await settled((done) => parser.write(chunk, done))
      if (error !== null) return csvWords(error, from)
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
    return error === null ? problem : csvWords(error, from)
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

const tooLong = (line: number) =>
  `Line ${grouped(line)} is longer than 1 MiB: this is not a list of lines, or a quotation mark is opened and never closed.`

function csvWords(error: CsvError, from: number): string {
  const line = Number(error.lines ?? 0) + from - 1
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return tooLong(line)
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quotation mark is opened on line ${grouped(line)} and never closed. Close or remove it.`
    default:
      return `Line ${grouped(line)}: a quotation mark is in the wrong place. Put the whole cell in quotation marks, and double the one inside it.`
  }
}

/** The text from that line on. */
function belowLine(source: TextSource, from: number): TextSource {
  if (from === 1) return source
  const { encoding, bytes } = source
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be'
  const unitBytes = isUtf16 ? 2 : 1
  /** Whether this character, one of ASCII, is there. In UTF-16 it has a byte of 0 in front of it, or behind. */
  const isAt = (at: number, character: number) => {
    if (!isUtf16) return bytes[at] === character
    const [low, high] = encoding === 'utf-16le' ? [at, at + 1] : [at + 1, at]
    return bytes[high] === 0 && bytes[low] === character
  }
  let at = source.skip
  for (let line = 1; line < from && at < bytes.length; at += unitBytes) {
    const isLastOfEnd = isAt(at, LINE_FEED) || (isAt(at, RETURN) && !isAt(at + unitBytes, LINE_FEED))
    if (isLastOfEnd) line += 1
  }
  return { ...source, skip: at }
}

/** How much is read to find the separator. */
const SAMPLE_BYTES = 256 * 1024
const SAMPLE_LINES = 200
const FIRST_LINE_BYTES = 64 * 1024
const MOST_HEADS = 20

/** Where a table of text begins, and what stands between its cells. */
export interface TextTable {
  separator: Separator
  /** The line that is read first, from 1. */
  from: number
}

/** What a text looks like if this separator is between its cells. */
interface Candidate {
  separator: Separator
  heads: readonly string[]
  /** `all`: the first lines have equally many cells. `table`: all below the heads have at most as many as these. */
  fits: 'all' | 'table' | 'no'
  /** The first line that can be parsed by it, from 1. */
  from: number
}

/**
 * The separator that the first line names (sep=;), else that by which all of the first lines have equally many cells,
 * at least two, else that by which nothing is wider than the heads; a tab for text of one column, where any will do. It
 * is asked for where several separators fit, or none.
 * @param choices what the file's owner said, null where not: the separator, and the line of the heads; what stands above
 * that line is not looked at
 */
export function textTable(
  source: TextSource,
  { separator: chosen, headLine }: Pick<FileChoices, 'separator' | 'headLine'>,
): TextTable | Refusal {
  const from = Math.max(1, headLine ?? 1)
  const hint = /^sep=(?<separator>[,;\t|])\s*$/i.exec(firstLineOf(source).line)?.groups?.separator
  const hinted = SEPARATORS.find((separator) => separator === hint)
  if (hinted !== undefined) return { separator: chosen ?? hinted, from: Math.max(2, from) }
  const below = belowLine(source, from)
  const candidates = candidatesOf(below, from, chosen === null ? SEPARATORS : [chosen])
  const fitting = candidates.filter(({ fits }) => fits === 'all')
  const tables = fitting.length > 0 ? fitting : bestTables(candidates.filter(({ fits }) => fits === 'table'))
  const [only, another] = tables
  if (only !== undefined && another === undefined) return { separator: only.separator, from: only.from }
  if (chosen !== null) return { separator: chosen, from }
  const { line, isLong } = firstLineOf(below)
  const inLine = SEPARATORS.filter((separator) => line.includes(separator))
  if (candidates.length === 0 && inLine.length === 0) return { separator: '\t', from }
  const choices = (tables.length > 1 ? tables : candidates).map(({ separator, heads }) => choiceOf(separator, heads))
  if (choices.length === 0 && isLong) {
    return { kind: 'refused', words: `Line ${grouped(from)} is longer than 64 KiB: this is not a list of lines.` }
  }
  const words =
    tables.length > 1
      ? 'Several separators fit this file. Choose the one between its columns.'
      : 'No separator gives the first lines the same number of cells. Choose the one between the columns.'
  // Where quotation marks let nothing be parsed, the texts between the separators of the line are shown.
  const splitPlainly = () => inLine.map((separator) => choiceOf(separator, line.split(separator, MOST_HEADS)))
  return { kind: 'asks', asks: [{ ask: 'separator', words, choices: choices.length > 0 ? choices : splitPlainly() }] }
}

/** The first line of a text, or its first 64 KiB. `isLong`: it goes on behind them. */
function firstLineOf(source: TextSource): { line: string; isLong: boolean } {
  const beginning = textBeginning(source, FIRST_LINE_BYTES)
  const [line = ''] = beginning.split(/[\r\n]/, 1)
  return { line, isLong: source.bytes.length - source.skip > FIRST_LINE_BYTES && !/[\r\n]/.test(beginning) }
}

/** The candidates with the fewest lines above, and of these the ones with a name that is known, if any has one. */
function bestTables(tables: readonly Candidate[]): readonly Candidate[] {
  const fewest = Math.min(...tables.map(({ from }) => from))
  const highest = tables.filter(({ from }) => from === fewest)
  const known = highest.filter(({ heads }) => heads.some(isKnownHead))
  return known.length > 0 ? known : highest
}

/** A separator to choose, with what would be the heads. */
const choiceOf = (separator: Separator, heads: readonly string[]) => ({
  separator,
  heads: heads.slice(0, MOST_HEADS).map((head) => head.slice(0, 100)),
})

/** Lists the separators by which the heads have two cells or more. @param firstLine the number of the text's first */
function candidatesOf(source: TextSource, firstLine: number, separators: readonly Separator[]): Candidate[] {
  const text = textBeginning(source, SAMPLE_BYTES)
  const hasFormulas = hasFormulaCells(source)
  const isCut = source.bytes.length - source.skip > SAMPLE_BYTES
  return separators.flatMap((separator): Candidate[] => {
    const { records, from } = sampleRecords(text, isCut, separator, hasFormulas)
    const at = findHeads(records)
    const heads = records[at] ?? []
    // Without a name that is known, the lines above that could not be parsed may be the table's own.
    if (filledWidth(heads) < 2 || (from > 1 && !heads.some(isKnownHead))) return []
    const below = records.slice(at + 1)
    const isEven = from === 1 && at === 0 && below.every((record) => record.length === heads.length)
    const isTable = below.length > 0 && below.every((record) => filledWidth(record) <= filledWidth(heads))
    return [{ separator, heads, fits: isEven ? 'all' : isTable ? 'table' : 'no', from: from + firstLine - 1 }]
  })
}

/**
 * The first records, from the first line on from which they can be parsed: what stands above a table may hold quotation
 * marks.
 * @param isCut whether the text ends anywhere, also within a record: its last one is left out then
 * @returns the records, and the number of that line in the text, from 1; no record where none can be parsed
 */
function sampleRecords(
  text: string,
  isCut: boolean,
  separator: Separator,
  hasFormulas: boolean,
): { records: string[][]; from: number } {
  let rest = text
  for (let from = 1; from <= MOST_LINES_TO_HEADS; from += 1) {
    const { records, isBroken } = parsedRecords(rest, separator, hasFormulas)
    // The end of a text that was cut may be within quotation marks: what was parsed before it is whole.
    if (isBroken && isCut && records.length > 1) return { records, from }
    if (!isBroken) {
      const mayEndWithPart = isCut && records.length < SAMPLE_LINES
      return { records: mayEndWithPart ? records.slice(0, -1) : records, from }
    }
    const end = /\r\n|\n|\r/.exec(rest)
    if (end === null) break
    rest = rest.slice(end.index + end[0].length)
  }
  return { records: [], from: 1 }
}

/** At most `SAMPLE_LINES` records; `isBroken`: those before a quotation mark that stands in a wrong place. */
function parsedRecords(
  text: string,
  separator: Separator,
  hasFormulas: boolean,
): { records: string[][]; isBroken: boolean } {
  const records: string[][] = []
  try {
    parseAll(text, {
      ...optionsFor(separator, hasFormulas),
      to: SAMPLE_LINES,
      on_record(record: string[]) {
        records.push(record)
        return null
      },
    })
    return { records, isBroken: false }
  } catch (error) {
    if (error instanceof CsvError) return { records, isBroken: true }
    throw error
  }
}
