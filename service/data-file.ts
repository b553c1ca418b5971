// Reads events from an NDJSON or CSV file; bad lines are reported, never repaired.
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { parse } from 'csv-parse/sync'
import {
  EVENT_FIELDS,
  type EventField,
  type EventLine,
  type EventReading,
  type EventRecord,
  readEvent,
  readEventFields,
} from './event-record.ts'

export type BadLine = { line: number; problem: string }
export type DataFile = { events: EventRecord[]; badLines: BadLine[] }

/**
 * Reads a whole file; a repeated event_id is a bad line. Rejects if the file cannot be read, its name does not end in
 * .ndjson, .jsonl or .csv, or a CSV header does not fit.
 */
export async function readDataFile(path: string): Promise<DataFile> {
  const events: EventRecord[] = []
  const badLines: BadLine[] = []
  const lineOf = new Map<string, number>()
  for await (const { line, reading } of linesOf(path)) {
    if (!reading.ok) {
      badLines.push({ line, problem: reading.problem })
      continue
    }
    const { event } = reading
    const earlier = lineOf.get(event.eventId)
    if (earlier === undefined) {
      lineOf.set(event.eventId, line)
      events.push(event)
    } else {
      badLines.push({ line, problem: `event_id ${event.eventId} is that of line ${earlier}` })
    }
  }
  return { events, badLines }
}

function linesOf(path: string): AsyncIterable<EventLine> {
  switch (extname(path).toLowerCase()) {
    case '.ndjson':
    case '.jsonl':
      return ndjsonEvents(path)
    case '.csv':
      return csvEvents(createReadStream(path))
    default:
      throw new Error('its name must end in .ndjson, .jsonl or .csv')
  }
}

async function* ndjsonEvents(path: string): AsyncGenerator<EventLine> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  // Read as bytes (latin1), so that a line that is not UTF-8 is lost alone.
  const input = createReadStream(path, { encoding: 'latin1' })
  const failure = new Promise<never>((_resolve, reject) => input.once('error', reject))
  failure.catch(() => {})
  let line = 0
  for await (const bytes of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++
    const text = decode(utf8, bytes)
    if (text === null) yield { line, reading: { ok: false, problem: 'the line is not valid UTF-8' } }
    else if (text.trim() !== '') yield { line, reading: readEvent(text) }
  }
  if (input.errored) await failure
}

function decode(utf8: TextDecoder, bytes: string): string | null {
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}

// Reads events from CSV. csv-parse parses one record at a time: left to itself, its recovery from a misplaced quote
// loses every row that follows (docs/decisions/data-files.md).

/** Lines one record may span, so that a quote that is never closed does not swallow the file. */
const MAX_LINES = 1000

type Row = { ok: true; cells: string[]; lines: number } | { ok: false; problem: string }

/**
 * Reads a CSV file whose header names the interface's six fields in any order; event_properties holds JSON, because a
 * plain cell cannot tell the string "42" from the number 42. Rejects if the header does not fit.
 */
async function* csvEvents(bytes: Readable): AsyncGenerator<EventLine> {
  let fields: EventField[] | null = null
  // Lines not parsed yet, null where one is not UTF-8. Those that a bad line took as its cell are parsed again.
  let pending: (string | null)[] = []
  /** The number of the first of them. */
  let line = 1
  /** Reads the records that are whole. @param isEnd whether no more lines come */
  function* parsePending(isEnd: boolean): Generator<EventLine> {
    let start = 0
    while (start < pending.length) {
      const row = readRow(pending, start, fields?.length ?? null, isEnd)
      if (row === null) break
      const at = line
      // After a record that cannot be read, the next is looked for in the line behind its first.
      const taken = row.ok ? row.lines : 1
      start += taken
      line += taken
      if (row.ok && row.cells.length === 0) continue
      if (fields === null) fields = readHeader(row)
      else yield { line: at, reading: row.ok ? readCells(fields, row.cells) : row }
    }
    pending = pending.slice(start)
  }
  for await (const lines of textLines(bytes)) {
    for (const text of lines) pending.push(text)
    yield* parsePending(false)
  }
  yield* parsePending(true)
}

