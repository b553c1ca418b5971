// The encryption of a snapshot's file. Each file has its own key, so that a wrong key can be told from damage.
import { createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'
import { derivedKey, KEY_BYTES, type Sealing, sealing } from '../../storage/sealing.ts'
import type { SnapshotRow } from '../slice.ts'
import { packRows, unpackRows } from './packed-rows.ts'

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
