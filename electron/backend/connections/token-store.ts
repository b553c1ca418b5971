// Keeps each connection's token: in the keychain if it accepts it, else in this run's memory, with the reason why.
import { z } from 'zod'
import type { TokenPlace } from '../../../shared/connection/connection.ts'
import { boundKeyWords, originOf, sameOrigin } from '../../../shared/connection/connection-input.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { type Keychain, NO_KEYCHAIN } from '../keychain/keychain.ts'
import { jsonFile, type UserDataEffects } from '../storage/json-file.ts'
import type { StoredConnection } from './connection-store.ts'

/** The connection, and the server that its token was typed for. */
type Owner = Pick<StoredConnection, 'id' | 'baseUrl'>
/** The connection as it is stored now. `token` is where the file says that its token is. */
type Known = Owner & Pick<StoredConnection, 'token'>

export type TokenRead =
  | { kind: 'found'; token: string }
  /** `place` says why. */
  | { kind: 'missing' }
  /** The file names another server than the one that the token is for. */
  | { kind: 'of-another-server' }

export type TokenStore = ReturnType<typeof createTokenStore>

/** Keeps API keys by the ID of their connection, each for the server that it was typed for. */
export function createTokenStore(keychain: Keychain) {
  const held = new Map<string, { baseUrl: string; token: string; why: string }>()
  /** Why the keychain did not return a token when last asked. */
  const refused = new Map<string, string>()

  /** Keeps it for this run only; `why` is shown. */
  const hold = ({ id, baseUrl }: Owner, token: string, why: string): TokenPlace => {
    held.set(id, { baseUrl, token, why })
    return { place: 'memory', why }
  }
  /** Another process may have moved the connection meanwhile, so a token in memory is used for its own server only. */
  const heldFor = ({ id, baseUrl }: Owner) => {
    const inMemory = held.get(id)
    return inMemory !== undefined && sameOrigin(inMemory.baseUrl, baseUrl) ? inMemory : null
  }
  /** Remembers why, as `place` is to say it without asking the keychain again. */
  const refuse = (id: string, why: string, kind: 'missing' | 'of-another-server' = 'missing'): TokenRead => {
    refused.set(id, why)
    return { kind }
  }
  const whyNoKeychain = async () => (await keychain.unavailable()) ?? NO_KEYCHAIN

  return { put, hold, read, place, remove }

  async function put(owner: Owner, token: string): Promise<TokenPlace> {
    const { id } = owner
    refused.delete(id)
    if (!keychain.persistent) return hold(owner, token, await whyNoKeychain())
    const written = await keychain.write(id, tokenEntry(originOf(owner.baseUrl), token))
    switch (written.kind) {
      case 'stored':
        held.delete(id)
        return { place: 'keychain' }
      case 'too-long':
        // The replaced token must not come back at the next start.
        await keychain.remove(id)
        return hold(owner, token, tooLongWords(keychain.name, written.limitBytes))
      case 'unavailable':
        return hold(owner, token, written.why)
    }
  }

  /** The token for the connection's server, never one that was typed for another. */
  async function read(connection: Known): Promise<TokenRead> {
    const { id, token: saved } = connection
    if (saved === 'nowhere') return { kind: 'missing' }
    const inMemory = heldFor(connection)
    if (inMemory !== null) return { kind: 'found', token: inMemory.token }
    // One that is held all the same is for another server: `heldFor` passed it over.
    if (saved !== 'keychain' || !keychain.persistent) return { kind: held.has(id) ? 'of-another-server' : 'missing' }
    const found = await keychain.read(id)
    if (found.kind === 'absent') return refuse(id, `${keychain.name} no longer holds the API key.`)
    if (found.kind === 'unavailable') return refuse(id, found.why)
    const entry = readTokenEntry(found.secret)
    if (entry === null) return refuse(id, `Another program changed the entry in ${keychain.name}.`)
    if (entry.origin === null) return refuse(id, WITHOUT_ORIGIN)
    if (entry.origin !== originOf(connection.baseUrl)) {
      return refuse(id, otherServerWords(keychain.name, entry.origin), 'of-another-server')
    }
    refused.delete(id)
    return { kind: 'found', token: entry.token }
  }

  /** Tells what is known: never makes the keychain ask the user to unlock it. */
  async function place(connection: Known): Promise<TokenPlace> {
    const { id, token: saved } = connection
    if (saved === 'nowhere') return { place: 'nowhere' }
    const inMemory = heldFor(connection)
    if (inMemory !== null) return { place: 'memory', why: inMemory.why }
    if (saved === 'memory') return { place: 'nowhere', why: held.has(id) ? MOVED : EARLIER_RUN }
    if (!keychain.persistent) return { place: 'nowhere', why: await whyNoKeychain() }
    const why = refused.get(id)
    return why === undefined ? { place: 'keychain' } : { place: 'nowhere', why }
  }

  /** Null if it is gone, else why the keychain did not remove it. */
  async function remove({ id, token: saved }: Known): Promise<string | null> {
    held.delete(id)
    const removed: Awaited<ReturnType<Keychain['remove']>> = keychain.persistent
      ? await keychain.remove(id)
      : { kind: 'unavailable', why: await whyNoKeychain() }
    return removed.kind === 'unavailable' && saved === 'keychain' ? removed.why : null
  }
}

