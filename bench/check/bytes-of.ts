import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { MOST_CHUNK_BYTES } from '../../shared/check/checked-file.ts'

/** A file that is checked, in chunks, as they come over the bridge. */
export function bytesOf(path: string): SharedArrayBuffer {
  const bytes = new SharedArrayBuffer(statSync(path).size)
  const file = openSync(path, 'r')
  for (let at = 0; at < bytes.byteLength; ) {
    at += readSync(file, new Uint8Array(bytes, at, Math.min(MOST_CHUNK_BYTES, bytes.byteLength - at)))
  }
  closeSync(file)
  return bytes
}
