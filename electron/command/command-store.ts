// The user's snapshots and connections, and how a command reads from one.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Connection, RESERVED_NAME } from '../../shared/connection/connection.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import { type Access, accountMark } from '../backend/connections/connection-access.ts'
import { type Connections, createConnections } from '../backend/connections/connections.ts'
import { addEnvironmentConnection } from '../backend/connections/environment-connection.ts'
import { interactiveLimits } from '../backend/http/attempt.ts'
import { createActivity, createEventService } from '../backend/http/event-service.ts'
import type { ServiceFetch } from '../backend/http/service-fetch.ts'
import type { Keychain } from '../backend/keychain/keychain.ts'
import type { ReadingEffects } from '../backend/snapshots/reading/session/requests.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-journal.ts'
import { isLeftover, type SnapshotEntry } from '../backend/snapshots/store/snapshot-list.ts'
import { createSnapshotStore, type SnapshotStore, storeKey } from '../backend/snapshots/store/snapshot-store.ts'
import { CHOOSE_ANOTHER, privateFolder } from '../backend/storage/private-file.ts'
import type { Variables } from '../platform/process-facts.ts'
import type { ProgressLine } from './progress-line.ts'

/** This is what a command needs that reads events. */
export interface ReadEffects {
  /** undici's. */
  fetch: ServiceFetch
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after so many ms, or as soon as `signal` is aborted. */
  wait: ReadingEffects['wait']
  random: () => number
  keychain: Keychain
  variables: Variables
  /** The user-data folder; created, for this user only, when missing. */
  folder: string
  /** It reads as "Eventscope 0.1.0". */
  program: string
  progress: ProgressLine
  /** Aborting stops cleanly. */
  signal: AbortSignal
}

/** Every command needs these of its process. */
export interface CommandEffects extends Omit<ReadEffects, 'keychain' | 'folder'> {
  /** Called once the arguments are understood. */
  openKeychain: () => Promise<Keychain>
  /** The user-data folder where none is named. */
  defaultFolder: string
  /** Usage lines have it: "npm run export --" or "eventscope export". */
  calledAs: string
  /** The worker that answers questions about a snapshot. */
  questionsWorker: URL
  /** Absolute: what relative paths are meant from. */
  startedIn: string
  /** Standard output: for the one JSON line at the end. Everything else goes to `progress`. */
  print: (text: string) => void
}

export interface CommandStore {
  ok: true
  store: SnapshotStore
  entries: SnapshotEntry[]
  /** The user-data folder, and the store's key. */
  folder: string
  key: Buffer
}

/** `message`: why the folder cannot be used. What the store has to say is said. */
export async function openCommandStore(
  effects: Pick<ReadEffects, 'folder' | 'keychain' | 'variables' | 'progress' | 'now'>,
): Promise<CommandStore | { ok: false; message: string }> {
  const { progress, now } = effects
  const privacy = privateFolder(effects.folder)
  if ('why' in privacy) {
    const message = `The folder ${effects.folder} cannot be used: ${privacy.why}\n${CHOOSE_ANOTHER}`
    return { ok: false, message }
  }
  const { path: folder, notices } = privacy
  for (const notice of notices) progress.say(notice)
  const source = { keychain: effects.keychain, variable: effects.variables.storeKey }
  const key = await storeKey(source, join(folder, 'snapshots-key.lock'))
  if (key.thisRunOnly !== null) progress.say(key.thisRunOnly)
  const store = createSnapshotStore({ folder, storeKey: key, now })
  // What a check that was killed has left behind; that of one that runs is locked.
  const entries = store.list().filter((entry) => !(isLeftover(entry) && store.delete(entry.id).ok))
  for (const entry of entries) if (entry.kind === 'unreadable') progress.say(`Snapshot ${entry.id}: ${entry.words}`)
  return { ok: true, store, entries, folder, key: key.key }
}

