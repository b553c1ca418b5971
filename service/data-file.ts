// Reads events from an NDJSON or CSV file; bad lines are reported, never repaired.
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { TextDecoder } from 'node:util'
import { csvEvents } from './csv-events.ts'
import { type EventLine, type EventRecord, readEvent } from './event-record.ts'

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
