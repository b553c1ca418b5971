// Encrypts whatever we keep on disk: AES-256-GCM, under a key derived for each purpose from a stored one.
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The length of every key here. */
export const KEY_BYTES = 32

export interface Sealing {
  /** Under a fresh nonce: nonce, ciphertext, tag. `context` is authenticated, so that pieces cannot be swapped. */
  seal(plain: Uint8Array, context: Uint8Array): Buffer
  /** The plaintext, or null if it was not sealed with this key for this context. */
  open(sealed: Uint8Array, context: Uint8Array): Buffer | null
}

/**
 * A key for one use, by HKDF-SHA-256 (RFC 5869). As a key object: a key in a buffer is imported again at every use, which
 * costs ten times the hash of a name.
 */
export function derivedKey(key: Uint8Array, use: string, salt: Uint8Array = new Uint8Array()): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, use, KEY_BYTES)))
}

/** AES-256-GCM; `context` is authenticated, and must be the same for `open`. @param key of 32 bytes */
export function sealing(key: KeyObject): Sealing {
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(context)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
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
