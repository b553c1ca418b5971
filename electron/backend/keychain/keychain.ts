// keychain/ keeps API keys, and keys of ours, where the system keeps secrets.
import { randomBytes } from 'node:crypto'
import { UntrustedFileError } from '../storage/disk-error.ts'
import { underFileLock } from '../storage/file-lock.ts'
import { KEY_BYTES } from '../storage/sealing.ts'

/** Why nothing outlives this run if there is no keychain at all. */
export const NO_KEYCHAIN = 'This computer has no keychain.'

/** `unavailable` says why, in words that help ("Unlock your keychain"). */
export type KeychainRead = { kind: 'found'; secret: string } | { kind: 'absent' } | { kind: 'unavailable'; why: string }
export type KeychainWrite =
  | { kind: 'stored' }
  | { kind: 'too-long'; limitBytes: number }
  | { kind: 'unavailable'; why: string }
export type KeychainRemove = { kind: 'removed' } | { kind: 'unavailable'; why: string }

export interface Keychain {
  /** People read it so: "Secret Service", "Keychain", "Credential Manager" or "memory". */
  name: string
  /** Whether what is written outlives this run. */
  persistent: boolean
  /** Null if it answers, else why it does not. */
  unavailable(): Promise<string | null>
  read(account: string): Promise<KeychainRead>
  write(account: string, secret: string): Promise<KeychainWrite>
  /** `removed` also if there was nothing to remove. */
  remove(account: string): Promise<KeychainRemove>
  /**
   * The program ends: from now on nobody is waited for at a prompt. Resolves once no call is under way but one that
   * waits for a person, and so within a second or two.
   */
  close(): Promise<void>
}

/** A random key of 32 bytes: created once, read from then on; or in a sentence why there is none. */
export type StoredKey = { key: Buffer } | { why: string }

/**
 * The 32-byte key under `account` of a persistent keychain, or in a sentence why there is none.
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
  if (stored.kind === 'too-long') return { why: `The keychain accepts ${stored.limitBytes} bytes at most.` }
  if (stored.kind === 'unavailable') return { why: stored.why }
  // Read back, because a keychain may accept an entry without keeping it.
  const kept = await keychain.read(account)
  if (kept.kind !== 'found')
    return { why: kept.kind === 'unavailable' ? kept.why : 'The keychain did not keep what was stored.' }
  return { key: Buffer.from(kept.secret, 'base64') }
}

/** The key of what is kept on this disk comes from there: EVENTSCOPE_STORE_KEY, before the keychain. */
export interface KeySource {
  keychain: Keychain
  /** EVENTSCOPE_STORE_KEY as it is set, for servers without a keychain: 32 bytes in base64. */
  variable: string | undefined
}

/** The variable's key, or in a sentence why it is none; null where the variable is not set. */
export function variableKey({ variable = '' }: Pick<KeySource, 'variable'>): StoredKey | null {
  if (variable === '') return null
  const key = Buffer.from(variable.trim(), 'base64')
  return key.length === KEY_BYTES
    ? { key }
    : { why: 'EVENTSCOPE_STORE_KEY cannot be used: it must be 32 bytes in base64.' }
}

/**
 * 32 bytes that the next run will have again, or in a sentence why there are none. What is sealed with it has a key of
 * its own, derived from it.
 * @param account the keychain's entry, asked for where the variable is not set
 * @param lock as `storedKey` has it
 */
export async function keptKey(source: KeySource, account: string, lock: string): Promise<StoredKey> {
  const given = variableKey(source)
  if (given !== null) return given
  if (!source.keychain.persistent) return { why: NO_KEYCHAIN }
  return storedKey(source.keychain, account, lock)
}
