// bridge/ answers every call of the page, as the contract has it, with the parts of the backend.
import type { Case } from '../../../shared/case/case.ts'
import { requestsOf } from '../../../shared/case/case-requests.ts'
import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result } from '../../../shared/failure/failure.ts'
import type { CacheOwner } from '../cache/cache.ts'
import type { DeferredCache } from '../cache/open-cache.ts'
import { readCustomerNames } from '../check/customer-names-text.ts'
import { saveSampleInvoice } from '../export/save-sample-invoice.ts'
import { probe } from '../http/probe.ts'
import { redactToken } from '../http/secrets.ts'
import { caseDiagnostics } from './diagnostics.ts'
import { type AskedService, eventCalls } from './event-calls.ts'
import { exportCalls } from './export-calls.ts'
import { fileCheckCalls, verificationCalls } from './file-check-calls.ts'
import { type BridgeCalls, implementBridge, type RouterParts, unwrap } from './implement-bridge.ts'
import { snapshotCalls } from './snapshot-calls.ts'

export function createRouter(parts: RouterParts) {
  const {
    settings,
    connections,
    sample,
    service,
    findings,
    cache,
    remembered,
    activity,
    now,
    log,
    ownerOf,
    untilClosed,
  } = parts
  const { snapshots, desk } = parts.snapshots

  /** As the page knows the connection. */
  const accessOf = async ({ connectionId, account }: AskedService) => {
    const access = await connections.access(connectionId)
    if (!access.ok) return access
    // After the access: what changes between the two shows here.
    const owner = await connections.cacheOwner(connectionId)
    const changed = owner !== null && owner.account !== account
    return changed ? failed({ kind: 'connection-changed', connectionId }) : access
  }
  const withOwner: WithOwner = async (connectionId, otherwise, use) => {
    const owner = await connections.cacheOwner(connectionId)
    return owner === null ? otherwise : use(owner)
  }
  /** Makes a change that none of the connection's cached rows outlives. The owner is looked up while it is known. */
  const droppingRows = async <T>(connectionId: string, change: () => Promise<Result<T>>) => {
    const owner = await connections.cacheOwner(connectionId)
    const changed = unwrap(await change())
    if (owner !== null) void cache.forget(owner.connectionId)
    return changed
  }
  /** Drops the cached rows that a changed connection no longer owns. */
  const pruned = (result: Result<Connection>): Result<Connection> => {
    if (result.ok && result.value.hiddenAccount === null) void cache.forget(result.value.id, result.value.account)
    return result
  }
  const caseParts = async ({ case: known, connectionId }: { case: Case; connectionId: string }) => {
    const { version, shell, runtime, platform } = await parts.shellInfo()
    const all = await connections.list()
    const tokens = await Promise.all(all.map(({ id }) => connections.access(id)))
    const connection = all.find(({ id }) => id === connectionId)
    const requests = connection === undefined ? [] : requestsOf(known, connection, activity.list())
    return {
      saving: parts.saving,
      facts: {
        program: `Eventscope ${version}`,
        at: new Date(now()).toISOString(),
        diagnostics: caseDiagnostics({ shell, runtime, platform }, requests),
      },
      tokens: tokens.flatMap((access) => (access.ok ? [access.value.token] : [])),
    }
  }
  /** Pauses the readings of a connection; if its snapshots are deleted, they leave memory too. */
  const leave = async (connectionId: string, keepOrDelete: 'keep' | 'delete' | undefined) => {
    if (keepOrDelete === 'delete') await desk.end()
    return snapshots.leave(connectionId, keepOrDelete === 'delete')
  }
  const os = implementBridge(log)

  return os.router({
    shell: {
      info: os.shell.info.handler(() => parts.shellInfo()),
      diagnostics: os.shell.diagnostics.handler(() => parts.diagnostics()),
      openLog: os.shell.openLog.handler(() => parts.openLog()),
      links: os.shell.links.handler(({ signal }) => parts.links.follow(untilClosed(signal))),
    },
    settings: {
      read: os.settings.read.handler(() => settings.read()),
      write: os.settings.write.handler(async ({ input }) => unwrap(await settings.write(input))),
    },
    connections: {
      list: os.connections.list.handler(() => connections.list()),
      save: os.connections.save.handler(async ({ input }) => unwrap(pruned(await connections.save(input)))),
      test: os.connections.test.handler(async ({ input, signal }) => {
        const access = unwrap(await connections.accessOfDraft(input))
        return unwrap(await probe(service, access, now, untilClosed(signal)))
      }),
      forgetToken: os.connections.forgetToken.handler(
        async ({ input: { connectionId, anyway, snapshots: keepOrDelete } }) => {
          const changed = await droppingRows(connectionId, () => connections.forgetToken(connectionId, anyway))
          unwrap(await leave(connectionId, keepOrDelete))
          return changed
        },
      ),
      replaceToken: os.connections.replaceToken.handler(async ({ input }) =>
        unwrap(pruned(await connections.replaceToken(input.connectionId, input.token))),
      ),
      delete: os.connections.delete.handler(async ({ input: { connectionId, anyway, snapshots: keepOrDelete } }) => {
        const gone = (await connections.list()).find(({ id }) => id === connectionId)
        const left = await droppingRows(connectionId, () => connections.delete(connectionId, anyway))
        if (gone !== undefined && left.every(({ baseUrl }) => baseUrl !== gone.baseUrl)) {
          await parts.receipts.forget(gone.baseUrl)
        }
        unwrap(await leave(connectionId, keepOrDelete))
        unwrap(await findings.forget(connectionId))
        await remembered.forget(connectionId)
        return left
      }),
      decideAccount: os.connections.decideAccount.handler(async ({ input }) =>
        unwrap(pruned(await connections.decideAccount(input.connectionId, input.same))),
      ),
      keyIsIn: os.connections.keyIsIn.handler(async ({ input: { connectionId, text } }) => {
        const access = await connections.access(connectionId)
        return access.ok && redactToken(text, access.value.token) !== text
      }),
      findings: os.connections.findings.handler(async ({ input: { connectionId } }) => {
        const connection = (await connections.list()).find(({ id }) => id === connectionId)
        return connection === undefined ? [] : unwrap(await findings.of(connection))
      }),
      exploreSampleData: os.connections.exploreSampleData.handler(async () =>
        unwrap(await sample.connect(connections)),
      ),
      readCustomerNames: os.connections.readCustomerNames.handler(({ input }) => readCustomerNames(input.text)),
      saveSampleInvoice: os.connections.saveSampleInvoice.handler(async ({ context }) =>
        unwrap(await saveSampleInvoice(now(), { saving: parts.saving, offer: context.offerDownload ?? null })),
      ),
    },
    events: eventCalls(os, { ...parts, accessOf }),
    fileCheck: fileCheckCalls(os, parts),
    verification: verificationCalls(os, parts),
    snapshots: snapshotCalls(os, parts),
    exports: exportCalls(os, { ...parts, caseParts }),
    cache: cacheCalls(os, { cache, withOwner }),
    remembered: {
      read: os.remembered.read.handler(async ({ input: { connectionId, name } }) =>
        remembered.read(await ownerOf(connectionId), name),
      ),
      write: os.remembered.write.handler(async ({ input: { connectionId, name, value } }) =>
        unwrap(await remembered.write(await ownerOf(connectionId), name, value)),
      ),
    },
    activity: {
      list: os.activity.list.handler(() => activity.list()),
    },
  })
}

