// The key of what is kept on this disk, once for all that is: EVENTSCOPE_STORE_KEY, before the keychain.
import { KEY_BYTES } from '../storage/sealing.ts'
import { type Keychain, NO_KEYCHAIN } from './keychain.ts'
import { type StoredKey, storedKey } from './stored-key.ts'

/** Where keys come from. */
export interface KeySource {
  keychain: Keychain
  /** EVENTSCOPE_STORE_KEY as it is set, for servers without a keychain: 32 bytes in base64. */
  variable: string | undefined
}

/** Of the variable, or in a sentence why it is none; null where it is not set. */
export function variableKey({ variable = '' }: Pick<KeySource, 'variable'>): StoredKey | null {
  if (variable === '') return null
  const key = Buffer.from(variable.trim(), 'base64')
  return key.length === KEY_BYTES
    ? { key }
    : { why: 'EVENTSCOPE_STORE_KEY cannot be used: it must be 32 bytes in base64.' }
}

/**
 * 32 bytes that the next run will have again, or in a sentence why there are none. What is sealed with it has a key of its own,
 * derived from it.
 * @param account the keychain's entry, asked for where the variable is not set
 * @param lock as `storedKey` has it
 */
export async function keptKey(source: KeySource, account: string, lock: string): Promise<StoredKey> {
  const given = variableKey(source)
  if (given !== null) return given
  if (!source.keychain.persistent) return { why: NO_KEYCHAIN }
  const stored = await storedKey(source.keychain, account, lock)
  return 'key' in stored ? stored : { why: `The keychain could not give a key: ${stored.why.replace(/\.$/, '')}.` }
}