/** A refused request is the reading's to try again. */
export function readingEffects(
  access: Access,
  { fetch, now, wait, random }: Pick<ReadEffects, 'fetch' | 'now' | 'wait' | 'random'>,
): ReadingEffects {
  const service = createEventService({ fetch, now, activity: createActivity() })
  const limits = { ...interactiveLimits, retries: 0 }
  return {
    search: (request, ofRequest) =>
      service.searchRows(access, request, { signal: ofRequest, report: () => undefined, limits }),
    now,
    elapsed: () => performance.now(),
    wait,
    random,
  }
}

/** This is what is read from: one of Eventscope's connections by its name, or the one that the variables give. */
export interface ChosenConnection {
  connection: SnapshotHeader['connection']
  /** Days are meant in it unless --zone says otherwise; null: none. */
  billingZone: string | null
  access: Access
  /** It is as `OrderedFile.accountMark`. */
  accountMark: string
}

/** `code` is the exit code that goes with the message. */
type Choice = { ok: true; chosen: ChosenConnection } | { ok: false; message: string; code: 1 | 2 }

/** @param begun the connection of the reading to continue; null for a new one */
export async function chooseConnection(
  name: string | undefined,
  begun: SnapshotHeader | null,
  { folder, key }: CommandStore,
  { keychain, now, progress, variables }: ReadEffects,
): Promise<Choice> {
  // A command caches nothing, and shows nobody hidden rows.
  const hasRows = async () => false
  const connections = createConnections({ folder, now, notice: progress.say, keychain, randomId: randomUUID, hasRows })
  const notices: string[] = []
  await addEnvironmentConnection(variables.connection, connections, (text) => void notices.push(text))
  const all = await connections.list()
  const wanted = begun?.connection.name ?? name ?? RESERVED_NAME
  if (begun !== null && name !== undefined && name !== wanted) {
    return refused(`--connection differs: this reading was started with the connection "${wanted}".`)
  }
  const isWanted = (one: Connection) => (begun === null ? one.name === wanted : one.id === begun.connection.id)
  const connection = all.find(isWanted)
  // One with a usable address may still lack its key: then the notices say more than a request would.
  const isIncomplete = connection?.origin === 'environment' && notices.length > 0
  if (connection === undefined || isIncomplete) {
    return refused(missingWords(wanted, notices, all))
  }
  return accessTo(connections, connection, begun, key)
}

async function accessTo(
  connections: Connections,
  { id, name, baseUrl, account, billingZone }: Connection,
  begun: SnapshotHeader | null,
  key: Buffer,
): Promise<Choice> {
  const access = await connections.access(id)
  if (!access.ok) return { ok: false, message: `${name}: ${failureSentence(access.failure)}`, code: 1 }
  const mark = accountMark(key, baseUrl, await connections.cacheOwner(id))
  if (begun?.file !== undefined && begun.file.accountMark !== mark) {
    return refused(
      `${name} has another base URL or API key than when this reading was started, so it may be of another account. Leave --resume out to start over.`,
    )
  }
  return {
    ok: true,
    chosen: { connection: { id, name, baseUrl, account }, billingZone, access: access.value, accountMark: mark },
  }
}

const refused = (message: string): Choice => ({ ok: false, message, code: 2 })

/** "The snapshots are: October, November." */
export const thereAre = (what: string, names: readonly string[]): string =>
  names.length === 0 ? 'There are none yet.' : `The ${what} are: ${names.slice(0, MOST_NAMED).join(', ')}.`

/** A terminal has little room. */
const MOST_NAMED = 50

function missingWords(wanted: string, notices: readonly string[], all: readonly Connection[]): string {
  const there = thereAre(
    'connections',
    all.map(({ name }) => name),
  )
  if (wanted !== RESERVED_NAME) return `--connection: there is no connection "${wanted}". ${there}`
  if (notices.length > 0) return notices.join(' ')
  return `Name a connection with --connection, or set EVENTSCOPE_BASE_URL and EVENTSCOPE_TOKEN. ${there}`
}