/** Calls `use` with the owner of a connection's cached rows; returns `otherwise` if the connection caches nothing. */
export type WithOwner = <T>(
  connectionId: string,
  otherwise: T,
  use: (owner: CacheOwner) => T | Promise<T>,
) => Promise<T>

/** The calls to the local cache. Each looks up its connection's owner; none waits for a write. */
export function cacheCalls(
  { cache: os }: BridgeCalls,
  { cache, withOwner }: { cache: DeferredCache; withOwner: WithOwner },
) {
  let clearings = 0
  /** Like withOwner, for calls that add rows: one that began before the cache was cleared adds nothing afterwards. */
  const adding: WithOwner = (connectionId, otherwise, use) => {
    const before = clearings
    return withOwner(connectionId, otherwise, (owner) => (clearings === before ? use(owner) : otherwise))
  }
  return {
    read: os.read.handler(({ input: { connectionId, key } }) =>
      withOwner(connectionId, null, (owner) => cache.read(owner, key)),
    ),
    write: os.write.handler(({ input: { connectionId, key, value } }) =>
      adding(connectionId, null, (owner) => {
        void cache.write(owner, key, value)
        return null
      }),
    ),
    remove: os.remove.handler(({ input: { connectionId, key } }) =>
      withOwner(connectionId, null, (owner) => {
        void cache.remove(owner, key)
        return null
      }),
    ),
    recordFirstSeen: os.recordFirstSeen.handler(({ input: { connectionId, account, events } }) =>
      adding(connectionId, [], (owner) => (owner.account === account ? cache.recordFirstSeen(owner, events) : [])),
    ),
    firstSeen: os.firstSeen.handler(({ input: { connectionId, account, eventId } }) =>
      withOwner(connectionId, null, (owner) => (owner.account === account ? cache.firstSeen(owner, eventId) : null)),
    ),
    status: os.status.handler(() => cache.status()),
    clear: os.clear.handler(() => {
      clearings += 1
      void cache.clear()
      return cache.status()
    }),
  }
}
