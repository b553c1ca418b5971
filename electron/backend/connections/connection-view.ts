// A connection as the page sees it: with the place of its token, never the token.
import type { Connection } from '../../../shared/connection/connection.ts'
import { isZone } from '../../../shared/time/instant.ts'
import type { CacheOwner } from '../cache/cache.ts'
import type { ConnectionFileEffects } from './connection-file.ts'
import type { StoredConnection } from './connection-store.ts'
import type { TokenStore } from './token-store.ts'

export interface ConnectionViewEffects extends Pick<ConnectionFileEffects, 'notice'> {
  /** Whether any rows of an owner are cached. */
  hasRows: (owner: CacheOwner) => Promise<boolean>
}

export function connectionView(
  { hasRows, notice }: ConnectionViewEffects,
  tokens: Pick<TokenStore, 'place'>,
): (stored: StoredConnection) => Promise<Connection> {
  return async (stored) => {
    const { highestAccount: _, hiddenAccount: hidden, ...connection } = stored
    // The page asks about hidden rows only if there are any.
    const hasHidden = hidden !== null && (await hasRows({ connectionId: stored.id, account: hidden }))
    const hiddenAccount = hasHidden ? hidden : null
    return { ...connection, billingZone: knownZone(stored), hiddenAccount, token: await tokens.place(stored) }
  }

  /** A zone unknown here stays in the file, and counts as none. */
  function knownZone({ name, billingZone }: StoredConnection): string | null {
    if (billingZone === null || isZone(billingZone)) return billingZone
    const zone = billingZone.replaceAll(/\p{C}/gu, '')
    notice(`The billing zone “${zone}” of “${name}” is not known here and is ignored.`)
    return null
  }
}
