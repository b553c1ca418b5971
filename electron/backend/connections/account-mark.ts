// Tells whether a connection is still the same account's, in a later run too, without keeping anything of its API key.
import { createHmac } from 'node:crypto'
import type { CacheOwner } from '../cache/cache.ts'

/** Differs for another address, API key or account. @param key the snapshots' store's, without which it says nothing */
export function accountMark(key: Uint8Array, baseUrl: string, owner: CacheOwner | null): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([baseUrl, owner]))
    .digest('base64url')
}
