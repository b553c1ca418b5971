// A random key in the keychain: created once, read from then on.
import { randomBytes } from 'node:crypto'
import { underFileLock } from '../storage/file-lock.ts'
import { UntrustedFileError } from '../storage/private-file.ts'
import { KEY_BYTES } from '../storage/sealing.ts'
import type { Keychain } from './keychain.ts'

/** 32 bytes, or in words why there is no key. */
export type StoredKey = { key: Buffer } | { why: string }

/**
 * The 32-byte key under `account` of a persistent keychain, or in words why there is none.
 * @param lock path of an empty file: two shells that start at once must not both create a key
 */
export async function storedKey(keychain: Keychain, account: string, lock: string): Promise<StoredKey> {
  try {
    // A shell that waits for its user at the prompt must not block the other.
    return (await underFileLock(lock, () => readOrMake(keychain, account))) ?? (await readOrMake(keychain, account))
  } catch (error) {
    if (error instanceof UntrustedFileError) return { why: error.message }
    throw error
  }
}

async function readOrMake(keychain: Keychain, account: string): Promise<StoredKey> {
  const known = await keychain.read(account)
  if (known.kind === 'unavailable') return { why: known.why }
  if (known.kind === 'found') {
    const key = Buffer.from(known.secret, 'base64')
    if (key.length === KEY_BYTES) return { key }
  }
  const stored = await keychain.write(account, randomBytes(KEY_BYTES).toString('base64'))
  if (stored.kind === 'too-long') return { why: `it accepts ${stored.limitBytes} bytes at most` }
  if (stored.kind === 'unavailable') return { why: stored.why }
  // Read back, because a keychain may accept an entry without keeping it.
  const kept = await keychain.read(account)
  if (kept.kind !== 'found') return { why: kept.kind === 'unavailable' ? kept.why : 'it did not keep what was stored' }
  return { key: Buffer.from(kept.secret, 'base64') }
}
