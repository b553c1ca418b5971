// Keychain entries that could not be removed: remembered in a file, and retried until they are gone.
import { join } from 'node:path'
import { z } from 'zod'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { type JsonFile, jsonFile } from '../storage/json-file.ts'
import type { Keychain } from './keychain.ts'

export interface PendingRemovals {
  /** Remembers an entry. Fails with `disk`. */
  add(account: string): Promise<Result<null>>
  /** Removes what it can. An entry that is in use again is taken off the list instead. */
  retry(isInUse: (account: string) => boolean): Promise<void>
}

export interface PendingRemovalsEffects {
  /** The user-data folder. */
  folder: string
  now: () => number
  notice: (text: string) => void
  keychain: Keychain
}

/** Entries are named by UUIDs: a list that holds anything else would be set aside when it is next read. */
export function pendingRemovals({ folder, now, notice, keychain }: PendingRemovalsEffects): PendingRemovals {
  const file: JsonFile<string[]> = jsonFile({
    path: join(folder, 'keychain-removals.json'),
    version: 1,
    schema: z.array(z.uuid()),
    now,
    notice,
  })

  return {
    async add(account) {
      const written = await file.change((before) => [...new Set([...(before ?? []), account])])
      return written.ok ? succeeded(null) : written
    },
    async retry(isInUse) {
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
