// Where each connection's token is: the keychain when it takes it, else this run's memory, always with the reason.
import { sameOrigin } from '../../../shared/base-url.ts'
import type { TokenPlace } from '../../../shared/connection.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { StoredConnection } from './connection-store.ts'

/** Whose token: the connection, and the server that the token was typed for. */
type Owner = Pick<StoredConnection, 'id' | 'baseUrl'>
/** The connection as it is kept now; `token` is where the file says that its token was put last. */
type Known = Owner & Pick<StoredConnection, 'token'>

export interface TokenStore {
  put(owner: Owner, secret: string): Promise<TokenPlace>
  /** For this run only; `why` is shown. */
  hold(owner: Owner, secret: string, why: string): TokenPlace
  /** Null when it cannot be had now; `place` then says why. */
  read(connection: Known): Promise<string | null>
  /** As far as known without asking the keychain to unlock. */
  place(connection: Known): Promise<TokenPlace>
  /** Null when it is gone, else why it could not be removed from the keychain. */
  remove(connection: Known): Promise<string | null>
}

export function createTokenStore(keychain: Keychain): TokenStore {
  const held = new Map<string, { baseUrl: string; secret: string; why: string }>()
  /** Why the keychain did not give a token when last asked. */
  const refused = new Map<string, string>()

  const hold: TokenStore['hold'] = ({ id, baseUrl }, secret, why) => {
    held.set(id, { baseUrl, secret, why })
    return { place: 'memory', why }
  }
  /** Another process may have moved the connection since: a token in memory is given out for its own server only. */
  const heldFor = ({ id, baseUrl }: Owner) => {
    const inMemory = held.get(id)
    return inMemory !== undefined && sameOrigin(inMemory.baseUrl, baseUrl) ? inMemory : null
  }
  const whyNoKeychain = async () =>
    (await keychain.unavailable()) ?? 'This machine offers no keychain; the token is kept for this run only.'

  return {
    hold,
    put: async (owner, secret) => {
      const { id } = owner
      refused.delete(id)
      if (!keychain.persistent) return hold(owner, secret, await whyNoKeychain())
      const written = await keychain.write(id, secret)
      switch (written.kind) {
        case 'stored':
          held.delete(id)
          return { place: 'keychain' }
        case 'too-long':
          // The token that it replaces must not come back at the next start.
          await keychain.remove(id)
          return hold(
            owner,
            secret,
            `The token is longer than the ${written.limitBytes} bytes that ${keychain.name} takes.`,
          )
        case 'unavailable':
          return hold(owner, secret, written.why)
        default:
          return written satisfies never
      }
    },
    read: async (connection) => {
      const { id, token: saved } = connection
      if (saved === 'nowhere') return null
      const inMemory = heldFor(connection)
      if (inMemory !== null) return inMemory.secret
      if (saved !== 'keychain' || !keychain.persistent) return null
      const read = await keychain.read(id)
      if (read.kind === 'found') {
        refused.delete(id)
        return read.secret
      }
      refused.set(id, read.kind === 'absent' ? `${keychain.name} no longer holds the token.` : read.why)
      return null
    },
    place: async (connection) => {
      const { id, token: saved } = connection
      if (saved === 'nowhere') return { place: 'nowhere' }
      const inMemory = heldFor(connection)
      if (inMemory !== null) return { place: 'memory', why: inMemory.why }
      if (saved === 'memory') return { place: 'nowhere', why: held.has(id) ? ELSEWHERE : EARLIER_RUN }
      if (!keychain.persistent) return { place: 'nowhere', why: await whyNoKeychain() }
      const why = refused.get(id)
      return why === undefined ? { place: 'keychain' } : { place: 'nowhere', why }
    },
    remove: async ({ id, token: saved }) => {
      held.delete(id)
      refused.delete(id)
      const removed: Awaited<ReturnType<Keychain['remove']>> = keychain.persistent
        ? await keychain.remove(id)
        : { kind: 'removed' }
      return removed.kind === 'unavailable' && saved === 'keychain' ? removed.why : null
    },
  }
}

const EARLIER_RUN = 'The token was kept for an earlier run only.'
const ELSEWHERE = 'Another Eventscope moved this connection to another server; the token here is for the server before.'
