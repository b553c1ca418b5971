// A connection's account epochs: which cached rows are its own, and which stay hidden until the user says whose they are.
import { createHmac } from 'node:crypto'
import type { CacheOwner } from '../cache/cache.ts'

export interface Accounts {
  account: number
  hiddenAccount: number | null
  /** The highest number used so far: "same account" goes back to a lower one, and none is used twice. */
  highestAccount: number
}

export const FIRST_ACCOUNT: Accounts = { account: 1, hiddenAccount: null, highestAccount: 1 }

/** A number never used before, because rows may be cached under any that was. `hidden` is the account to ask about. */
export function nextAccount(before: Accounts, hidden: number | null): Accounts {
  const account = highestOf(before) + 1
  return { account, hiddenAccount: hidden, highestAccount: account }
}

/** After the user said whether the hidden account is the same as this one. */
export function decidedAccount(before: Accounts, same: boolean): Accounts {
  const account = same ? (before.hiddenAccount ?? before.account) : before.account
  return { account, hiddenAccount: null, highestAccount: highestOf(before) }
}

/** Files of earlier versions do not store it. */
function highestOf({ account, hiddenAccount, highestAccount }: Accounts): number {
  return Math.max(account, hiddenAccount ?? 0, highestAccount)
}

/**
 * Tells whether a connection is still the same account's, in a later run too, without keeping anything of its API key.
 * Differs for another address, API key or account.
 * @param key the snapshots' store's, without which it says nothing
 */
export function accountMark(key: Uint8Array, baseUrl: string, owner: CacheOwner | null): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([baseUrl, owner]))
    .digest('base64url')
}
