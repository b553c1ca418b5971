// The key of the snapshots' store: the keychain's, that of a server's variable, or one for this run only.
import { randomBytes } from 'node:crypto'
import type { Keychain } from '../../keychain/keychain.ts'
import { storedKey } from '../../keychain/stored-key.ts'
import { KEY_BYTES } from '../../storage/sealing.ts'

export interface StoreKey {
  /** 32 bytes. */
  key: Buffer
  /** Why snapshots do not outlive this run, in a sentence; null if they do. */
  thisRunOnly: string | null
}

/** The keychain's entry for it; connections' entries are named by their random ids. */
const ACCOUNT = 'snapshots-key'

/**
 * @param variable EVENTSCOPE_STORE_KEY, for servers without a keychain: 32 bytes in base64. It goes before the keychain.
 * @param lock an empty file, so that two shells that start at once make one key
 */
export async function storeKey(keychain: Keychain, variable: string | undefined, lock: string): Promise<StoreKey> {
  if (variable !== undefined && variable !== '') {
    const key = Buffer.from(variable.trim(), 'base64')
    if (key.length === KEY_BYTES) return { key, thisRunOnly: null }
    return thisRun('EVENTSCOPE_STORE_KEY cannot be used: it must be 32 bytes in base64')
  }
  if (!keychain.persistent) return thisRun("No keychain answers that could hold the snapshots' key")
  const stored = await storedKey(keychain, ACCOUNT, lock)
  if ('key' in stored) return { key: stored.key, thisRunOnly: null }
  return thisRun(`The keychain could not give the snapshots' key: ${stored.why.replace(/\.$/, '')}`)
}

const thisRun = (why: string): StoreKey => ({
  key: randomBytes(KEY_BYTES),
  thisRunOnly: `${why}. Snapshots are kept for this run only.`,
})
