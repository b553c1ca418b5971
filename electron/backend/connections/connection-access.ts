// This is what a request to a connection's service needs, and who owns the rows that are cached from it.
import { createHmac } from 'node:crypto'
import type { ConnectionDraft } from '../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { CacheOwner } from '../cache/cache.ts'
import { checkAddress, checkTokenFor } from './connection-draft.ts'
import type { ConnectionStore, StoredConnection } from './connection-store.ts'
import type { TokenStore } from './token-store.ts'

/** Never leaves the backend. */
export interface Access {
  connectionName: string
  baseUrl: string
  token: string
}

/** Joins each connection's address with its API key, from the keychain or from memory. */
export function connectionAccess(store: ConnectionStore, tokens: TokenStore) {
  return { access, accessOfDraft, cacheOwner }

  /** The address and token to use now; `no-connection` or `no-token`. */
  async function access(connectionId: string): Promise<Result<Access>> {
    const found = await store.find(connectionId)
    return found.ok ? accessTo(found.value) : found
  }

  async function accessTo(stored: StoredConnection): Promise<Result<Access>> {
    const { id, name, baseUrl } = stored
    const read = await tokens.read(stored)
    if (read.kind === 'found') return succeeded({ connectionName: name, baseUrl, token: read.token })
    const now = await tokens.place(stored)
    const why = now.place === 'nowhere' ? now.why : undefined
    return failed({ kind: 'no-token', connectionId: id, ...(why === undefined ? {} : { why }) })
  }

  /** Tells what `draft` would use if it were saved. Checks only address and token, and stores nothing. */
  async function accessOfDraft(draft: ConnectionDraft): Promise<Result<Access>> {
    const address = checkAddress(draft)
    if (!address.ok) return address
    const { baseUrl } = address.value
    const found = draft.id === undefined ? null : await store.find(draft.id)
    if (found?.ok === false) return found
    const before = found?.value ?? null
    const token = checkTokenFor(baseUrl, draft.token, before)
    if (!token.ok) return token
    const connectionName = draft.name.trim() || baseUrl
    if (token.value !== null) return succeeded({ connectionName, baseUrl, token: token.value })
    if (before === null) throw new Error('A connection that does not exist has no token to keep')
    // `before`, not a new lookup: another process may have changed the connection since it was checked.
    const stored = await accessTo(before)
    return stored.ok ? succeeded({ connectionName, baseUrl, token: stored.value.token }) : stored
  }

  /** The owner of a connection's cached rows; null if there is no such connection, or it caches nothing. */
  async function cacheOwner(connectionId: string): Promise<CacheOwner | null> {
    const found = await store.find(connectionId)
    if (!found.ok) return null
    const { account, origin, baseUrl } = found.value
    switch (origin) {
      case 'saved':
        return { connectionId, account }
      case 'environment': {
        // Its id is the same in every run, so the rows belong to address and token. The cache stores a keyed hash of
        // this.
        const read = await tokens.read(found.value)
        return { connectionId: JSON.stringify([baseUrl, read.kind === 'found' ? read.token : null]), account }
      }
      case 'sample':
        return null
    }
  }
}

/**
 * A mark by which a later run can tell whether a connection still has the same account, without storing its API key. It
 * differs for another address, API key or account.
 * @param key of the snapshot store: without it the mark reveals nothing
 */
export function accountMark(key: Uint8Array, baseUrl: string, owner: CacheOwner | null): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([baseUrl, owner]))
    .digest('base64url')
}
