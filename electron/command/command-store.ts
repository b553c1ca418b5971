// The user's snapshots, and how a command reads one.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Access } from '../backend/connections/connection-access.ts'
import { createActivity } from '../backend/http/activity.ts'
import { createEventService } from '../backend/http/event-service.ts'
import { interactiveLimits } from '../backend/http/request-limits.ts'
import type { ServiceFetch } from '../backend/http/service-fetch.ts'
import type { Keychain } from '../backend/keychain/keychain.ts'
import { customerOf } from '../backend/snapshots/customer-of.ts'
import type { ReadingEffects } from '../backend/snapshots/reading/course/reading-effects.ts'
import { isLeftover, type SnapshotEntry } from '../backend/snapshots/store/snapshot-entry.ts'
import { createSnapshotStore, type SnapshotStore } from '../backend/snapshots/store/snapshot-store.ts'
import { storeKey } from '../backend/snapshots/store/store-key.ts'
import { privateFolder } from '../backend/storage/private-folder.ts'
import type { Variables } from '../platform/process-facts.ts'
import type { ProgressLine } from './progress-line.ts'

/** What a command needs that reads events. */
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
  /** As "Eventscope 0.1.0". */
  program: string
  progress: ProgressLine
  /** Aborting stops cleanly. */
  signal: AbortSignal
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
    const message = `The folder ${effects.folder} cannot be used: ${privacy.why}\nChoose another with --user-data FOLDER.`
    return { ok: false, message }
  }
  const { path: folder, notices } = privacy
  for (const notice of notices) progress.say(notice)
  const source = { keychain: effects.keychain, variable: effects.variables.storeKey }
  const key = await storeKey(source, join(folder, 'snapshots-key.lock'))
  if (key.thisRunOnly !== null) progress.say(key.thisRunOnly)
  const store = createSnapshotStore({ folder, storeKey: key, now, customerOf })
  // What a check that was killed has left behind; that of one that runs is locked.
  const entries = store.list().filter((entry) => !(isLeftover(entry) && store.delete(entry.id).ok))
  for (const entry of entries) if (entry.kind === 'unreadable') progress.say(`Snapshot ${entry.id}: ${entry.words}`)
  return { ok: true, store, entries, folder, key: key.key }
}

export const connectionEffects = ({ variables, progress }: Pick<ReadEffects, 'variables' | 'progress'>) => ({
  variables: variables.connection,
  randomId: randomUUID,
  say: progress.say,
})

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
