// A connection's account epochs: which cached rows are its own, and which stay hidden until the user says whether the account
// is the same.
import { createHmac } from 'node:crypto'
import type { CacheOwner } from '../cache/cache.ts'

export interface Accounts {
  account: number
  hiddenAccount: number | null
  /** The highest number used so far: "same account" goes back to a lower one, and none is used twice. */
  highestAccount: number
}

export const FIRST_ACCOUNT: Accounts = { account: 1, hiddenAccount: null, highestAccount: 1 }

/** A number never used before, as rows may be cached under any earlier one. `hidden` is the account to ask about. */
export function nextAccount(before: Accounts, hidden: number | null): Accounts {
  const account = highestOf(before) + 1
  return { account, hiddenAccount: hidden, highestAccount: account }
}

/** Once the user has said whether the hidden account is the same as this one. */
export function decidedAccount(before: Accounts, same: boolean): Accounts {
  const account = same ? (before.hiddenAccount ?? before.account) : before.account
  return { account, hiddenAccount: null, highestAccount: highestOf(before) }
}

/** Files of earlier versions do not store it. */
function highestOf({ account, hiddenAccount, highestAccount }: Accounts): number {
  return Math.max(account, hiddenAccount ?? 0, highestAccount)
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
