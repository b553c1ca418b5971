// check/ reads other people's files, such as ledgers to be checked against a snapshot: each line and each cell as
// written. The files are in memory only: they name customers, so they are never written to disk.
import { LRUCache } from 'lru-cache'
import { MOST_FILE_BYTES } from '../../../shared/check/checked-file.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'

/** Shared with the worker that reads it, so that there is only one copy. */
export interface HeldFile {
  name: string
  bytes: SharedArrayBuffer
}

export type HeldFiles = ReturnType<typeof createHeldFiles>

/** The one being checked, and the next. */
const MOST_FILES = 2
const IDLE_MS = 15 * 60_000

/** @param randomId not guessable */
export function createHeldFiles(randomId: () => string, idleMs = IDLE_MS) {
  const held = new LRUCache<string, HeldFile & { filled: number }>({
    max: MOST_FILES,
    ttl: idleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
  })
  return {
    /** Fails with `invalid` if it is larger than `MOST_FILE_BYTES`. */
    open(name: string, bytes: number): Result<{ fileId: string }> {
      if (bytes > MOST_FILE_BYTES) return failed(TOO_LARGE)
      const fileId = randomId()
      held.set(fileId, { name, bytes: new SharedArrayBuffer(bytes), filled: 0 })
      return succeeded({ fileId })
    },
    /** Adds the next chunk. Fails with `invalid` if the file is no longer held, or is larger than announced. */
    add(fileId: string, chunk: Uint8Array): Result<{ bytes: number }> {
      const file = held.get(fileId)
      if (file === undefined) return failed(GONE)
      if (file.filled + chunk.length > file.bytes.byteLength) {
        held.delete(fileId)
        return failed(TOO_LONG)
      }
      new Uint8Array(file.bytes).set(chunk, file.filled)
      file.filled += chunk.length
      return succeeded({ bytes: file.filled })
    },
    /** Fails with `invalid` if the file is no longer held, or not complete yet. */
    get(fileId: string): Result<HeldFile> {
      const file = held.get(fileId)
      if (file === undefined) return failed(GONE)
      return file.filled === file.bytes.byteLength ? succeeded(file) : failed(INCOMPLETE)
    },
    close: (fileId: string) => void held.delete(fileId),
  }
}

const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'file', message })
export const TOO_LARGE_WORDS =
  'This file is larger than 256 MiB, and no larger ones are read. Split it, or leave columns out.'
const TOO_LARGE = invalid(TOO_LARGE_WORDS)
export const GONE_FILE = 'This file is no longer in memory. Choose it again.'
const GONE = invalid(GONE_FILE)
const TOO_LONG = invalid('This file grew while it was read. Choose it again.')
const INCOMPLETE = invalid('Only part of this file has arrived. Choose it again.')
