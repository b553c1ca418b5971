// Which connections exist: this run's in memory, the saved ones in connections.json. Knows nothing about tokens.
import { z } from 'zod'
import { type Connection, ENVIRONMENTS } from '../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import { jsonFile, type UserDataEffects } from '../storage/json-file.ts'
import { checkAddress, checkName, foldedName } from './connection-draft.ts'

export type StoredConnection = z.infer<typeof savedConnectionSchema> & { origin: Connection['origin'] }

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** Opens the list of connections; the file is read at each call. Expected failures are values. */
export function createConnectionStore(effects: UserDataEffects) {
  const file = connectionFile(effects)
  const running = new Map<string, StoredConnection>()
  return {
    /** Connections of this run only, which are not in the file. */
    ofThisRun: (): StoredConnection[] => [...running.values()],
    isOfThisRun: (id: string): boolean => running.has(id),
    /** Always read from the file, because another shell may have changed it. */
    saved: file.read,
    /** Fails with `no-connection`, or with `disk` if the saved ones cannot be read. */
    async find(id: string): Promise<Result<StoredConnection>> {
      const ofThisRun = running.get(id)
      if (ofThisRun !== undefined) return succeeded(ofThisRun)
      const all = await file.read()
      if (!all.ok) return all
      const found = all.value.find((one) => one.id === id)
      return found === undefined ? failed({ kind: 'no-connection', connectionId: id }) : succeeded(found)
    },
    /** Replaces the connection with the same id, or appends it. This run's connections stay out of the file. */
    async keep(next: StoredConnection): Promise<Result<null>> {
      if (running.has(next.id)) {
        running.set(next.id, next)
        return succeeded(null)
      }
      return file.change((all) => {
        const at = all.findIndex((one) => one.id === next.id)
        return at === -1 ? [...all, next] : all.with(at, next)
      })
    },
    keepForThisRun: (next: StoredConnection) => void running.set(next.id, next),
    drop: async (id: string): Promise<Result<null>> =>
      running.delete(id) ? succeeded(null) : file.change((all) => all.filter((one) => one.id !== id)),
  }
}

// connections.json: the saved connections without their tokens. Anyone may edit it, so entries are checked like the
// form's fields; one that fails is not used and stays in the file as it is.

const savedConnectionSchema = z.object({
  /** Also names its keychain entry, and so must not match one of another kind. */
  id: z.uuid(),
  name: z.string(),
  baseUrl: z.string(),
  environment: z.enum(ENVIRONMENTS),
  /** Kept as it stands there, even if this computer does not know the zone. Files of earlier versions lack it. */
  billingZone: z.string().max(100).nullable().catch(null),
  plainHttpConsent: z.boolean(),
  /** This and the next two are of `Accounts` below. */
  account: z.int().min(1),
  hiddenAccount: z.int().min(1).nullable().default(null),
  /** The highest number used so far: "same account" goes back to a lower one, and none is used twice. */
  highestAccount: z.int().min(1).default(1),
  /** Where the token was stored last. `memory` is lost with the run that held it. */
  token: z.enum(['keychain', 'memory', 'nowhere']),
})

/** `rowsFrom` is the base URL that the account's cached rows are from. Files of earlier versions do not store it. */
const storedConnectionSchema = savedConnectionSchema.extend({ rowsFrom: z.string().optional() })

/** How many entries a notice names before it counts the rest. */
const MOST_NAMED = 3

export function connectionFile(effects: UserDataEffects) {
  const file = jsonFile({ ...effects, name: 'connections.json', schema: z.array(z.unknown()) })
  return {
    /** The usable connections; a notice tells what is wrong with the others. Fails with `disk`. */
    async read(): Promise<Result<StoredConnection[]>> {
      const read = await file.read()
      if (!read.ok) return read
      const { usable, mismatches, moved } = checkEntries(read.value ?? [])
      if (mismatches.length > 0) effects.notice(mismatchWords(mismatches))
      // The new accounts are stored at once, or the next edit would be given the same ones.
      if (moved) await change((before) => before)
      return succeeded(usable)
    },
    change,
  }

  /** Replaces the usable ones with what `changed` returns. */
  async function change(changed: (before: StoredConnection[]) => StoredConnection[]): Promise<Result<null>> {
    const written = await file.change((before) => {
      const { usable, mismatches } = checkEntries(before ?? [])
      const stored = changed(usable).map(({ origin: _, ...one }) => ({ ...one, rowsFrom: one.baseUrl }))
      return [...stored, ...mismatches.map(({ entry }) => entry)]
    })
    return written.ok ? succeeded(null) : written
  }
}