/**
 * The record that begins at a line, with as many lines as its quotes need; null if they have not been read yet.
 * @param width how many cells the header has; null: this is the header
 */
function readRow(lines: (string | null)[], start: number, width: number | null, isEnd: boolean): Row | null {
  const first = lines[start] ?? null
  if (first === null) return { ok: false, problem: 'the line is not valid UTF-8' }
  let text = ''
  for (let count = 1; count <= MAX_LINES; count++) {
    const next = lines[start + count - 1]
    if (next === undefined && !isEnd) return null
    if (next === undefined || next === null) break
    text += next
    // Only a line with a quote can close an open cell.
    if (count > 1 && !next.includes('"')) continue
    const row = parseRow(text, count)
    if (row === 'open') continue
    // A misplaced quote makes a cell of several lines, and so nearly always another number of cells.
    const hasWrongWidth = row.ok && count > 1 && width !== null && row.cells.length !== width
    return hasWrongWidth
      ? { ok: false, problem: 'is not valid CSV: a quote is opened or closed in the wrong place' }
      : row
  }
  return { ok: false, problem: 'is not valid CSV: a quote is opened but never closed' }
}

/** Parses one record; `open`: a quote is opened in it and not closed. */
function parseRow(text: string, lines: number): Row | 'open' {
  try {
    const options = { record_delimiter: ['\r\n', '\n'], relax_column_count: true, skip_empty_lines: true }
    const [cells = []] = parse(text, options) as string[][]
    return { ok: true, cells, lines }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'CSV_QUOTE_NOT_CLOSED') return 'open'
    // The parser counts lines from the start of the record.
    const problem = (error as Error).message.replace(/ (?:at|on) line \d+/, '')
    return { ok: false, problem: `is not valid CSV: ${problem}` }
  }
}

function readCells(fields: EventField[], row: string[]): EventReading {
  if (row.length !== fields.length) {
    return { ok: false, problem: `has ${row.length} cells where the header has ${fields.length}` }
  }
  const cells = new Map(fields.map((field, index) => [field, row[index] ?? '']))
  return readEventFields((field) => cells.get(field) ?? '', cells.get('event_properties') ?? '')
}

function readHeader(row: Row): EventField[] {
  if (!row.ok) throw new Error(`its header cannot be read: ${row.problem}`)
  const { cells } = row
  const unknown = cells.find((cell) => !(EVENT_FIELDS as readonly string[]).includes(cell))
  if (unknown !== undefined)
    throw new Error(`its header names ${JSON.stringify(unknown)}, which is not a field of an event`)
  const missing = EVENT_FIELDS.find((field) => !cells.includes(field))
  if (missing !== undefined) throw new Error(`its header does not name ${missing}`)
  if (cells.length !== EVENT_FIELDS.length) throw new Error('its header names a field twice')
  return cells as EventField[]
}

/**
 * Lines with their ends, so that cells keep their line breaks. They are split as bytes (latin1), so that a line that is
 * not UTF-8 is lost alone: it is null.
 */
async function* textLines(bytes: Readable): AsyncGenerator<(string | null)[]> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let isFirst = true
  const decode = (line: string): string | null => {
    try {
      const text = utf8.decode(Buffer.from(line, 'latin1'))
      const content = isFirst ? text.replace(/^\uFEFF/, '') : text
      isFirst = false
      return content
    } catch {
      return null
    }
  }
  let rest = ''
  bytes.setEncoding('latin1')
  for await (const chunk of bytes as AsyncIterable<string>) {
    const lines = (rest + chunk).split(/(?<=\n)/)
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '')
    yield lines.map(decode)
  }
  if (rest !== '') yield [decode(rest)]
}
