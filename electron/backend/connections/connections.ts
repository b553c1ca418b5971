// The connections: saved ones, the one that the environment variables give, and sample data. Tokens go to the keychain.
import type { Connection, ConnectionDraft, TokenPlace } from '../../../shared/connection.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure.ts'
import type { CacheOwner } from '../cache/cache.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { oneAtATime } from '../storage/one-at-a-time.ts'
import { decidedAccount, FIRST_ACCOUNT, nextAccount } from './connection-accounts.ts'
import { checkAddress, checkName, checkToken, checkTokenFor, foldedName } from './connection-draft.ts'
import type { ConnectionFileEffects } from './connection-file.ts'
import { createConnectionStore, type StoredConnection } from './connection-store.ts'
import { createTokenStore } from './token-store.ts'

/** What a request needs. Stays in the backend. */
export interface Access {
  connectionName: string
  baseUrl: string
  token: string
}

export interface Connections {
  /** Those of this run first, then the saved ones as they were added. */
  list(): Promise<Connection[]>
  /** Creates or changes; failures are `invalid` with the field, `no-connection`, or `disk`. */
  save(draft: ConnectionDraft): Promise<Result<Connection>>
  /** The address and token to use now; `no-connection` or `no-token`. */
  access(connectionId: string): Promise<Result<Access>>
  /** What `draft` would use if it were saved; checks everything but the name and stores nothing. */
  accessOfDraft(draft: ConnectionDraft): Promise<Result<Access>>
  forgetToken(connectionId: string): Promise<Result<Connection>>
  replaceToken(connectionId: string, token: string): Promise<Result<Connection>>
  /** Removes a connection and its token; answers with those that are left. */
  delete(connectionId: string): Promise<Result<Connection[]>>
  /** After a changed token: the rows of `hiddenAccount` are of the same account, and its epoch counts again; or they are not. */
  decideAccount(connectionId: string, same: boolean): Promise<Result<Connection>>
  /** Whose cached rows a connection's are; null when there is no such connection, or it keeps none. */
  cacheOwner(connectionId: string): Promise<CacheOwner | null>
  /** Adds a connection that lives for this run only. `token` null: there is none, `why` says so. */
  addForThisRun(connection: RunConnection, token: string | null, why: string): Promise<Connection>
}

export type RunConnection = Pick<Connection, 'id' | 'name' | 'baseUrl' | 'environment' | 'origin'>

export interface ConnectionsEffects extends ConnectionFileEffects {
  keychain: Keychain
  randomId: () => string
}

