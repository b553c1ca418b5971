// The backend: implements the bridge's contract. Both shells compose it; every effect comes in from them.
import { arch, release, type } from 'node:os'
import { join } from 'node:path'
import type { ShellInfo } from '../../../shared/contract/contract.ts'
import { cacheKey, deferredCache, openCache } from '../cache/open-cache.ts'
import { createHeldFiles } from '../check/held-files.ts'
import { createConnections, notingTokens } from '../connections/connections.ts'
import { addEnvironmentConnection, type EnvironmentVariables } from '../connections/environment-connection.ts'
import { createRemembered } from '../connections/remembered.ts'
import { createSampleData, type Sample } from '../connections/sample-data.ts'
import type { SaveFiles } from '../export/delivery.ts'
import { createExports } from '../export/exports.ts'
import { readKeptShapes } from '../export/file-shapes.ts'
import { readKeptRules } from '../export/file-worth.ts'
import { createKeptReceipts } from '../export/kept-receipts.ts'
import { createTableFiles } from '../export/table-files.ts'
import { createVerifications } from '../export/verifications.ts'
import { createActivity, createEventService, UNEXPECTED } from '../http/event-service.ts'
import { createLiveCalls } from '../http/live-calls.ts'
import { createSecrets, describeError } from '../http/secrets.ts'
import type { ServiceFetch } from '../http/service-fetch.ts'
import { type Keychain, NO_KEYCHAIN, type StoredKey, variableKey } from '../keychain/keychain.ts'
import { openSnapshots } from '../snapshots/queue/open-snapshots.ts'
import { createServiceFindings } from '../snapshots/reading/service-findings.ts'
import { privateFolder } from '../storage/private-file.ts'
import { createSettings } from '../storage/settings-store.ts'
import { createArrivedLinks } from './arrived-links.ts'
import { closeSampleMonth } from './close-sample-month.ts'
import { diagnosticsText, type Logging, requestLine } from './diagnostics.ts'
import { createRouter } from './router.ts'

/** Everything that the backend does to the world. */
export interface BackendEffects {
  /** undici's. */
  fetch: ServiceFetch
  /** Milliseconds since the epoch. */
  now: () => number
  /** It makes IDs that cannot be guessed, and can stand in a file's name. */
  randomId: () => string
  keychain: Keychain
  /** The user-data folder; created for this user only. One that is there keeps its rights: it may be `~`. */
  folder: string
  /** EVENTSCOPE_BASE_URL and EVENTSCOPE_TOKEN as they are set. */
  environment: EnvironmentVariables
  /** EVENTSCOPE_STORE_KEY as it is set: the key of snapshots, and of all that is remembered, where no keychain is. */
  storeKey?: string | undefined
  shell: Omit<ShellInfo, 'keychain' | 'thisRunOnly' | 'notices'>
  /** Starts the reference service in a worker with a random token; asked for again only where it rejected or ended. */
  startSample: () => Promise<Sample>
  /** The file of the worker that answers questions about snapshots: questions-worker.js where it is built. */
  questionsWorker: string
  /** Files are written where the user says. Null: the browser fetches them. */
  saving: SaveFiles | null
  /** A line for standard error. Never holds a token. */
  log: (line: string) => void
  /** It is written down there as well; absent: nowhere. */
  logging?: Logging
}

export type Backend = Awaited<ReturnType<typeof createBackend>>