const EARLIER_RUN = 'It was kept for an earlier run only.'
const MOVED =
  'Another Eventscope moved this connection to another address; the API key here is for the previous one. Enter the API key again.'
const WITHOUT_ORIGIN = 'It was stored by an earlier version, without the address that it is for. Enter it again.'

const otherServerWords = (keychain: string, origin: string) => boundKeyWords(`The one in ${keychain} is for ${origin}`)

const tooLongWords = (keychain: string, limitBytes: number) =>
  `With the address that it is for, it is longer than the ${limitBytes} bytes that ${keychain} accepts.`

// A keychain entry: a token with the origin that it is for, so that an edited connections.json cannot send it
// elsewhere. Why entries of earlier versions are not used: docs/decisions/api-keys-without-origin.md.

/** `https://api.example.com:8443 tok-1`: neither part can contain a space. */
function tokenEntry(origin: string, token: string): string {
  return `${origin} ${token}`
}

/** The parts of an entry. `origin` is null in an entry of an earlier version. Null if the entry is not ours. */
export function readTokenEntry(entry: string): { origin: string | null; token: string } | null {
  const [first = '', token, ...more] = entry.split(/\s/, 3)
  if (first === '' || token === '' || more.length > 0) return null
  return token === undefined ? { origin: null, token: first } : { origin: first, token }
}

/**
 * Keychain entries that could not be removed: remembered in a file, and retried until they are gone. Entries are named
 * by UUIDs: a list that holds anything else would be set aside when it is next read.
 */
export function pendingRemovals({ keychain, ...effects }: UserDataEffects & { keychain: Keychain }) {
  const file = jsonFile({ ...effects, name: 'keychain-removals.json', schema: z.array(z.uuid()) })

  return {
    /** Remembers an entry. Fails with `disk`. */
    async add(account: string): Promise<Result<null>> {
      const written = await file.change((before) => [...(before ?? []), account])
      return written.ok ? succeeded(null) : written
    },
    /** Removes what it can. An entry that is in use again is taken off the list instead. */
    async retry(isInUse: (account: string) => boolean): Promise<void> {
      const noted = await file.read()
      if (!noted.ok || noted.value === null || noted.value.length === 0) return
      const done = new Set<string>()
      for (const account of noted.value) {
        // The others would be refused as well.
        if (!isInUse(account) && (await keychain.remove(account)).kind === 'unavailable') break
        done.add(account)
      }
      if (done.size > 0) await file.change((before) => (before ?? []).filter((account) => !done.has(account)))
    },
  }
}
