// Encrypts whatever we keep on disk: AES-256-GCM, under a key derived for each purpose from a stored one.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The length of every key here. */
export const KEY_BYTES = 32

export type Sealing = ReturnType<typeof sealing>

/**
 * A key for one use, by HKDF-SHA-256 (RFC 5869). It is a key object: a key in a buffer is imported again at every use,
 * which costs ten times the hash of a name.
 */
export function derivedKey(key: Uint8Array, use: string, salt: Uint8Array = new Uint8Array()): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, use, KEY_BYTES)))
}

/** AES-256-GCM; `context` is authenticated, so that chunks cannot be swapped. @param key of 32 bytes */
export function sealing(key: KeyObject) {
  return {
    /** Under a fresh nonce: nonce, ciphertext, tag. */
    seal(plain: Uint8Array, context: Uint8Array): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(context)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    /** The plaintext, or null if it was not sealed with this key for this context. */
    open(sealed: Uint8Array, context: Uint8Array): Buffer | null {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAAD(context)
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        // `final` throws only for a wrong tag: the bytes are damaged or not ours.
        return null
      }
    },
  }
}

export type CacheCipher = ReturnType<typeof cacheCipher>

/**
 * Makes the cache unreadable on disk: values are encrypted, names are keyed hashes.
 * @param key 32 bytes; separate keys for values and names are derived from it
 */
export function cacheCipher(key: Uint8Array) {
  const values = sealing(derivedKey(key, 'eventscope cache values'))
  const nameKey = derivedKey(key, 'eventscope cache names')
  return {
    seal: (value: string, context: Uint8Array): Buffer => values.seal(Buffer.from(value, 'utf8'), context),
    /** The value; null if it was not sealed with this key for this context. */
    open: (sealed: Uint8Array, context: Uint8Array): string | null =>
      values.open(sealed, context)?.toString('utf8') ?? null,
    /** HMAC-SHA-256: a stable name for a text that gives nothing away about it. */
    name: (text: string): Buffer => createHmac('sha256', nameKey).update(text).digest(),
  }
}
