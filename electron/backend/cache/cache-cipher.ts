// Makes the cache unreadable on disk: values are encrypted, names are keyed hashes.
import { createHmac } from 'node:crypto'
import { derivedKey, sealing } from '../storage/sealing.ts'

export interface CacheCipher {
  /** AES-256-GCM with a fresh nonce: nonce, ciphertext, tag. `context` is authenticated, so rows cannot be swapped. */
  seal(value: string, context: Uint8Array): Buffer
  /** The value; null if it was not sealed with this key for this context. */
  open(sealed: Uint8Array, context: Uint8Array): string | null
  /** HMAC-SHA-256: a stable name for a text that gives nothing away about it. */
  name(text: string): Buffer
}

/** @param key 32 bytes; separate keys for values and names are derived from it */
export function cacheCipher(key: Uint8Array): CacheCipher {
  const values = sealing(derivedKey(key, 'eventscope cache values'))
  const nameKey = derivedKey(key, 'eventscope cache names')
  return {
    seal: (value, context) => values.seal(Buffer.from(value, 'utf8'), context),
    open: (sealed, context) => values.open(sealed, context)?.toString('utf8') ?? null,
    name: (text) => createHmac('sha256', nameKey).update(text).digest(),
  }
}