interface Mismatch {
  entry: unknown
  /** “Acme”, or entry 3. */
  called: string
  why: string
}

/**
 * Tells the entries that can be used from those that cannot.
 * @returns `moved`: whether the base URL of any was edited in the file. The rows cached under its account are another
 * server's then, so it has a new account.
 */
function checkEntries(entries: unknown[]) {
  const usable: StoredConnection[] = []
  const mismatches: Mismatch[] = []
  let moved = false
  const ids = new Set<string>()
  const names = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    const checked = checkEntry(entry, ids, names)
    if ('usable' in checked) {
      usable.push(checked.usable)
      moved ||= checked.moved
      ids.add(checked.usable.id)
      names.add(foldedName(checked.usable.name))
    } else mismatches.push({ entry, called: callEntry(entry, index), why: checked.why })
  }
  return { usable, mismatches, moved }
}

function checkEntry(
  entry: unknown,
  ids: ReadonlySet<string>,
  names: ReadonlySet<string>,
): { usable: StoredConnection; moved: boolean } | { why: string } {
  const parsed = storedConnectionSchema.safeParse(entry)
  if (!parsed.success) return { why: `Its “${String(parsed.error.issues[0]?.path[0] ?? 'form')}” is not valid.` }
  if (ids.has(parsed.data.id)) return { why: 'Its “id” belongs to another connection.' }
  const name = checkName(parsed.data.name, names)
  if (!name.ok) return { why: failureSentence(name.failure) }
  const address = checkAddress(parsed.data)
  if (!address.ok) return { why: failureSentence(address.failure) }
  const { rowsFrom = address.value.baseUrl, ...saved } = { ...parsed.data, ...address.value, name: name.value }
  const connection: StoredConnection = { ...saved, origin: 'saved' }
  // Written together, the two differ only where somebody edited the file.
  const moved = rowsFrom !== connection.baseUrl
  return { usable: moved ? { ...connection, ...nextAccount(connection, null) } : connection, moved }
}

function callEntry(entry: unknown, index: number): string {
  const named = z.object({ name: z.string().min(1) }).safeParse(entry)
  return named.success ? `“${named.data.name.slice(0, 80).replaceAll(/\p{C}/gu, '')}”` : `entry ${index + 1}`
}

function mismatchWords(mismatches: Mismatch[]): string {
  const named = mismatches.slice(0, MOST_NAMED).map(({ called, why }) => `${called}: ${why}`)
  const more = mismatches.length > MOST_NAMED ? [`And ${mismatches.length - MOST_NAMED} more.`] : []
  const left =
    'Entries of connections.json that cannot be used are left out, and stay in the file to be corrected there.'
  return [left, ...named, ...more].join(' ')
}

/**
 * A connection's account epochs. Rows are cached under the `account` of their time, and only those under the present
 * one are shown. Each new address or API key begins an account with a new number, as it may be somebody else's. Where
 * only the key is new, the rows before it stay as those of `hiddenAccount`, until the user says whether it is the same
 * account (`decidedAccount`); null: nothing is to be asked.
 */
type Accounts = Pick<StoredConnection, 'account' | 'hiddenAccount' | 'highestAccount'>

export const FIRST_ACCOUNT: Accounts = { account: 1, hiddenAccount: null, highestAccount: 1 }

/**
 * An account with a number never used before, as rows may be cached under any earlier one.
 * @param hidden the account that the user is asked about; null: none, as its rows are surely not of this one
 */
export function nextAccount(before: Accounts, hidden: number | null): Accounts {
  const account = highestOf(before) + 1
  return { account, hiddenAccount: hidden, highestAccount: account }
}

/** Accounts once the user has said whether the hidden one is the same: if so, its number and its rows are back. */
export function decidedAccount(before: Accounts, same: boolean): Accounts {
  const account = same ? (before.hiddenAccount ?? before.account) : before.account
  return { account, hiddenAccount: null, highestAccount: highestOf(before) }
}

/** Files of earlier versions do not store `highestAccount`. */
function highestOf({ account, hiddenAccount, highestAccount }: Accounts): number {
  return Math.max(account, hiddenAccount ?? 0, highestAccount)
}
