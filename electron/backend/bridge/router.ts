// bridge/ answers every call of the page, as the contract has it, with the parts of the backend.
import { type Case, requestsOf } from '../../../shared/case/case.ts'
import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result } from '../../../shared/failure/failure.ts'
import type { CacheOwner } from '../cache/cache.ts'
import type { DeferredCache } from '../cache/open-cache.ts'
import { readCustomerNames } from '../check/customer-names-text.ts'
import { saveCase, saveSampleInvoice, saveShapes } from '../export/save-text-file.ts'
import { probe } from '../http/probe.ts'
import { redactToken } from '../http/secrets.ts'
import { caseDiagnostics } from './diagnostics.ts'
import { type AskedService, eventCalls } from './event-calls.ts'
import { type BridgeCalls, implementBridge, type RouterParts, unwrap } from './implement-bridge.ts'
import { snapshotCalls } from './implement-snapshot-calls.ts'

/** Answers every call of the contract with the parts of the backend, for either shell. */
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

  /** Fails with `connection-changed` where the connection is no longer as the page knows it. */
  const accessOf = async ({ connectionId, account }: AskedService) => {
    const access = await connections.access(connectionId)
    if (!access.ok) return access
    // The owner is asked after the access: what changes between the two shows here.
    const owner = await connections.cacheOwner(connectionId)
    const changed = owner !== null && owner.account !== account
    return changed ? failed({ kind: 'connection-changed', connectionId }) : access
  }
  const withOwner: WithOwner = async (connectionId, otherwise, use) => {
    const owner = await connections.cacheOwner(connectionId)
    return owner === null ? otherwise : use(owner)
  }
  /**
   * Makes a change that none of the connection's cached rows outlives. Their owner is looked up before: afterwards the
   * connection may be gone, and with it who that was.
   */
  const droppingRows = async <T>(connectionId: string, change: () => Promise<Result<T>>) => {
    const owner = await connections.cacheOwner(connectionId)
    const changed = unwrap(await change())
    if (owner !== null) void cache.forget(owner.connectionId)
    return changed
  }
  /**
   * Drops the cached rows that a changed connection no longer owns: those of all its accounts but the present one.
   * While the user is still asked whether `hiddenAccount` is the same account, they stay.
   */
  const pruned = (result: Result<Connection>): Result<Connection> => {
    if (!result.ok) return result
    const { id, account: exceptAccount, hiddenAccount } = result.value
    if (hiddenAccount === null) void cache.forget(id, exceptAccount)
    return result
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
    exports: exportCalls(os, parts),
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
  /** It is withOwner for calls that add rows: one that began before the cache was cleared adds nothing afterwards. */
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

// Files that are made: exports, tables, reports.

function exportCalls({ exports: os }: BridgeCalls, parts: RouterParts) {
  const { exports, tableFiles: tables, saving, untilClosed, connections, activity, now } = parts
  /** Tells what the file of a report says of the program, and the keys that it must not hold. */
  const caseParts = async ({ case: known, connectionId }: { case: Case; connectionId: string }) => {
    const { version, shell, runtime, platform } = await parts.shellInfo()
    const all = await connections.list()
    const tokens = await Promise.all(all.map(({ id }) => connections.access(id)))
    const connection = all.find(({ id }) => id === connectionId)
    const requests = connection === undefined ? [] : requestsOf(known, connection, activity.list())
    return {
      saving,
      facts: {
        program: `Eventscope ${version}`,
        at: new Date(now()).toISOString(),
        diagnostics: caseDiagnostics({ shell, runtime, platform }, requests),
      },
      tokens: tokens.flatMap((access) => (access.ok ? [access.value.token] : [])),
    }
  }
  return os.router({
    open: os.open.handler(async ({ input }) => unwrap(await exports.open(input))),
    add: os.add.handler(({ input }) => unwrap(exports.add(input.exportId, input.sources))),
    preview: os.preview.handler(async ({ input, signal }) =>
      unwrap(await exports.preview(input.exportId, input.options, untilClosed(signal))),
    ),
    start: os.start.handler(async ({ input: { exportId, options }, context }) =>
      unwrap(await exports.start(exportId, options, context.offerDownload ?? null)),
    ),
    startAll: os.startAll.handler(async ({ input: { order, options, namedAt } }) =>
      unwrap(await exports.startAll(order, options, namedAt)),
    ),
    save: os.save.handler(async ({ input, context }) =>
      unwrap(await exports.save(input.exportId, context.offerDownload ?? null)),
    ),
    cancel: os.cancel.handler(async ({ input }) => unwrap(await exports.cancel(input.exportId))),
    remove: os.remove.handler(async ({ input }) => unwrap(await exports.remove(input.exportId))),
    list: os.list.handler(() => exports.list()),
    again: os.again.handler(async ({ input }) => unwrap(await exports.again(input.exportId))),
    receipt: os.receipt.handler(({ input, context }) =>
      unwrap(exports.receipt(input.exportId, context.offerDownload ?? null)),
    ),
    charges: os.charges.handler(({ input, context }) =>
      unwrap(exports.charges(input.exportId, context.offerDownload ?? null)),
    ),
    receiptFacts: os.receiptFacts.handler(async ({ input }) => unwrap(await exports.receiptFacts(input.exportId))),
    openTable: os.openTable.handler(async ({ input, context }) =>
      unwrap(await tables.open(input, context.offerDownload ?? null)),
    ),
    addToTable: os.addToTable.handler(async ({ input }) => unwrap(await tables.add(input.tableId, input.rows))),
    saveTable: os.saveTable.handler(async ({ input }) => unwrap(await tables.save(input.tableId))),
    cancelTable: os.cancelTable.handler(({ input }) => {
      tables.cancel(input.tableId)
      return null
    }),
    saveCase: os.saveCase.handler(async ({ input, context }) =>
      unwrap(await saveCase(input, { ...(await caseParts(input)), offer: context.offerDownload ?? null })),
    ),
    saveShapes: os.saveShapes.handler(async ({ input, context }) =>
      unwrap(await saveShapes(input.text, { saving, offer: context.offerDownload ?? null })),
    ),
    showInFolder: os.showInFolder.handler(({ input }) => unwrap(exports.showInFolder(input.exportId))),
  })
}

// Files that are held against a snapshot, or against their receipts.

function fileCheckCalls({ fileCheck: os }: BridgeCalls, { heldFiles: files }: RouterParts) {
  return os.router({
    open: os.open.handler(({ input: { name, bytes } }) => unwrap(files.open(name, bytes))),
    add: os.add.handler(({ input: { fileId, chunk } }) => unwrap(files.add(fileId, Buffer.from(chunk, 'base64')))),
    close: os.close.handler(({ input }) => {
      files.close(input.fileId)
      return null
    }),
  })
}

/** `open` lets go of the held receipt that it is given: its id is good for one file. */
function verificationCalls({ verification: os }: BridgeCalls, { verifications, receipts, heldFiles }: RouterParts) {
  return os.router({
    expects: os.expects.handler(({ input }) => receipts.expects(input.bytes)),
    open: os.open.handler(({ input: { receiptId, ...file } }) => {
      const text = receiptId === null ? null : unwrap(heldFiles.get(receiptId))
      if (receiptId !== null) heldFiles.close(receiptId)
      return unwrap(verifications.open(file, text && new Uint8Array(text.bytes)))
    }),
    add: os.add.handler(async ({ input: { verificationId, chunk } }) =>
      unwrap(await verifications.add(verificationId, Buffer.from(chunk, 'base64'))),
    ),
    end: os.end.handler(async ({ input }) => unwrap(await verifications.end(input.verificationId))),
    close: os.close.handler(({ input }) => {
      verifications.close(input.verificationId)
      return null
    }),
  })
}
