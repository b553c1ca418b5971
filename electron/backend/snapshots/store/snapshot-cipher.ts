// The encryption of a snapshot's file. Each file has its own key, so that a wrong key can be told from damage.
import { createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'
import type { TextBytes } from '../../rows/search-rows.ts'
import { derivedKey, KEY_BYTES, type Sealing, sealing } from '../../storage/sealing.ts'
import { NONE_MISSED, type SnapshotRow } from '../time-slice.ts'

// Rows as the bytes of a segment, of which each number is a word of 4 bytes, little-endian:
//
//   encoding | rows | bytes of the list | length of each row | list of misses | texts, one behind the other
//
// The list is JSON, and of no bytes where no row misses anything. Each row is read back as a text of its own, so that
// keeping one does not retain the whole segment.

/** The encoding of the texts: nearly all are well-formed, and then UTF-8 is the shortest. */
const ENCODINGS = ['utf8', 'utf16le'] as const

const WORD = 4
/** The first three words. */
const HEAD_BYTES = 3 * WORD

/** The filters that a row misses, by its index; nearly all rows miss none. */
type Misses = [at: number, ...names: string[]][]

/** Takes any text, lone surrogates included: where a row has one, all are in UTF-16. */
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

/** Where a row's text is, as UTF-8: in the bytes of its answer, if it came with them; null if it is not well-formed. */
function textOf(row: SnapshotRow): TextBytes | null {
  if (row.utf8 !== undefined) return row.utf8
  return row.source.isWellFormed() ? wholeOf(Buffer.from(row.source)) : null
}

const wholeOf = (bytes: Buffer): TextBytes => ({ bytes, start: 0, end: bytes.length })

/** @param packed by `packRows`: the seal that it was under says so */
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

const SALT_BYTES = 16

/** A bound on an inflated segment, above anything that we write. */
const MOST_SEGMENT_BYTES = 1024 * 1024 * 1024

export interface SnapshotCipher {
  /** Names the store's key and this file's: what `readCipher` takes to find the key again. */
  keyId: Buffer
  /** Seals any JSON value; `what` names it, so that pieces cannot be swapped. */
  sealJson(value: unknown, what: string): Buffer
  /** Undefined if it was not sealed with this file's key as `what`. */
  openJson(sealed: Uint8Array, what: string): unknown
  /** Deflates rows, which resemble each other, and seals them; off the main thread. */
  sealRows(rows: readonly SnapshotRow[]): Promise<(what: string) => Buffer>
  openRows(sealed: Uint8Array, what: string): Promise<SnapshotRow[] | null>
}

/** A new file's. @param key the store's, 32 bytes; @param id the snapshot's, to which every piece is bound */
export function newCipher(key: Uint8Array, id: string): SnapshotCipher {
  return cipherOf(key, id, randomBytes(SALT_BYTES))
}

/** That of a file whose `keyId` is read, or null where the store had another key then. */
export function readCipher(key: Uint8Array, id: string, keyId: Uint8Array): SnapshotCipher | null {
  const salt = keyId.subarray(0, SALT_BYTES)
  return keyName(key, salt).equals(keyId.subarray(SALT_BYTES)) ? cipherOf(key, id, salt) : null
}

/** Identifies a key without revealing anything of it. */
function keyName(key: Uint8Array, salt: Uint8Array): Buffer {
  return createHmac('sha256', derivedKey(key, 'eventscope snapshot key name'))
    .update(salt)
    .digest()
    .subarray(0, KEY_BYTES / 2)
}

const deflate = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw)
const inflate = promisify<Uint8Array, { maxOutputLength: number; chunkSize: number }, Buffer>(inflateRaw)

/** Prefixes deflated bytes: their inflated length, so that they are inflated in one piece. */
const SIZE_BYTES = 4
/** The chunk size of zlib. */
const LEAST_CHUNK = 64

function cipherOf(key: Uint8Array, id: string, salt: Uint8Array): SnapshotCipher {
  const file: Sealing = sealing(derivedKey(key, 'eventscope snapshot', salt))
  const context = (what: string) => Buffer.from(JSON.stringify([id, what]))
  return {
    keyId: Buffer.concat([salt, keyName(key, salt)]),
    sealJson: (value, what) => file.seal(Buffer.from(JSON.stringify(value)), context(what)),
    openJson(sealed, what) {
      const plain = file.open(sealed, context(what))
      return plain === null ? undefined : JSON.parse(plain.toString('utf8'))
    },
    async sealRows(rows) {
      const packed = packRows(rows)
      const size = Buffer.alloc(SIZE_BYTES)
      size.writeUInt32LE(packed.length)
      const segment = Buffer.concat([size, await deflate(packed, { level: constants.Z_BEST_SPEED })])
      return (what) => file.seal(segment, context(what))
    },
    async openRows(sealed, what) {
      const segment = file.open(sealed, context(what))
      if (segment === null) return null
      // One more: zlib hands a full piece on and begins another.
      const chunkSize = Math.max(LEAST_CHUNK, Math.min(segment.readUInt32LE(0), MOST_SEGMENT_BYTES) + 1)
      return unpackRows(await inflate(segment.subarray(SIZE_BYTES), { maxOutputLength: MOST_SEGMENT_BYTES, chunkSize }))
    },
  }
}
