// Where each connection's token is: the keychain when it takes it, else this run's memory, always with the reason.
import type { TokenPlace } from '../../../shared/connection.ts'
import type { Keychain } from '../keychain/keychain.ts'

/** Where the file says that a token was put last. */
type SavedPlace = 'keychain' | 'memory' | 'nowhere'

export interface TokenStore {
  put(connectionId: string, secret: string): Promise<TokenPlace>
  /** For this run only; `why` is shown. */
  hold(connectionId: string, secret: string, why: string): TokenPlace
  /** Null when it cannot be had now; `place` then says why. */
  read(connectionId: string, saved: SavedPlace): Promise<string | null>
  /** As far as known without asking the keychain to unlock. */
  place(connectionId: string, saved: SavedPlace): Promise<TokenPlace>
  /** Null when it is gone, else why it could not be removed from the keychain. */
  remove(connectionId: string, saved: SavedPlace): Promise<string | null>
}

export function createTokenStore(keychain: Keychain): TokenStore {
  const held = new Map<string, { secret: string; why: string }>()
  /** Why the keychain did not give a token when last asked. */
  const refused = new Map<string, string>()

  const hold: TokenStore['hold'] = (id, secret, why) => {
    held.set(id, { secret, why })
    return { place: 'memory', why }
  }
  const whyNoKeychain = async () =>
    (await keychain.unavailable()) ?? 'This machine offers no keychain; the token is kept for this run only.'

  return {
    hold,
    put: async (id, secret) => {
      refused.delete(id)
      if (!keychain.persistent) return hold(id, secret, await whyNoKeychain())
      const written = await keychain.write(id, secret)
      switch (written.kind) {
        case 'stored':
          held.delete(id)
          return { place: 'keychain' }
        case 'too-long':
          // The token that it replaces must not come back at the next start.
          await keychain.remove(id)
          return hold(
            id,
            secret,
            `The token is longer than the ${written.limitBytes} bytes that ${keychain.name} takes.`,
          )
        case 'unavailable':
          return hold(id, secret, written.why)
        default:
          return written satisfies never
      }
    },
    read: async (id, saved) => {
      if (saved === 'nowhere') return null
      const inMemory = held.get(id)
      if (inMemory !== undefined) return inMemory.secret
      if (saved !== 'keychain' || !keychain.persistent) return null
      const read = await keychain.read(id)
      if (read.kind === 'found') {
        refused.delete(id)
        return read.secret
      }
      refused.set(id, read.kind === 'absent' ? `${keychain.name} no longer holds the token.` : read.why)
      return null
    },
    place: async (id, saved) => {
      if (saved === 'nowhere') return { place: 'nowhere' }
      const inMemory = held.get(id)
      if (inMemory !== undefined) return { place: 'memory', why: inMemory.why }
      if (saved === 'memory') return { place: 'nowhere', why: 'The token was kept for an earlier run only.' }
      if (!keychain.persistent) return { place: 'nowhere', why: await whyNoKeychain() }
      const why = refused.get(id)
      return why === undefined ? { place: 'keychain' } : { place: 'nowhere', why }
    },
    remove: async (id, saved) => {
      held.delete(id)
      refused.delete(id)
      const removed: Awaited<ReturnType<Keychain['remove']>> = keychain.persistent
        ? await keychain.remove(id)
        : { kind: 'removed' }
      return removed.kind === 'unavailable' && saved === 'keychain' ? removed.why : null
    },
  }
}
