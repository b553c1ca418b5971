// connections/ keeps which services there are, with their API keys and accounts.
// All connections: the saved ones, the one from the environment variables, and sample data. Tokens go to the keychain.
import pLimit from 'p-limit'
import type { Connection, ConnectionDraft, TokenPlace } from '../../../shared/connection/connection.ts'
import { readToken } from '../../../shared/connection/connection-input.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import { isZone } from '../../../shared/time/instant.ts'
import type { CacheOwner } from '../cache/cache.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { UserDataEffects } from '../storage/json-file.ts'
import { connectionAccess } from './connection-access.ts'
import { checkAddress, checkBillingZone, checkName, checkToken, checkTokenFor, foldedName } from './connection-draft.ts'
import {
  createConnectionStore,
  decidedAccount,
  FIRST_ACCOUNT,
  nextAccount,
  type StoredConnection,
} from './connection-store.ts'
import { createTokenStore, pendingRemovals } from './token-store.ts'

export type Connections = ReturnType<typeof createConnections>

export type RunConnection = Pick<Connection, 'id' | 'name' | 'baseUrl' | 'environment' | 'origin'> &
  Partial<Pick<Connection, 'billingZone'>>

export interface ConnectionsEffects extends UserDataEffects {
  keychain: Keychain
  randomId: () => string
  /** Whether any rows of an owner are cached. */
  hasRows: (owner: CacheOwner) => Promise<boolean>
}

