// contract/ is all that the page and the backend may say to each other.
// The bridge: every call that the page may make, over a MessagePort (desktop) or HTTP (browser shell).
// Failures come as the typed error FAILURE; what the backend sends is validated at its own edge and only declared here.
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import { audienceSchema, CASE_FORMATS, caseSchema } from '../case/case.ts'
import { type CustomerNamesReading, LONGEST_NAMES_TEXT, MOST_CHUNK_BYTES } from '../check/checked-file.ts'
import { type Connection, connectionDraftSchema, type ProbeReport } from '../connection/connection.ts'
import { filtersSchema, searchRequestSchema } from '../event/event.ts'
import {
  type ExportedTableOutcome,
  type OpenedTable,
  tableHeadSchema,
  tableRowsSchema,
} from '../export/exported-table.ts'
import {
  type AllMatchesStart,
  type ExportEntry,
  type ExportPreview,
  type ExportStart,
  exportOptionsSchema,
  exportSubjectSchema,
  type SavedCase,
  type SavedText,
} from '../export/file-export.ts'
import type { OpenedVerification, ReceiptFacts, VerificationOutcome } from '../export/verification-outcome.ts'
import type { Failure } from '../failure/failure.ts'
import type { SentAnswer } from '../search/search-page.ts'
import { type Distribution, type EdgeOutcome, MOST_BINS } from '../search/time-search.ts'
import { LONGEST_SHAPES } from '../shape/expected-shapes.ts'
import { type ServiceFinding, snapshotOrderSchema } from '../snapshot/snapshot.ts'
import { account, call, connectionId } from './call.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { fileCheckCalls, snapshotCalls } from './snapshot-calls.ts'

// Calls that go to the service (docs/interface.md).

const eventCalls = {
  /** POST /v1/events/search (docs/interface.md 4.2). Aborting the call aborts the request. */
  search: call
    // `once`: a single attempt, for what nobody waits for.
    .input(z.object({ ...account, request: searchRequestSchema, once: z.boolean().optional() }))
    .output(eventIterator(type<SentAnswer>())),
  /** GET /v1/events/<event_id> (docs/interface.md 4.1); "." and ".." are searched for with the event_id filter. */
  get: call.input(z.object({ ...account, eventId: z.string().min(1) })).output(eventIterator(type<SentAnswer>())),
  /** The first or the last event that matches, in at most `mostEdgeRequests`. Aborting the call ends its requests. */
  edge: call
    .input(z.object({ ...account, filters: filtersSchema, side: z.enum(['first', 'last']) }))
    .output(type<EdgeOutcome>()),
  /** How many events lie in each segment from one of `edges` (RFC 3339, in order) to the next; two at a time. */
  distribution: call
    .input(
      z.object({
        ...account,
        filters: filtersSchema,
        edges: z
          .array(z.iso.datetime())
          .min(2)
          .max(MOST_BINS + 1),
      }),
    )
    .output(type<Distribution>()),
}

// Connections: saved, tried out, given another API key, forgotten.

/** One of these becomes of the snapshots of a connection. */
const keepOrDelete = z.enum(['keep', 'delete'])

