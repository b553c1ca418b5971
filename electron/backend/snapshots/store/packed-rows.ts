// Rows as the bytes of a segment: their number, their lengths, the filters that they miss, then their concatenated texts.
// Each row is read back as a text of its own, so that keeping one does not retain the whole segment.
import type { TextBytes } from '../../rows/search-rows.ts'
import { NONE_MISSED, type SnapshotRow } from '../slice.ts'

/** The encoding of the texts: nearly all are well-formed, and then UTF-8 is the shortest. */
const ENCODINGS = ['utf8', 'utf16le'] as const

const WORD = 4
/** Of the encoding, the number of rows, and the length of the list of misses. */
const HEAD_BYTES = 3 * WORD

/** The filters that a row misses, by its index; nearly all rows miss none. */
type Misses = [at: number, ...names: string[]][]

/** Takes any text, lone surrogates included. */
export function packRows(rows: readonly SnapshotRow[]): Buffer {
  const misses: Misses = rows.flatMap((row, at) => (row.misses.length === 0 ? [] : [[at, ...row.misses]]))
  const list = Buffer.from(misses.length === 0 ? '' : JSON.stringify(misses))
  const texts = rows.map(textOf)
  const areUtf8 = texts.every((text) => text !== null)
  const pieces = areUtf8 ? texts : rows.map(({ source }) => wholeOf(Buffer.from(source, 'utf16le')))
  const textsAt = HEAD_BYTES + rows.length * WORD + list.length
  const packed = Buffer.allocUnsafeSlow(pieces.reduce((sum, { start, end }) => sum + end - start, textsAt))
  packed.writeUInt32LE(areUtf8 ? 0 : 1, 0)
  packed.writeUInt32LE(rows.length, WORD)
  packed.writeUInt32LE(list.length, 2 * WORD)
  list.copy(packed, HEAD_BYTES + rows.length * WORD)
  let at = textsAt
  for (const [row, { bytes, start, end }] of pieces.entries()) {
    packed.writeUInt32LE(end - start, HEAD_BYTES + row * WORD)
    at += bytes.copy(packed, at, start, end)
  }
  return packed
}

/** Its position; null if it is not well-formed. A row inside an answer is not asked for its text. */
function textOf(row: SnapshotRow): TextBytes | null {
  if (row.utf8 !== undefined) return row.utf8
  return row.source.isWellFormed() ? wholeOf(Buffer.from(row.source)) : null
}

const wholeOf = (bytes: Buffer): TextBytes => ({ bytes, start: 0, end: bytes.length })

/** @param packed by `packRows`: its tag says so */
export function unpackRows(packed: Buffer): SnapshotRow[] {
  const encoding = ENCODINGS[packed.readUInt32LE(0)]
  const count = packed.readUInt32LE(WORD)
  const listLength = packed.readUInt32LE(2 * WORD)
  const listAt = HEAD_BYTES + count * WORD
  let at = listAt + listLength
  const rows: SnapshotRow[] = new Array(count)
  for (let row = 0; row < count; row += 1) {
    const end = at + packed.readUInt32LE(HEAD_BYTES + row * WORD)
    rows[row] = { source: packed.toString(encoding, at, end), misses: NONE_MISSED }
    at = end
  }
  const list = packed.toString('utf8', listAt, listAt + listLength)
  for (const [row, ...misses] of list === '' ? [] : (JSON.parse(list) as Misses)) {
    rows[row] = { source: rows[row]?.source ?? '', misses }
  }
  return rows
}