/** Rejects only where the user-data folder cannot be made or used, or is not this user's alone. */
export async function createBackend(effects: BackendEffects) {
  const { now, randomId, keychain, log } = effects
  const { secrets, file: logFile, note, show } = effects.logging ?? NO_LOGGING
  for (const secret of [effects.environment.token, effects.storeKey]) secrets.add(secret?.trim())
  const opened = privateFolder(effects.folder)
  if ('why' in opened) throw new Error(`The folder ${effects.folder} cannot be used: ${opened.why}`)
  const { path: folder } = opened
  const notices = new Set<string>()
  const notice = (text: string) => {
    if (!notices.has(text)) log(text)
    notices.add(text)
  }
  for (const text of opened.notices) notice(text)
  const userData = { folder, now, notice }
  const closing = new AbortController()
  const activity = createActivity((failed) => note(`A request failed: ${requestLine(failed)}`))
  const cacheFile = join(folder, 'cache.db')
  const keychainKey = cacheKey(keychain, cacheFile)
  const cache = deferredCache(openCache({ file: cacheFile, keychain, key: keychainKey, now }))
  const connections = notingTokens(
    createConnections({ ...userData, keychain, randomId, hasRows: cache.holds }),
    secrets.add,
  )
  // Not awaited: the keychain may prompt the user.
  void connections.removePending()
  await addEnvironmentConnection(effects.environment, connections, notice)
  const findings = createServiceFindings(userData)
  const live = createLiveCalls()
  const snapshots = openSnapshots({
    ...effects,
    folder,
    storeKeyVariable: effects.storeKey,
    activity,
    connections,
    findings,
    live,
  })
  // What is remembered is sealed as snapshots are: by the variable's key where that is set, else by the keychain's.
  // Earlier versions sealed it by the keychain's alone, so that one still opens it.
  const storeKey = variableKey({ variable: effects.storeKey })
  const rememberedKey = storeKey === null ? keychainKey : Promise.resolve(storeKey)
  const remembered = createRemembered({
    ...userData,
    key: rememberedKey,
    earlierKey: storeKey === null ? null : () => keychainKey,
  })
  // Columns and searches go with who owns the cached rows, so that those of the environment's connection do not pass on
  // to another service or key.
  const ownerOf = async (id: string) => (await connections.cacheOwner(id))?.connectionId ?? id
  const sample = createSampleData({
    start: effects.startSample,
    closeLastMonth: (connection) =>
      closeSampleMonth(connection, { ...snapshots, remembered, ownerOf, now, signal: closing.signal }),
    randomId,
    log,
  })
  const { saving } = effects
  const program = `Eventscope ${effects.shell.version}`
  const receipts = createKeptReceipts({ folder, key: () => rememberedKey, notice })
  const onUnexpected = (error: unknown) => {
    log(`Unexpected error in an export: ${describeError(error)}`)
    return UNEXPECTED
  }
  const exports = createExports({
    keepReceipt: receipts.keep,
    findReceipt: receipts.find,
    now,
    randomId,
    saving,
    program,
    openSnapshot: async (id) => (await snapshots.store()).open(id),
    matches: {
      take: (order, fileName) => snapshots.take(order, null, { of: 'export', fileName, isOver: false }),
      outcome: snapshots.snapshots.outcome,
      step: (id) => snapshots.snapshots.steps([id])[0] ?? null,
      drop: (id) => snapshots.snapshots.stop(id, false),
      written: snapshots.snapshots.written,
      letGo: snapshots.snapshots.letGo,
    },
    turn: live.turn,
    rulesOf: async (id) => {
      const owner = await ownerOf(id)
      const rules = await remembered.read(owner, 'worth-rules')
      return readKeptRules(rules, await remembered.read(owner, 'property-meanings'))
    },
    shapesOf: async (id) => readKeptShapes(await remembered.read(await ownerOf(id), 'expected-shapes')),
    askRows: (id, slot) => (question, signal) => snapshots.desk.ask(id, question, slot, signal),
    connectionOf: async (id) => (await connections.list()).find((one) => one.id === id) ?? null,
    onUnexpected,
  })
  const tableFiles = createTableFiles({ saving, randomId, program, now, onUnexpected })
  const thisRunOnly = whyThisRunOnly(storeKey, keychainKey)
  // A browser opens six connections to one address: none is kept for what cannot come.
  const links = createArrivedLinks(effects.shell.shell === 'desktop')
  const settings = createSettings(userData)
  const shellInfo = async () => {
    // Once for both: the first rows wait for it, and a keychain that is asked holds up every other call.
    const state = await keychainState(keychain)
    return { ...effects.shell, keychain: state, thisRunOnly: thisRunOnly(state), notices: [...notices] }
  }
  const router = createRouter({
    links,
    shellInfo,
    diagnostics: async () => {
      const all = await connections.list()
      // Makes every API key known to `secrets`, which remove it from the text: somebody may have typed one where it
      // does not belong.
      for (const { id } of all) await connections.access(id)
      const text = diagnosticsText({
        at: new Date(now()).toISOString(),
        shell: await shellInfo(),
        system: `${type()} ${release()}, ${arch()}`,
        settings: await settings.read(),
        connections: all,
        cache: await cache.status(),
        activity: activity.list(),
        logged: logFile?.tail(MOST_LOGGED) ?? [],
      })
      return secrets.redact(text)
    },
    openLog: async () => {
      if (logFile === null) return { path: null, isShown: false }
      const isShown = show !== null
      await show?.(logFile.path)
      return { path: logFile.path, isShown }
    },
    settings,
    connections,
    sample,
    service: createEventService({ fetch: effects.fetch, now, activity }),
    exports,
    tableFiles,
    saving,
    snapshots,
    heldFiles: createHeldFiles(randomId),
    receipts,
    verifications: createVerifications({ randomId, kept: receipts }),
    live,
    findings,
    cache,
    remembered,
    activity,
    now,
    log,
    ownerOf,
    untilClosed: (signal) => (signal ? AbortSignal.any([signal, closing.signal]) : closing.signal),
  })
  return {
    /** An RPCHandler of any transport takes it. */
    router,
    /** How many snapshots are being read, or wait for their turn: they pause when the backend closes. */
    readings: snapshots.snapshots.underWay,
    /** Files that are being made. They go on without a window, but not without the backend. */
    files: exports.underWay,
    /** A link that the shell was handed, in a browser before it listens: the window shows what it asks. */
    openLink: links.arrive,
    /** Aborts every call that is under way, waits for nobody at the keychain's prompt, and stops the sample service. */
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all([exports.end(), tableFiles.end(), keychain.close()])
      await Promise.all([snapshots.end(), cache.close(), receipts.end()])
      await sample.stop()
    },
  }
}

/** No shell may keep a log. */
const NO_LOGGING = { secrets: createSecrets(), file: null, note: () => {}, show: null }
/** Lines of the log in diagnostics. */
const MOST_LOGGED = 100

async function keychainState(keychain: Keychain): Promise<ShellInfo['keychain']> {
  const why = await keychain.unavailable()
  if (why !== null) return { available: false, why }
  if (keychain.persistent) return { available: true, name: keychain.name }
  return { available: false, why: NO_KEYCHAIN }
}

/**
 * Says why what is remembered does not outlive this run, in a sentence; null where it does. The keychain's own words
 * count while it asks its user for the key: nobody waits for that.
 * @param storeKey the variable's; null: it is not set, and `keychainKey` is used
 */
function whyThisRunOnly(storeKey: StoredKey | null, keychainKey: Promise<StoredKey>) {
  let known: StoredKey | null = null
  void keychainKey.then((stored) => {
    known = stored
  })
  return (state: ShellInfo['keychain']): string | null => {
    if (storeKey !== null) return 'key' in storeKey ? null : storeKey.why
    if (!state.available) return state.why
    return known === null || 'key' in known ? null : known.why
  }
}