const connectionCalls = {
  list: call.output(type<Connection[]>()),
  /** Creates or changes. Failures `invalid` name the field. */
  save: call.input(connectionDraftSchema).output(type<Connection>()),
  /** One search of limit 1 with what was typed; stores nothing. */
  test: call.input(connectionDraftSchema).output(type<ProbeReport>()),
  /**
   * Failure `keychain` where that does not remove the token; `anyway` it is never used again, and removed later. Its
   * readings pause; `snapshots` says what becomes of what was read, which is kept where that is absent.
   */
  forgetToken: call
    .input(z.object({ connectionId, anyway: z.boolean().optional(), snapshots: keepOrDelete.optional() }))
    .output(type<Connection>()),
  /** A new token in place of one that was refused. */
  replaceToken: call.input(z.object({ connectionId, token: z.string() })).output(type<Connection>()),
  /** Its token goes with it, as with `forgetToken`. */
  delete: call
    .input(z.object({ connectionId, anyway: z.boolean().optional(), snapshots: keepOrDelete.optional() }))
    .output(type<Connection[]>()),
  /** Says after a changed token whether the cached rows are of the same account: shows them again, or drops them. */
  decideAccount: call.input(z.object({ connectionId, same: z.boolean() })).output(type<Connection>()),
  /** Whether the connection's API key is in a text that is to leave this computer, encoded or not. */
  keyIsIn: call.input(z.object({ connectionId, text: z.string().max(100_000) })).output(type<boolean>()),
  /** What readings saw of its service where the interface is silent; none where it moved to another server since. */
  findings: call.input(z.object({ connectionId })).output(type<ServiceFinding[]>()),
  /** Starts the reference service in a worker with a random token, once a run. */
  exploreSampleData: call.output(type<Connection>()),
  /** A customer's invoice for the last month of the sample data, as CSV. */
  saveSampleInvoice: call.output(type<SavedText>()),
  /** This is what a list of customers' names says; nothing is kept by it. */
  readCustomerNames: call
    .input(z.object({ text: z.string().max(LONGEST_NAMES_TEXT) }))
    .output(type<CustomerNamesReading>()),
}

// Files that are written: exports, tables, reports.

const exportId = z.string()
/** The last instant that a Date knows. */
const LAST_MS = 8.64e15

/**
 * `open`, for rows of the screen `add` in chunks (a bridge body is at most 4 MiB), `preview` as often as options
 * change, `start`. Failures: `invalid` names `export`; `disk` where a snapshot cannot be read any more.
 */
const exportCalls = {
  /** What is opened and not started is dropped after a while. Failure `invalid` for a snapshot that is not finished. */
  open: call.input(exportSubjectSchema).output(type<{ exportId: string }>()),
  /** `sources`: events' exact JSON texts, parsed again on this side. */
  add: call.input(z.object({ exportId, sources: z.array(z.string()) })).output(type<{ rows: number }>()),
  /** A new one cancels the one before; so does aborting. */
  preview: call.input(z.object({ exportId, options: exportOptionsSchema })).output(type<ExportPreview>()),
  /** Asks the user where to (desktop), or gives an address for the browser to download from, good for this session. */
  start: call.input(z.object({ exportId, options: exportOptionsSchema })).output(type<ExportStart>()),
  /**
   * Reads every match of a search and then writes it, whatever becomes of the window; asks where to before that
   * (desktop). In the browser shell its file is `ready` then. `namedAt`: the time that its name tells where it tells
   * one, ms since 1970; now when left out. Fails as `snapshots.take`, or with `invalid` for a zone that is not known.
   */
  startAll: call
    .input(
      z.object({
        order: snapshotOrderSchema,
        options: exportOptionsSchema,
        namedAt: z.int().min(0).max(LAST_MS).optional(),
      }),
    )
    .output(type<AllMatchesStart>()),
  /** The address of a `ready` file, good once and for a minute. Failure `invalid` if another window was first. */
  save: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** Cancels any that is open or not over, from any window; nothing half is left, nor matches half read. */
  cancel: call.input(z.object({ exportId })).output(type<null>()),
  /**
   * Removes any that is over or `ready`, from any window: it is listed no more, and the matches that were read for its
   * file are deleted, unless another export is of them. Failure `invalid` where it is still being made.
   */
  remove: call.input(z.object({ exportId })).output(type<null>()),
  /** Started in this run, latest first, at most 50. */
  list: call.output(type<ExportEntry[]>()),
  /** The same rows as a new export, to be started with the same options or others. */
  again: call.input(z.object({ exportId })).output(type<{ exportId: string }>()),
  /** An address of the receipt, good once and for a minute, where the file was handed to the browser. */
  receipt: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** The same of the file of charges that the receipt names. */
  charges: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** This is what the receipt of a written file says, to be added to a case. Failure `invalid`: it is kept no more. */
  receiptFacts: call.input(z.object({ exportId })).output(type<{ connectionId: string; receipt: ReceiptFacts }>()),
  /**
   * A table of figures as an Excel file, with where it comes from on a sheet of its own. Asks the user where to
   * (desktop), or gives an address for the browser to download from at once; its lines follow, then `saveTable`.
   */
  openTable: call.input(tableHeadSchema).output(type<OpenedTable>()),
  /** Lines in chunks: a bridge body is at most 4 MiB. Answers once the next has room; failure `cancelled`, `disk`. */
  addToTable: call.input(z.object({ tableId: z.string(), rows: tableRowsSchema })).output(type<null>()),
  saveTable: call.input(z.object({ tableId: z.string() })).output(type<ExportedTableOutcome>()),
  /** Cancels one that is not saved; nothing half is left. */
  cancelTable: call.input(z.object({ tableId: z.string() })).output(type<null>()),
  /**
   * A case as a file for somebody, without any API key that is known here; of the requests to its connection it has
   * those of its entries. Nothing is written where an entry is `refused`.
   */
  saveCase: call
    .input(
      z.object({ connectionId: z.string(), case: caseSchema, audience: audienceSchema, format: z.enum(CASE_FORMATS) }),
    )
    .output(type<SavedCase>()),
  /** Expected shapes as a file of their own. Failure `invalid` where the text is none. */
  saveShapes: call.input(z.object({ text: z.string().max(LONGEST_SHAPES) })).output(type<SavedText>()),
  /** The file has to be one that this run wrote. */
  showInFolder: call.input(z.object({ exportId })).output(type<null>()),
}

