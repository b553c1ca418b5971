// What a snapshot's file writes to the disk. Each file has a key of its own, so that a wrong key is told from damage.
import { createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'
import { derivedKey, KEY_BYTES, type Sealing, sealing } from '../../storage/sealing.ts'
import { NONE_MISSED, type SnapshotRow } from '../slice.ts'

const SALT_BYTES = 16

/** A segment of 1,000 rows may hold rows of many properties; more than this was never written by us. */
const MOST_SEGMENT_BYTES = 1024 * 1024 * 1024

export interface SnapshotCipher {
  /** Names the store's key and this file's: what `readCipher` takes to find the key again. */
  keyId: Buffer
  /** JSON of anything; `what` says what it is, so that no piece can stand in another one's place. */
  sealJson(value: unknown, what: string): Buffer
  /** Undefined where it was not sealed by this file's key as `what`. */
  openJson(sealed: Uint8Array, what: string): unknown
  /** Rows, deflated first: texts of one search are much alike. Off the main thread. */
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

/** Tells keys apart without giving anything of them away. */
function keyName(key: Uint8Array, salt: Uint8Array): Buffer {
  return createHmac('sha256', derivedKey(key, 'eventscope snapshot key name'))
    .update(salt)
    .digest()
    .subarray(0, KEY_BYTES / 2)
}

const deflate = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw)
const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw)

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
      const packed = await deflate(Buffer.from(packedRows(rows)), { level: constants.Z_BEST_SPEED })
      return (what) => file.seal(packed, context(what))
    },
    async openRows(sealed, what) {
      const packed = file.open(sealed, context(what))
      if (packed === null) return null
      return unpackedRows((await inflate(packed, { maxOutputLength: MOST_SEGMENT_BYTES })).toString('utf8'))
    },
  }
}

/** A text for each row; behind it what the row misses, where it misses anything. JSON keeps lone surrogates, UTF-8 would not. */
function packedRows(rows: readonly SnapshotRow[]): string {
  return JSON.stringify(rows.map(({ source, misses }) => (misses.length === 0 ? source : [source, ...misses])))
}

/** What carries a valid tag was written by `packedRows`. */
function unpackedRows(text: string): SnapshotRow[] {
  const packed = JSON.parse(text) as (string | [string, ...string[]])[]
  return packed.map((row) => {
    if (typeof row === 'string') return { source: row, misses: NONE_MISSED }
    const [source, ...misses] = row
    return { source, misses }
  })
}
