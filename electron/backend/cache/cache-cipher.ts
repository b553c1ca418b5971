// What the cache writes to the disk, so that nothing there can be read: values sealed, names keyed.
import { createHmac } from 'node:crypto'
import { derivedKey, sealing } from '../storage/sealing.ts'

export interface CacheCipher {
  /** AES-256-GCM under a fresh nonce: nonce, ciphertext, tag. `context` is authenticated, so that rows cannot be swapped. */
  seal(value: string, context: Uint8Array): Buffer
  /** The value, or null where it was not sealed by this key for this context. */
  open(sealed: Uint8Array, context: Uint8Array): string | null
  /** HMAC-SHA-256: the same name for the same text under the same key, and nothing to guess from. */
  name(text: string): Buffer
}

/** @param key 32 bytes; encryption and names each get a key of their own derived from it. */
export function cacheCipher(key: Uint8Array): CacheCipher {
  const values = sealing(derivedKey(key, 'eventscope cache values'))
  const nameKey = derivedKey(key, 'eventscope cache names')
  return {
    seal: (value, context) => values.seal(Buffer.from(value, 'utf8'), context),
    open: (sealed, context) => values.open(sealed, context)?.toString('utf8') ?? null,
    name: (text) => createHmac('sha256', nameKey).update(text).digest(),
  }
}