// Files held against their receipts. A file comes in chunks and is not held, whatever its size.

const verificationId = z.string()
const bytes = z.int().min(0)

/**
 * `open`, `add` until all of the file is there, `end`; where that says `again`, `add` and `end` once more. It is
 * dropped with `close`, with a third one, and five minutes after its last chunk. Failure `invalid` names `file`: the
 * receipt is none, or it was dropped.
 */
const verificationCalls = {
  /** Whether a file of this size may be one whose receipt is kept on this computer. */
  expects: call.input(z.object({ bytes })).output(type<boolean>()),
  /** `receiptId`: the receipt, as `fileCheck.open` calls it; null: a kept one is found by the file's hash. */
  open: call
    .input(z.object({ name: z.string().max(1_000), bytes, receiptId: z.string().nullable() }))
    .output(type<OpenedVerification>()),
  /** The chunks come in order; `chunk` is base64. */
  add: call
    .input(z.object({ verificationId, chunk: z.base64().max(Math.ceil(MOST_CHUNK_BYTES / 3) * 4) }))
    .output(type<null>()),
  end: call.input(z.object({ verificationId })).output(type<VerificationOutcome>()),
  close: call.input(z.object({ verificationId })).output(type<null>()),
}

// The local cache (docs/decisions/local-cache.md), and how events were first seen.

/** Nothing here fails: a failed read is null, a failed write a notice. */
const cacheCalls = {
  read: call.input(z.object({ connectionId, key: z.string() })).output(type<string | null>()),
  write: call.input(z.object({ connectionId, key: z.string(), value: z.string() })).output(type<null>()),
  remove: call.input(z.object({ connectionId, key: z.string() })).output(type<null>()),
  /**
   * The interface has no way to change an event, so someone should know when one did. Remembers the events that were
   * never seen; answers with how the others were first seen, where their text was another. `account` is the one that
   * they were fetched with; one that is not in force any more is neither remembered nor answered.
   */
  recordFirstSeen: call
    .input(z.object({ ...account, events: z.array(z.object({ eventId: z.string(), source: z.string() })) }))
    .output(type<EarlierEvent[]>()),
  /** How an event was first seen; null when it never was, or that is not kept any more. */
  firstSeen: call.input(z.object({ ...account, eventId: z.string() })).output(type<EarlierEvent | null>()),
  status: call.output(type<CacheStatus>()),
  /** Drops every row of every connection. */
  clear: call.output(type<CacheStatus>()),
}

