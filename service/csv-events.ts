// Events from CSV: the interface's six fields as columns in any order, event_properties as JSON in its cell, because
// a plain cell cannot tell the string "42" from the number 42.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TextDecoder } from 'node:util'
import { type CsvError, parse } from 'csv-parse'
import type { Line } from './data-file.ts'
import { EVENT_FIELDS, type EventField, readEventFields } from './event-record.ts'

type Row = { record: string[]; info: { lines: number } }

/** Reads the lines of a CSV with a header; rejects when the header does not name the six fields. */
export async function* csvEvents(bytes: Readable): AsyncGenerator<Line> {
  const skipped: Line[] = []
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      skipped.push(badLine(error))
      return undefined
    },
  })
  const done = pipeline(bytes, decodeUtf8, parser)
  done.catch(() => {})
  let fields: EventField[] | null = null
  for await (const { record, info } of parser as AsyncIterable<Row>) {
    yield* skipped.splice(0)
    const line = info.lines - lineBreaks(record)
    if (fields === null) fields = readHeader(record)
    else if (record.length !== fields.length) {
      const problem = `has ${record.length} cells where the header has ${fields.length}`
      yield { line, reading: { ok: false, problem } }
    } else {
      const cells = new Map(fields.map((field, index) => [field, record[index] ?? '']))
      yield { line, reading: readEventFields((field) => cells.get(field) ?? '', cells.get('event_properties') ?? '') }
    }
  }
  yield* skipped
  await done
}

// A cell may hold line breaks; an event is named by the line on which it begins.
function lineBreaks(record: string[]): number {
  return record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
}

function readHeader(cells: string[]): EventField[] {
  const unknown = cells.find((cell) => !(EVENT_FIELDS as readonly string[]).includes(cell))
  if (unknown !== undefined)
    throw new Error(`its header names ${JSON.stringify(unknown)}, which is not a field of an event`)
  const missing = EVENT_FIELDS.find((field) => !cells.includes(field))
  if (missing !== undefined) throw new Error(`its header does not name ${missing}`)
  if (cells.length !== EVENT_FIELDS.length) throw new Error('its header names a field twice')
  return cells as EventField[]
}

function badLine(error: CsvError | undefined): Line {
  const line = Number(error?.lines ?? 0)
  return { line, reading: { ok: false, problem: `is not valid CSV: ${error?.message ?? 'unknown error'}` } }
}

// csv-parse would put U+FFFD in place of what is not UTF-8.
async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) yield utf8.decode(chunk, { stream: true })
  yield utf8.decode()
}