export function createConnections(effects: ConnectionsEffects): Connections {
  const store = createConnectionStore(effects)
  const tokens = createTokenStore(effects.keychain)
  const inTurn = oneAtATime()

  return {
    list,
    save: (draft) => inTurn(() => save(draft)),
    access,
    accessOfDraft,
    forgetToken: (id) => inTurn(() => forgetToken(id)),
    replaceToken: (id, token) => inTurn(() => replaceToken(id, token)),
    delete: (id) => inTurn(() => remove(id)),
    decideAccount: (id, same) => inTurn(() => decideAccount(id, same)),
    cacheOwner,
    addForThisRun,
  }

  async function list(): Promise<Connection[]> {
    const saved = await store.saved()
    if (!saved.ok) effects.notice(wordsOf(saved.failure))
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
    const moved = before !== null && before.baseUrl !== address.value.baseUrl
    const next: StoredConnection = {
      ...(before ?? { id: effects.randomId(), origin: 'saved', token: 'nowhere', ...FIRST_ACCOUNT }),
      ...(moved ? nextAccount(before, null) : {}),
      ...address.value,
      name: name.value,
    }
    if (token.value === null) return keep(next)
    return keepWithToken(moved || before === null ? next : await withAccountFor(next, token.value), token.value)
  }

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
    if (before === null) throw new Error('A connection that is not there has no token to keep')
    // Of what was checked, not of what another process may have made of the connection since.
    const stored = await accessTo(before)
    return stored.ok ? succeeded({ connectionName, baseUrl, token: stored.value.token }) : stored
  }

  async function forgetToken(connectionId: string): Promise<Result<Connection>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    const why = await tokens.remove(found.value)
    return why === null ? keep({ ...found.value, token: 'nowhere', hiddenAccount: null }) : failed(notRemoved(why))
  }

  async function replaceToken(connectionId: string, typed: string): Promise<Result<Connection>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    const token = checkToken(typed)
    return token.ok ? keepWithToken(await withAccountFor(found.value, token.value), token.value) : token
  }

  async function remove(connectionId: string): Promise<Result<Connection[]>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    const why = await tokens.remove(found.value)
    if (why !== null) return failed(notRemoved(why))
    const dropped = await store.drop(connectionId)
    return dropped.ok ? succeeded(await list()) : dropped
  }

  async function decideAccount(connectionId: string, same: boolean): Promise<Result<Connection>> {
    const found = await store.find(connectionId)
    if (!found.ok) return found
    return keep({ ...found.value, ...decidedAccount(found.value, same) })
  }

  async function cacheOwner(connectionId: string): Promise<CacheOwner | null> {
    const found = await store.find(connectionId)
    if (!found.ok) return null
    const { account, origin, baseUrl } = found.value
    switch (origin) {
      case 'saved':
        return { connectionId, account }
      case 'environment': {
        // Its id is the same in every run, so address and token say whose rows they are. The cache keeps a keyed hash of this.
        const read = await tokens.read(found.value)
        return { connectionId: JSON.stringify([baseUrl, read.kind === 'found' ? read.token : null]), account }
      }
      case 'sample':
        return null
      default:
        return origin satisfies never
    }
  }

  async function addForThisRun(connection: RunConnection, token: string | null, why: string): Promise<Connection> {
    if (token !== null) tokens.hold(connection, token, why)
    const place = token === null ? 'nowhere' : 'memory'
    const stored: StoredConnection = { ...connection, plainHttpConsent: false, ...FIRST_ACCOUNT, token: place }
    store.keepForThisRun(stored)
    return shown(stored)
  }

  /** `connection` with the account that it is under once `token` is its token; the token before may be another account's. */
  async function withAccountFor(connection: StoredConnection, token: string): Promise<StoredConnection> {
    const before = await tokens.read(connection)
    if (before.kind === 'found' && before.token === token) return connection
    // After "Forget API key" there are no rows to hide, nor any of a server before; after a key that was lost there may be.
    const mayBeOurs = connection.token !== 'nowhere' && before.kind !== 'of-another-server'
    const hidden = mayBeOurs ? (connection.hiddenAccount ?? connection.account) : connection.hiddenAccount
    return { ...connection, ...nextAccount(connection, hidden) }
  }

  /** Stores `next`, then its token: at no moment does the file give a new address together with the old token. */
  async function keepWithToken(next: StoredConnection, token: string): Promise<Result<Connection>> {
    const without = await keep({ ...next, token: 'nowhere' })
    if (!without.ok) return without
    const place: TokenPlace = store.isOfThisRun(next.id)
      ? tokens.hold(next, token, 'This connection lives for this run only.')
      : await tokens.put(next, token)
    return keep({ ...next, token: place.place })
  }

  async function keep(next: StoredConnection): Promise<Result<Connection>> {
    const written = await store.keep(next)
    return written.ok ? succeeded(await shown(next)) : written
  }

  async function shown(stored: StoredConnection): Promise<Connection> {
    const { highestAccount: _, ...connection } = stored
    return { ...connection, token: await tokens.place(stored) }
  }

  function notSaved(connectionId: string): Failure {
    if (!store.isOfThisRun(connectionId)) return { kind: 'no-connection', connectionId }
    const message = 'This connection lives for this run only and cannot be changed. Add a new one instead.'
    return { kind: 'invalid', field: 'name', message }
  }
}

const notRemoved = (why: string): Failure => ({ kind: 'disk', detail: `The token is still in the keychain: ${why}` })

const wordsOf = (failure: Failure) => (failure.kind === 'disk' ? failure.detail : failure.kind)
