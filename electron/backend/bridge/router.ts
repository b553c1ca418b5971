// bridge/ answers every call of the page, as the contract has it, with the parts of the backend.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { OpenedLogFile, ShellInfo } from '../../../shared/contract/contract.ts'
import { failed, type Result } from '../../../shared/failure/failure.ts'
import type { CacheOwner } from '../cache/cache.ts'
import type { DeferredCache } from '../cache/deferred-cache.ts'
import type { HeldFiles } from '../check/held-files.ts'
import type { Access } from '../connections/connection-access.ts'
import type { Connections } from '../connections/connections.ts'
import type { Remembered } from '../connections/remembered.ts'
import type { SampleData } from '../connections/sample-data.ts'
import type { SaveFiles } from '../export/delivery.ts'
import type { Exports } from '../export/exports.ts'
import type { KeptReceipts } from '../export/kept-receipts.ts'
import { saveSampleInvoice } from '../export/sample-invoice.ts'
import type { TableFiles } from '../export/table-files.ts'
import type { Verifications } from '../export/verifications.ts'
import type { Activity } from '../http/activity.ts'
import type { AnswerText, EventService } from '../http/event-service.ts'
import type { LiveCalls } from '../http/live-calls.ts'
import { describeError } from '../http/log-unexpected.ts'
import { probe } from '../http/probe.ts'
import { redactToken } from '../http/redact-token.ts'
import { backgroundLimits, interactiveLimits } from '../http/request-limits.ts'
import type { ReportProgress } from '../http/service-call.ts'
import type { ServiceFindings } from '../snapshots/reading/service-findings.ts'
import type { OpenSnapshots } from '../snapshots/taking/open-snapshots.ts'
import type { SettingsStore } from '../storage/settings.ts'
import type { ArrivedLinks } from './arrived-links.ts'
import { cacheCalls } from './cache-calls.ts'
import { caseDiagnostics } from './diagnostics.ts'
import { exportCalls } from './export-calls.ts'
import { fileCheckCalls } from './file-check-calls.ts'
import { historyCalls } from './history-calls.ts'
import { implementBridge, unwrap } from './implement-bridge.ts'
import { progressStream } from './progress-stream.ts'
import { snapshotCalls } from './snapshot-calls.ts'
import { verificationCalls } from './verification-calls.ts'

/** The parts that calls use. */
export interface RouterParts {
  shellInfo: () => Promise<ShellInfo>
  links: ArrivedLinks
  diagnostics: () => Promise<string>
  openLog: () => Promise<OpenedLogFile>
  settings: SettingsStore
  connections: Connections
  sample: SampleData
  service: EventService
  exports: Exports
  tableFiles: TableFiles
  /** How files are written; null where the browser fetches them. */
  saving: SaveFiles | null
  snapshots: OpenSnapshots
  heldFiles: HeldFiles
  receipts: KeptReceipts
  verifications: Verifications
  live: LiveCalls
  findings: ServiceFindings
  /** Not guessable, and usable in a file's name. */
  randomId: () => string
  cache: DeferredCache
  remembered: Remembered
  activity: Activity
  now: () => number
  /** For unexpected errors; the page is told only that there was one. */
  log: (line: string) => void
  /** Aborted when the backend closes. */
  closing: AbortSignal
}

export function createRouter(parts: RouterParts) {
  const { settings, connections, sample, service, cache, remembered, activity, now, log, closing } = parts
  const { findings, live } = parts
  const { snapshots, desk } = parts.snapshots

  const untilClosed = (signal: AbortSignal | undefined) => (signal ? AbortSignal.any([signal, closing]) : closing)
  const onUnread = (error: unknown) => log(`Unexpected error after a call was given up: ${describeError(error)}`)
  /** As the page knows the connection. */
  const accessOf = async ({ connectionId, account }: Pick<ServiceCall, 'connectionId' | 'account'>) => {
    const access = await connections.access(connectionId)
    if (!access.ok) return access
    // After the access: what changes between the two shows here.
    const owner = await connections.cacheOwner(connectionId)
    const changed = owner !== null && owner.account !== account
    return changed ? failed({ kind: 'connection-changed', connectionId }) : access
  }
  /** What a call to a service tells while it is under way; the connection is looked up first. */
  const calling = (asked: ServiceCall, call: (access: Access, report: ReportProgress) => Promise<Result<AnswerText>>) =>
    progressStream(
      async (report) => {
        const access = await accessOf(asked)
        return access.ok ? call(access.value, report) : access
      },
      unwrap,
      onUnread,
    )

  /** What `use` makes of the owner of a connection's cached rows; `otherwise` where the connection keeps none. */
  const withOwner = async <T>(connectionId: string, otherwise: T, use: (owner: CacheOwner) => T | Promise<T>) => {
    const owner = await connections.cacheOwner(connectionId)
    return owner === null ? otherwise : use(owner)
  }
  /** Whose a connection's columns and searches are; the sample data's are there as long as its folder is. */
  const ownerOf = (connectionId: string) => withOwner(connectionId, connectionId, (owner) => owner.connectionId)
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
  const caseParts = async () => {
    const { version, shell, runtime, platform } = await parts.shellInfo()
    const tokens = await Promise.all((await connections.list()).map(({ id }) => connections.access(id)))
    return {
      saving: parts.saving,
      facts: {
        program: `Eventscope ${version}`,
        at: new Date(now()).toISOString(),
        diagnostics: caseDiagnostics({ shell, runtime, platform }, activity.list()),
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
      saveSampleInvoice: os.connections.saveSampleInvoice.handler(async ({ context }) =>
        unwrap(await saveSampleInvoice(now(), { saving: parts.saving, offer: context.offerDownload ?? null })),
      ),
    },
    events: {
      ...historyCalls(os, { service, accessOf, untilClosed }),
      search: os.events.search.handler(({ input, signal }) => {
        const limits = input.once ? backgroundLimits : interactiveLimits
        return live.first(
          calling(input, (access, report) =>
            service.searchText(access, input.request, { signal: untilClosed(signal), report, limits }),
          ),
        )
      }),
      get: os.events.get.handler(({ input, signal }) =>
        live.first(
          calling(input, (access, report) =>
            service.getText(access, input.eventId, { signal: untilClosed(signal), report }),
          ),
        ),
      ),
    },
    fileCheck: fileCheckCalls(os, { desk, files: parts.heldFiles, untilClosed }),
    verification: verificationCalls(os, { ...parts, kept: parts.receipts, files: parts.heldFiles }),
    snapshots: snapshotCalls(os, { ...parts, desk, untilClosed }),
    exports: exportCalls(os, {
      exports: parts.exports,
      tables: parts.tableFiles,
      caseParts,
      saving: parts.saving,
      untilClosed,
    }),
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

/** Which connection, and the account of it that the page shows. */
type ServiceCall = { connectionId: string; account: number }
