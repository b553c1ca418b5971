// connections.json: the saved connections without their tokens. Anyone may edit it, so entries are checked like the form's
// fields; one that fails is not used and stays in the file as it is.
import { join } from 'node:path'
import { z } from 'zod'
import { ENVIRONMENTS } from '../../../shared/connection/connection.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import { jsonFile } from '../storage/json-file.ts'
import { nextAccount } from './connection-accounts.ts'
import { checkAddress, checkName, foldedName } from './connection-draft.ts'

const savedConnectionSchema = z.object({
  /** Also names its keychain entry, and so must not match one of another kind. */
  id: z.uuid(),
  name: z.string(),
  baseUrl: z.string(),
  environment: z.enum(ENVIRONMENTS),
  /** As it stands there, known here or not. Files of earlier versions do not store it. */
  billingZone: z.string().max(100).nullable().catch(null),
  plainHttpConsent: z.boolean(),
  account: z.int().min(1),
  hiddenAccount: z.int().min(1).nullable().default(null),
  /** The highest number used so far: "same account" goes back to a lower one, and none is used twice. */
  highestAccount: z.int().min(1).default(1),
  /** Where the token was last stored. `memory` is lost with the run that held it. */
  token: z.enum(['keychain', 'memory', 'nowhere']),
})
export type SavedConnection = z.infer<typeof savedConnectionSchema>

/** `rowsFrom` is the base URL that the account's cached rows are from. Files of earlier versions do not store it. */
const storedConnectionSchema = savedConnectionSchema.extend({ rowsFrom: z.string().optional() })

/** How many entries a notice names before it counts the rest. */
const MOST_NAMED = 3

export interface ConnectionFileEffects {
  /** The user-data folder. */
  folder: string
  now: () => number
  notice: (text: string) => void
}

export interface ConnectionFile {
  /** The usable connections; a notice tells what is wrong with the others. Fails with `disk`. */
  read(): Promise<Result<SavedConnection[]>>
  /** Replaces the usable ones with what `changed` returns. */
  change(changed: (before: SavedConnection[]) => SavedConnection[]): Promise<Result<null>>
}

export function connectionFile({ folder, now, notice }: ConnectionFileEffects): ConnectionFile {
  const path = join(folder, 'connections.json')
  const file = jsonFile({ path, version: 1, schema: z.array(z.unknown()), now, notice })
  return {
    async read() {
      const read = await file.read()
      if (!read.ok) return read
      const { usable, misfits, moved } = sorted(read.value ?? [])
      if (misfits.length > 0) notice(misfitWords(misfits))
      // Stored at once, or the next edit would be given the same account.
      if (moved) await change((before) => before)
      return succeeded(usable)
    },
    change,
  }

  async function change(changed: (before: SavedConnection[]) => SavedConnection[]): Promise<Result<null>> {
    const written = await file.change((before) => {
      const { usable, misfits } = sorted(before ?? [])
      const stored = changed(usable).map((one) => ({ ...one, rowsFrom: one.baseUrl }))
      return [...stored, ...misfits.map(({ entry }) => entry)]
    })
    return written.ok ? succeeded(null) : written
  }
}

interface Misfit {
  entry: unknown
  /** “Acme”, or entry 3. */
  called: string
  why: string
}

interface Sorted {
  usable: SavedConnection[]
  misfits: Misfit[]
  /** Whether the base URL of any was edited: the rows cached under its account are another server's. */
  moved: boolean
}

function sorted(entries: unknown[]): Sorted {
  const usable: SavedConnection[] = []
  const misfits: Misfit[] = []
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
    } else misfits.push({ entry, called: callEntry(entry, index), why: checked.why })
  }
  return { usable, misfits, moved }
}

function checkEntry(
  entry: unknown,
  ids: ReadonlySet<string>,
  names: ReadonlySet<string>,
): { usable: SavedConnection; moved: boolean } | { why: string } {
  const parsed = storedConnectionSchema.safeParse(entry)
  if (!parsed.success) return { why: `Its “${String(parsed.error.issues[0]?.path[0] ?? 'form')}” is not valid.` }
  if (ids.has(parsed.data.id)) return { why: 'Its “id” belongs to another connection.' }
  const name = checkName(parsed.data.name, names)
  if (!name.ok) return { why: failureSentence(name.failure) }
  const address = checkAddress(parsed.data)
  if (!address.ok) return { why: failureSentence(address.failure) }
  const { rowsFrom = address.value.baseUrl, ...connection } = { ...parsed.data, ...address.value, name: name.value }
  const moved = rowsFrom !== connection.baseUrl
  return { usable: moved ? { ...connection, ...nextAccount(connection, null) } : connection, moved }
}

function callEntry(entry: unknown, index: number): string {
  const named = z.object({ name: z.string().min(1) }).safeParse(entry)
  return named.success ? `“${named.data.name.slice(0, 80).replaceAll(/\p{C}/gu, '')}”` : `entry ${index + 1}`
}

function misfitWords(misfits: Misfit[]): string {
  const named = misfits.slice(0, MOST_NAMED).map(({ called, why }) => `${called}: ${why}`)
  const more = misfits.length > MOST_NAMED ? [`And ${misfits.length - MOST_NAMED} more.`] : []
  const left =
    'Entries of connections.json that cannot be used are left out, and stay in the file to be corrected there.'
  return [left, ...named, ...more].join(' ')
}
