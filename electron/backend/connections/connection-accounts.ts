// The account epochs of a connection: which cached rows are its own, and which are hidden until the user says whose they are.
import type { SavedConnection } from './connection-file.ts'

export type Accounts = Pick<SavedConnection, 'account' | 'hiddenAccount' | 'highestAccount'>

export const FIRST_ACCOUNT: Accounts = { account: 1, hiddenAccount: null, highestAccount: 1 }

/** An account that was never this connection's: rows may lie under any that was. `hidden` is the one to ask about. */
export function nextAccount(before: Accounts, hidden: number | null): Accounts {
  const account = highestOf(before) + 1
  return { account, hiddenAccount: hidden, highestAccount: account }
}

/** After the user's answer: the rows of the hidden account are this one's (`same`), or they are not. */
export function decidedAccount(before: Accounts, same: boolean): Accounts {
  const account = same ? (before.hiddenAccount ?? before.account) : before.account
  return { account, hiddenAccount: null, highestAccount: highestOf(before) }
}

/** Files of earlier versions do not say. */
function highestOf({ account, hiddenAccount, highestAccount }: Accounts): number {
  return Math.max(account, hiddenAccount ?? 0, highestAccount)
}
