// What the cache writes to the disk, so that nothing there can be read: values sealed, names keyed.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export const CACHE_KEY_BYTES = 32

export interface CacheCipher {
  /** AES-256-GCM under a fresh nonce: nonce, ciphertext, tag. `context` is authenticated, so that rows cannot be swapped. */
  seal(value: string, context: Uint8Array): Buffer
  /** The value, or null where it was not sealed by this key for this context. */
  open(sealed: Uint8Array, context: Uint8Array): string | null
  /** HMAC-SHA-256: the same name for the same text under the same key, and nothing to guess from. */
  name(text: string): Buffer
}

/** @param key 32 bytes; encryption and names each get a key of their own derived from it (RFC 5869). */
export function cacheCipher(key: Uint8Array): CacheCipher {
  // Key objects: a key in a buffer is taken in anew at every use, which costs ten times the hash of a name.
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `eventscope cache ${use}`, 32)))
  const valueKey = derive('values')
  const nameKey = derive('names')
  return {
    seal(value, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', valueKey, nonce)
      cipher.setAAD(context)
      return Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', valueKey, sealed.subarray(0, NONCE_BYTES))
      decipher.setAAD(context)
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        // A wrong tag is all that `final` throws for: the value is not ours, or damaged.
        return null
      }
    },
    name: (text) => createHmac('sha256', nameKey).update(text).digest(),
  }
}