const rememberedName = z.string().min(1).max(100)

export const contract = {
  shell: {
    info: call.output(type<ShellInfo>()),
    /** Text for whoever helps: no names or addresses of services, no events, no secret. */
    diagnostics: call.output(type<string>()),
    /** Opens the log for its user where the shell can. */
    openLog: call.output(type<OpenedLogFile>()),
    /** Links that the shell was handed: each is told once, to the latest window that asks; a browser shell's is one. */
    links: call.output(eventIterator(type<string>())),
  },
  settings: {
    read: call.output(type<Settings>()),
    /** Answers with what is now in force. */
    write: call.input(settingsSchema.partial()).output(type<Settings>()),
  },
  connections: connectionCalls,
  events: eventCalls,
  snapshots: snapshotCalls,
  fileCheck: fileCheckCalls,
  verification: verificationCalls,
  exports: exportCalls,
  cache: cacheCalls,
  /**
   * The page remembers this of a connection between runs, each under a name: its columns, its searches. Sealed on the
   * disk; without a keychain for this run only. A new API key does not change whose it is.
   */
  remembered: {
    /** Null where nothing is. Answers once the keychain has. */
    read: call.input(z.object({ connectionId, name: rememberedName })).output(type<string | null>()),
    /** Fails with `disk`; then it is remembered for this run. */
    write: call
      .input(z.object({ connectionId, name: rememberedName, value: z.string().max(1024 * 1024) }))
      .output(type<null>()),
  },
  activity: {
    /** Newest first, at most 200. */
    list: call.output(type<ActivityEntry[]>()),
  },
}

export type Contract = typeof contract

/** A line of "Activity": one request to a service. It never holds the token, nor what was answered. */
export interface ActivityEntry {
  id: number
  /** This machine's clock, RFC 3339 UTC. */
  startedAt: string
  connectionName: string
  method: 'GET' | 'POST'
  url: string
  /** The JSON body as sent, or null. */
  body: string | null
  durationMs: number | null
  attempts: number
  outcome:
    | { state: 'running' }
    | { state: 'answered'; status: number; bytes: number }
    | { state: 'failed'; failure: Failure }
}

/** The local cache as "Settings" tells of it. */
export interface CacheStatus {
  place: 'disk' | 'memory'
  /** It says in words why the cache is in memory or what was lost; null when all is well. */
  notice: string | null
  entries: number
  /** It counts the values as they are kept. */
  bytes: number
  limitBytes: number
  /** Milliseconds after which an entry is gone. */
  retention: number
  /** The oldest entry was written at this time, RFC 3339 UTC. */
  oldest: string | null
}

/** An event as a service sent it: its id and its exact JSON text. */
export interface SentEvent {
  eventId: string
  source: string
}

/** An event as first seen, as long as that is kept. `seenAt`: RFC 3339 in UTC. */
export interface EarlierEvent extends SentEvent {
  seenAt: string
}

/** Where the log is; null: this shell keeps none. */
export interface OpenedLogFile {
  path: string | null
  /** Whether the shell has opened it for its user. */
  isShown: boolean
}

/** This is what the page is told of the shell that it runs in. */
export interface ShellInfo {
  shell: 'desktop' | 'browser'
  version: string
  /** People read it so, as "Electron 45.4.1" or "Node 24.21.0". */
  runtime: string
  platform: 'linux' | 'darwin' | 'win32' | 'other'
  keychain: { available: true; name: string } | { available: false; why: string }
  /** Why what is remembered of connections does not outlive this run, in a sentence; null where it does. */
  thisRunOnly: string | null
  /** This is what this start has to say, in words: a file that was set aside, variables that cannot be used. */
  notices: string[]
}
