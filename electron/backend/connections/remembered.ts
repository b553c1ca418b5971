// The page remembers these of each connection between runs: its columns, its searches. They name customers and what
// they are billed for, so the file is sealed like the cache; but nothing in it expires, and clearing the cache leaves
// it.
import pLimit from 'p-limit'
import { z } from 'zod'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { StoredKey } from '../keychain/keychain.ts'
import { jsonFile, type UserDataEffects } from '../storage/json-file.ts'
import { type CacheCipher, cacheCipher } from '../storage/sealing.ts'

export type Remembered = ReturnType<typeof createRemembered>

export interface RememberedEffects extends UserDataEffects {
  /** 32 bytes; without one everything is remembered for this run only. */
  key: Promise<StoredKey>
  /** The key of earlier versions, if it was another: tried for values that are not found under `key`. */
  earlierKey?: (() => Promise<StoredKey>) | null
}

/** Sealed values in base64, by owner, then by name, both as keyed hashes in base64url. */
const storedSchema = z.record(z.string(), z.record(z.string(), z.string()))
type Stored = z.infer<typeof storedSchema>

/** Well below what jsonFile reads back. */
const MOST_CHARACTERS = 12 * 1024 * 1024

/** An `owner` is the connection, named as in CacheOwner. */
export function createRemembered(effects: RememberedEffects) {
  const { key, earlierKey = null } = effects
  const file = jsonFile({ ...effects, name: 'remembered.json', schema: storedSchema })
  const inTurn = pLimit(1)
  /** Values that could not be written, by owner and name. */
  const thisRun = new Map<string, Map<string, string>>()
  const cipher = key.then(cipherOf)
  let earlier: Promise<CacheCipher | null> | null = null

  return {
    /** Null if nothing was written, or it cannot be opened. Waits for the keychain. */
    read: (owner: string, name: string): Promise<string | null> =>
      inTurn(async () => {
        const held = thisRun.get(owner)?.get(name)
        if (held !== undefined) return held
        const sealing = await cipher
        if (sealing === null) return null
        const read = await file.read()
        if (!read.ok || read.value === null) return null
        const found = opened(read.value, sealing, owner, name)
        // Of an empty file nobody is asked for another key: a keychain may prompt its user.
        if (found !== null || Object.keys(read.value).length === 0) return found
        const before = await earlierCipher()
        return before && opened(read.value, before, owner, name)
      }),
    /** Fails with `disk`; the value is then remembered for this run. */
    write: (owner: string, name: string, value: string): Promise<Result<null>> =>
      inTurn(async () => {
        const sealing = await cipher
        if (sealing === null) return remember(owner, name, value)
        const { ownerName, valueName, context } = placeOf(sealing, owner, name)
        const sealed = sealing.seal(value, context).toString('base64')
        let fits = true
        const written = await file.change((before) => {
          const next: Stored = { ...before, [ownerName]: { ...before?.[ownerName], [valueName]: sealed } }
          fits = sizeOf(next) <= MOST_CHARACTERS
          return fits ? next : (before ?? {})
        })
        if (written.ok && fits) {
          thisRun.get(owner)?.delete(name)
          return succeeded(null)
        }
        remember(owner, name, value)
        return written.ok ? failed({ kind: 'disk', detail: 'remembered.json is full.' }) : written
      }),
    /** Drops everything that an owner has. */
    forget: (owner: string): Promise<void> =>
      inTurn(async () => {
        thisRun.delete(owner)
        const sealing = await cipher
        if (sealing === null) return
        const ciphers = [sealing, await earlierCipher()].filter((cipher) => cipher !== null)
        const dropped = new Set(ciphers.map((cipher) => placeOf(cipher, owner, '').ownerName))
        await file.change((before) => {
          const others = Object.entries(before ?? {}).filter(([ownerName]) => !dropped.has(ownerName))
          return Object.fromEntries(others)
        })
      }),
  }

  function earlierCipher() {
    if (earlierKey === null) return null
    earlier ??= earlierKey().then(cipherOf)
    return earlier
  }

  function remember(owner: string, name: string, value: string): Result<null> {
    const held = thisRun.get(owner) ?? new Map<string, string>()
    thisRun.set(owner, held.set(name, value))
    return succeeded(null)
  }
}

const cipherOf = (stored: StoredKey) => ('key' in stored ? cacheCipher(stored.key) : null)

/** Null if there is no value, or another cipher sealed it. */
function opened(stored: Stored, cipher: CacheCipher, owner: string, name: string): string | null {
  const { ownerName, valueName, context } = placeOf(cipher, owner, name)
  const sealed = stored[ownerName]?.[valueName]
  return sealed === undefined ? null : cipher.open(Buffer.from(sealed, 'base64'), context)
}

function placeOf(cipher: CacheCipher, owner: string, name: string) {
  const ownerHash = cipher.name(`remembered of ${owner}`)
  const nameHash = cipher.name(`remembered as ${name}`)
  return {
    ownerName: ownerHash.toString('base64url'),
    valueName: nameHash.toString('base64url'),
    context: Buffer.concat([ownerHash, nameHash]),
  }
}

const sizeOf = (stored: Stored) =>
  Object.values(stored)
    .flatMap((values) => Object.values(values))
    .reduce((size, value) => size + value.length, 0)
