// check/ reads files of other people's: ledgers that are held against a snapshot. Each line and each cell as it stands.
// Files to be checked, in memory only: what they say of customers is written nowhere.
import { LRUCache } from 'lru-cache'
import { MOST_FILE_BYTES } from '../../../shared/check/checked-file.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'

/** Shared with the worker that reads it, so that it is there once. */
export interface HeldFile {
  name: string
  bytes: SharedArrayBuffer
}

export interface HeldFiles {
  /** Fails with `invalid` where it is larger than a file may be. */
  open(name: string, bytes: number): Result<{ fileId: string }>
  /** Its next piece. Fails with `invalid` where it is not held any more, or more comes than was said. */
  add(fileId: string, piece: Uint8Array): Result<{ bytes: number }>
  /** Fails with `invalid` where it is not held any more, or not all of it is there. */
  get(fileId: string): Result<HeldFile>
  close(fileId: string): void
}

/** One that is checked, and the next one. */
const MOST_FILES = 2
const IDLE_MS = 15 * 60_000

/** @param randomId not guessable */
export function createHeldFiles(randomId: () => string, idleMs = IDLE_MS): HeldFiles {
  const held = new LRUCache<string, HeldFile & { filled: number }>({
    max: MOST_FILES,
    ttl: idleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
  })
  return {
    open(name, bytes) {
      if (bytes > MOST_FILE_BYTES) return failed(TOO_LARGE)
      const fileId = randomId()
      held.set(fileId, { name, bytes: new SharedArrayBuffer(bytes), filled: 0 })
      return succeeded({ fileId })
    },
    add(fileId, piece) {
      const file = held.get(fileId)
      if (file === undefined) return failed(OVER)
      if (file.filled + piece.length > file.bytes.byteLength) {
        held.delete(fileId)
        return failed(MORE)
      }
      new Uint8Array(file.bytes).set(piece, file.filled)
      file.filled += piece.length
      return succeeded({ bytes: file.filled })
    },
    get(fileId) {
      const file = held.get(fileId)
      if (file === undefined) return failed(OVER)
      return file.filled === file.bytes.byteLength ? succeeded(file) : failed(PART)
    },
    close: (fileId) => void held.delete(fileId),
  }
}

const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'file', message })
export const TOO_LARGE_WORDS = 'This file is larger than 256 MiB, which is the most: split it, or leave columns out.'
const TOO_LARGE = invalid(TOO_LARGE_WORDS)
const OVER = invalid('This file is no longer in memory. Choose it again.')
const MORE = invalid('This file grew while it was read. Choose it again.')
const PART = invalid('Only a part of this file has come so far.')