/** Changes, except `addForThisRun`, are made one at a time in the order of the calls; what only reads does not wait. */
export function createConnections(effects: ConnectionsEffects) {
  const store = createConnectionStore(effects)
  const tokens = createTokenStore(effects.keychain)
  const pending = pendingRemovals(effects)
  const inTurn = pLimit(1)

  return {
    ...connectionAccess(store, tokens),
    list,
    /** Creates or changes one. Fails with `invalid` (and the field), `no-connection` or `disk`. */
    save: (draft: ConnectionDraft) => inTurn(() => save(draft)),
    /** Fails with `keychain` where the token stays. With `anyway` it is not used again, and removed later. */
    forgetToken: (id: string, anyway?: boolean) => inTurn(() => forgetToken(id, anyway)),
    replaceToken: (id: string, token: string) => inTurn(() => replaceToken(id, token)),
    /** Deletes a connection, and its token like `forgetToken`. Returns the remaining ones. */
    delete: (id: string, anyway?: boolean) => inTurn(() => remove(id, anyway)),
    /**
     * The user says after a changed token whether `hiddenAccount` is the same account: then its rows are shown again.
     */
    decideAccount: (id: string, same: boolean) => inTurn(() => decideAccount(id, same)),
    addForThisRun,
    /** Retries the removals that the keychain refused. */
    removePending: () => inTurn(removePending),
  }

  /** This run's first, then the saved ones in the order added. */
  async function list(): Promise<Connection[]> {
    const saved = await store.saved()
    if (!saved.ok) effects.notice(failureSentence(saved.failure))
    return Promise.all([...store.ofThisRun(), ...(saved.ok ? saved.value : [])].map(shown))
  }

  async function save(draft: ConnectionDraft): Promise<Result<Connection>> {
    const saved = await store.saved()
    if (!saved.ok) return saved
    const before = saved.value.find((one) => one.id === draft.id) ?? null
    if (draft.id !== undefined && before === null) return failed(notSaved(draft.id))
    const others = saved.value.filter((one) => one !== before)
    const name = checkName(draft.name, new Set(others.map((one) => foldedName(one.name))))
    if (!name.ok) return name
    const address = checkAddress(draft)
    if (!address.ok) return address
    const token = checkTokenFor(address.value.baseUrl, draft.token, before)
    if (!token.ok) return token
    // Absent: the zone stays as it was. Null or empty, which is checked too: there is none.
    const zone = draft.billingZone === undefined ? undefined : checkBillingZone(draft.billingZone)
    if (zone?.ok === false) return zone
    const moved = before !== null && before.baseUrl !== address.value.baseUrl
    const next: StoredConnection = {
      ...(before ?? { id: effects.randomId(), origin: 'saved', token: 'nowhere', billingZone: null, ...FIRST_ACCOUNT }),
      ...(moved ? nextAccount(before, null) : {}),
      ...address.value,
      ...(zone === undefined ? {} : { billingZone: zone.value }),
      name: name.value,
    }
    if (token.value === null) return keep(next)
    // A connection that is new or at another address has a new account already.
    const hasNewAccount = moved || before === null
    return keepWithToken(hasNewAccount ? next : await withAccountFor(next, token.value), token.value)
  }

  async function forgetToken(connectionId: string, anyway = false): Promise<Result<Connection>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    const removed = await removeToken(found.value, anyway)
    return removed.ok ? keep({ ...found.value, token: 'nowhere', hiddenAccount: null }) : removed
  }

  async function replaceToken(connectionId: string, typed: string): Promise<Result<Connection>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    const token = checkToken(typed)
    return token.ok ? keepWithToken(await withAccountFor(found.value, token.value), token.value) : token
  }

  async function remove(connectionId: string, anyway = false): Promise<Result<Connection[]>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    const removed = await removeToken(found.value, anyway)
    if (!removed.ok) return removed
    const dropped = await store.drop(connectionId)
    return dropped.ok ? succeeded(await list()) : dropped
  }

  async function removeToken(connection: StoredConnection, anyway: boolean): Promise<Result<null>> {
    const why = await tokens.remove(connection)
    if (why === null) {
      void inTurn(removePending)
      return succeeded(null)
    }
    return anyway ? pending.add(connection.id) : failed({ kind: 'keychain', name: effects.keychain.name, why })
  }

  async function removePending(): Promise<void> {
    const saved = await store.saved()
    if (!saved.ok) return
    const inUse = new Set(saved.value.filter(({ token }) => token === 'keychain').map(({ id }) => id))
    await pending.retry((id) => inUse.has(id))
  }

  async function decideAccount(connectionId: string, same: boolean): Promise<Result<Connection>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    return keep({ ...found.value, ...decidedAccount(found.value, same) })
  }

  /** Adds a connection for this run only. `why` says why its token is not stored; a null `token` is asked for. */
  async function addForThisRun(connection: RunConnection, token: string | null, why: string): Promise<Connection> {
    if (token !== null) tokens.hold(connection, token, why)
    const place = token === null ? 'nowhere' : 'memory'
    const stored: StoredConnection = {
      billingZone: null,
      ...connection,
      plainHttpConsent: false,
      ...FIRST_ACCOUNT,
      token: place,
    }
    store.keepForThisRun(stored)
    return shown(stored)
  }

  /**
   * `connection` with a new account epoch, unless `token` is the one it already has. Cached rows are shown only under
   * the epoch of their time: those of the one before are hidden until the user says whether both are of the same
   * account.
   */
  async function withAccountFor(connection: StoredConnection, token: string): Promise<StoredConnection> {
    const before = await tokens.read(connection)
    if (before.kind === 'found' && before.token === token) return connection
    const { hiddenAccount, account } = connection
    // Rows of another server are never shown again, and a connection of this run owns its rows by its token.
    if (before.kind === 'of-another-server' || store.isOfThisRun(connection.id)) {
      return { ...connection, ...nextAccount(connection, null) }
    }
    // Where the user has not yet said so of an earlier token, its rows are still those to ask about, if there are any.
    const isStillAsked =
      hiddenAccount !== null && (await effects.hasRows({ connectionId: connection.id, account: hiddenAccount }))
    return { ...connection, ...nextAccount(connection, isStillAsked ? hiddenAccount : account) }
  }

  /** Stores `next`, then its token, so that the file never combines a new address with the old token. */
  async function keepWithToken(next: StoredConnection, token: string): Promise<Result<Connection>> {
    const without = await keep({ ...next, token: 'nowhere' })
    if (!without.ok) return without
    const place: TokenPlace = store.isOfThisRun(next.id)
      ? tokens.hold(next, token, 'This connection exists for this run only.')
      : await tokens.put(next, token)
    // The keychain works now, so it may remove what it refused before.
    if (place.place === 'keychain') void inTurn(removePending)
    return keep({ ...next, token: place.place })
  }

  async function keep(next: StoredConnection): Promise<Result<Connection>> {
    const written = await store.keep(next)
    return written.ok ? succeeded(await shown(next)) : written
  }

  /** A connection as the page sees it: with the place of its token, never the token. */
  async function shown(stored: StoredConnection): Promise<Connection> {
    const { highestAccount: _, hiddenAccount: hidden, ...connection } = stored
    // The page asks about hidden rows only if there are any.
    const hasHidden = hidden !== null && (await effects.hasRows({ connectionId: stored.id, account: hidden }))
    const hiddenAccount = hasHidden ? hidden : null
    return { ...connection, billingZone: knownZone(stored), hiddenAccount, token: await tokens.place(stored) }
  }

  /** A zone unknown here stays in the file, and counts as none. */
  function knownZone({ name, billingZone }: StoredConnection): string | null {
    if (billingZone === null || isZone(billingZone)) return billingZone
    const zone = billingZone.replaceAll(/\p{C}/gu, '')
    effects.notice(`The billing zone “${zone}” of “${name}” is not known here and is ignored.`)
    return null
  }

  function notSaved(connectionId: string): Failure {
    if (!store.isOfThisRun(connectionId)) return { kind: 'no-connection', connectionId }
    const message = 'This connection exists for this run only and cannot be changed. Add a new one instead.'
    return { kind: 'invalid', field: 'name', message }
  }
}

/**
 * The same connections, which tell every API key that this run uses or is given, so that it is redacted in what is
 * written down.
 * @param note called with each key before anything is done with it
 */
export function notingTokens(connections: Connections, note: (token: string) => void): Connections {
  const noted = <R extends { ok: boolean; value?: { token: string } }>(access: R): R => {
    if (access.value !== undefined) note(access.value.token)
    return access
  }
  const noteTyped = (typed: string | undefined) => {
    if (typed === undefined) return
    const read = readToken(typed)
    note(read.ok ? read.token : typed.trim())
  }
  return {
    ...connections,
    access: async (id) => noted(await connections.access(id)),
    accessOfDraft: async (draft) => {
      noteTyped(draft.token)
      return noted(await connections.accessOfDraft(draft))
    },
    save: (draft) => {
      noteTyped(draft.token)
      return connections.save(draft)
    },
    replaceToken: (id, token) => {
      noteTyped(token)
      return connections.replaceToken(id, token)
    },
    addForThisRun: (connection, token, why) => {
      if (token !== null) note(token)
      return connections.addForThisRun(connection, token, why)
    },
  }
}
