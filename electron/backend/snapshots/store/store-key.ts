// The key of the snapshot store: from the keychain, or for this run only.
import { randomBytes } from 'node:crypto'
import { type KeySource, keptKey } from '../../keychain/keychain.ts'
import { KEY_BYTES } from '../../storage/sealing.ts'

export interface StoreKey {
  /** 32 bytes. */
  key: Buffer
  /** Why snapshots do not outlive this run, in a sentence; null if they do. */
  thisRunOnly: string | null
}

/** Its entry in the keychain; entries of connections are named by their random ids. */
const ACCOUNT = 'snapshots-key'

/** @param lock an empty file, so that two shells that start at once make one key */
export async function storeKey(source: KeySource, lock: string): Promise<StoreKey> {
  const kept = await keptKey(source, ACCOUNT, lock)
  if ('key' in kept) return { key: kept.key, thisRunOnly: null }
  return { key: randomBytes(KEY_BYTES), thisRunOnly: `${kept.why} Snapshots are kept for this run only.` }
}
