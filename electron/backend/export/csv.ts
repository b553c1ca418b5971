// Events as CSV (RFC 4180: CRLF, quotes doubled), UTF-8 with a byte order mark, because Excel takes it for ANSI without.
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Cell } from '../../../shared/event-table.ts'
import { guard } from '../../../shared/formula-guard.ts'
import { wellFormed } from '../../../shared/well-formed.ts'

/** A string that a reader might take for another kind of value, or for no value at all. */
const READS_AS_OTHER = /^(true|false|null|-?\d[\d.eE+-]*|[[{].*)?$/s

/**
 * The file's text, or null when it would be longer than `mostCharacters`. The first row is the header.
 * Sources of numbers, booleans and JSON stand bare, as the service wrote them; so do strings, unless they need quotes or
 * would read as one of those. An empty string is `""`, a missing value nothing.
 */
export async function csvText(rows: Iterable<Cell[]>, mostCharacters: number): Promise<string | null> {
  const pieces: string[] = []
  let size = 0
  const format = stringify({
    bom: true,
    record_delimiter: '\r\n',
    // A lone LF or CR needs quotes too: many readers end a record at either. Off by default where a delimiter is given.
    quote_record_delimiter: true,
    // Spreadsheets that guess the separator end an unquoted cell at these as well.
    quoted_match: /[;\t]/,
    cast: {
      object: (cell) => cast(cell as Exclude<Cell, null>),
    },
  })
  try {
    format.setEncoding('utf8')
    await pipeline(rows, format, async (csv: AsyncIterable<string>) => {
      for await (const piece of csv) {
        pieces.push(piece)
        size += piece.length
        if (size > mostCharacters) throw TOO_LONG
      }
    })
  } catch (error) {
    if (error === TOO_LONG) return null
    throw error
  }
  return pieces.join('')
}

/** Numbers are never touched; a string within an object may hold `;=1+1` like any other. */
function cast({ kind, text }: Exclude<Cell, null>) {
  if (kind === 'string') {
    const value = guard(wellFormed(text))
    return READS_AS_OTHER.test(text) ? { value, quoted: true, quoted_empty: true } : value
  }
  return kind === 'json' ? guard(wellFormed(text)) : text
}

const TOO_LONG = new Error('The file would be too large')
