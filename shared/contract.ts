// The bridge: every call that the page may make, over a MessagePort (desktop) or HTTP (browser shell).
// Failures come as the typed error FAILURE; what the backend sends is validated at its own edge and only declared here.
import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { type Connection, connectionDraftSchema, type ProbeReport } from './connection.ts'
import { type AnswerInfo, filtersSchema, searchRequestSchema } from './event.ts'
import { type ExportedTableOutcome, exportedTableSchema } from './exported-table.ts'
import { type Failure, failureSchema } from './failure.ts'
import {
  type ExportEntry,
  type ExportPreview,
  type ExportStart,
  type ExportStatus,
  exportOptionsSchema,
  exportSubjectSchema,
} from './file-export.ts'
import { type Settings, settingsSchema } from './settings.ts'
import {
  MOST_STEPS,
  type ServiceFinding,
  type SnapshotList,
  type SnapshotStep,
  snapshotSearchSchema,
} from './snapshot.ts'
import { type ChangesAnswer, changesQuestionSchema } from './snapshot-changes.ts'
import {
  type ChecksAnswer,
  checksQuestionSchema,
  type DuplicatesAnswer,
  duplicatesQuestionSchema,
} from './snapshot-checks.ts'
import type { Asked, LoadStep } from './snapshot-question.ts'
import { snapshotRangeSchema } from './snapshot-range.ts'
import { type RowsAnswer, rowsQuestionSchema } from './snapshot-rows.ts'
import { type TotalsAnswer, totalsQuestionSchema } from './snapshot-totals.ts'
import { type ValuesAnswer, valuesQuestionSchema } from './snapshot-values.ts'
import { type Distribution, type EdgeOutcome, MOST_BINS, type Recheck } from './time-search.ts'

/** How far a call that goes to the service has come. */
export type CallStep =
  /** `of`: how many attempts there are at most. */
  | { type: 'attempt'; attempt: number; of: number }
  /** Attempt `next` starts in `waitMs`; `asked` when the service itself asked to wait (Retry-After). */
  | { type: 'waiting'; next: number; of: number; waitMs: number; asked: boolean; because: Failure }

/**
 * What crosses the bridge: an answer's JSON in pieces, as the service sent it, then how it came. The page reads it as the
 * backend did before. An answer of 32 MiB that crossed whole, and built, would cost each side several times that.
 */
export type SentAnswer = CallStep | { type: 'text'; text: string } | { type: 'answer'; info: AnswerInfo }

/** What a call tells the page; `answer` is the last. */
export type Progress<T> = CallStep | { type: 'answer'; answer: T }

export interface ShellInfo {
  shell: 'desktop' | 'browser'
  version: string
  /** For people, as "Electron 45.4.1" or "Node 24.21.0". */
  runtime: string
  platform: 'linux' | 'darwin' | 'win32' | 'other'
  keychain: { available: true; name: string } | { available: false; why: string }
  /** What this start has to say, in words: a file that was set aside, variables that cannot be used. */
  notices: string[]
}

/** What "Settings" says of the local cache. */
export interface CacheStatus {
  place: 'disk' | 'memory'
  /** In words, why it is in memory or what was lost; null when all is well. */
  notice: string | null
  entries: number
  /** Of the values as they are kept. */
  bytes: number
  limitBytes: number
  /** Milliseconds after which an entry is gone. */
  retention: number
  /** When the oldest entry was written, RFC 3339 UTC. */
  oldest: string | null
}

/** An event as a service sent it: its id and its exact JSON text. */
export interface SentEvent {
  eventId: string
  source: string
}

/** An event as it was first seen (RFC 3339 UTC), as long as that is kept. */
export interface EarlierEvent extends SentEvent {
  seenAt: string
}

/** One request to a service. Never holds the token, nor what was answered. */
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

const call = oc.errors({ FAILURE: { data: failureSchema } })
const connectionId = z.string()
const snapshotId = z.string()
/** `slot`: what the page asks for, as a name of its own: one table, one chart. */
const asking = <Question extends z.ZodType>(question: Question) =>
  z.object({ snapshotId, slot: z.string().min(1).max(200), question })
/** What becomes of the snapshots of a connection. */
const fate = z.enum(['keep', 'delete'])
const rememberedName = z.string().min(1).max(100)
/** `account`: the one that the page shows; a connection that is another by now answers nothing under the old header. */
const account = { connectionId, account: z.int() }

export const contract = {
  shell: { info: call.output(type<ShellInfo>()) },
  settings: {
    read: call.output(type<Settings>()),
    /** Answers with what is now in force. */
    write: call.input(settingsSchema.partial()).output(type<Settings>()),
  },
  connections: {
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
      .input(z.object({ connectionId, anyway: z.boolean().optional(), snapshots: fate.optional() }))
      .output(type<Connection>()),
    /** A new token in place of one that was refused. */
    replaceToken: call.input(z.object({ connectionId, token: z.string() })).output(type<Connection>()),
    /** With its token, as `forgetToken` does. */
    delete: call
      .input(z.object({ connectionId, anyway: z.boolean().optional(), snapshots: fate.optional() }))
      .output(type<Connection[]>()),
    /** After a changed token: whether the rows cached before are of the same account. Shows them again, or drops them. */
    decideAccount: call.input(z.object({ connectionId, same: z.boolean() })).output(type<Connection>()),
    /** What readings saw of its service where the interface is silent; none where it moved to another server since. */
    findings: call.input(z.object({ connectionId })).output(type<ServiceFinding[]>()),
    /** Starts the reference service in a worker with a random token, once a run. */
    exploreSampleData: call.output(type<Connection>()),
  },
  events: {
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
    /** How many events lie in each stretch from one of `edges` (RFC 3339, in order) to the next; two requests at a time. */
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
  },
  /** Every match of a search, read once and kept (docs/decisions/snapshots.md). */
  snapshots: {
    /** Begins to read, at once or when its turn comes: two at a time. Failure `invalid` for a name or range that cannot be. */
    take: call
      .input(
        z.object({ ...account, search: snapshotSearchSchema, range: snapshotRangeSchema, name: z.string().optional() }),
      )
      .output(type<{ snapshotId: string }>()),
    list: call.output(type<SnapshotList>()),
    /** How it stands now, then each change, until it is finished or deleted. To stop listening changes nothing. */
    progress: call.input(z.object({ snapshotId })).output(eventIterator(type<SnapshotStep>())),
    /**
     * How each stands just now, from memory: for a page that asks again and again, where a stream for each reading would
     * take the few connections that a browser has. Null for one that this run has not read.
     */
    steps: call
      .input(z.object({ snapshotIds: z.array(snapshotId).max(MOST_STEPS) }))
      .output(type<(SnapshotStep | null)[]>()),
    /** What came is kept. */
    pause: call.input(z.object({ snapshotId })).output(type<null>()),
    /**
     * Goes on where it was, in this run or a later one. `sameAccount`: its user says that the API key of now is of the
     * account that it was begun with; the base URL has to be the same in any case.
     */
    resume: call.input(z.object({ snapshotId, sameAccount: z.boolean().optional() })).output(type<null>()),
    /** For good: what is there is kept as incomplete, or goes. */
    stop: call.input(z.object({ snapshotId, keep: z.boolean() })).output(type<null>()),
    rename: call.input(z.object({ snapshotId, name: z.string() })).output(type<null>()),
    /** Days from when it was begun; null: never by itself. */
    deleteAfter: call.input(z.object({ snapshotId, days: z.int().min(1).nullable() })).output(type<null>()),
    /** Marks it as closed, with one total a day as the service counts now; a null note takes the mark away. */
    close: call.input(z.object({ snapshotId, note: z.string().max(2_000).nullable() })).output(type<null>()),
    /**
     * Asks of a closed one the totals of its days again, as they were asked then: at most one request a day. What differs is
     * for a snapshot of those days, and `questions.changes` within them; all else that may have changed, for a new one.
     */
    recheck: call.input(z.object({ snapshotId })).output(type<Recheck>()),
    /** Also one that cannot be read. Failure `invalid` for a closed one, unless `evenClosed`. */
    delete: call.input(z.object({ snapshotId, evenClosed: z.boolean().optional() })).output(type<null>()),
    /** Ids of those that hold an event of the customer: every row is gone through. */
    holding: call.input(z.object({ customerId: z.string().min(1) })).output(type<string[]>()),
    /**
     * What a snapshot answers over all of its rows, loaded in a worker (docs/decisions/snapshots.md). A question takes the
     * place of the one that is under way in its slot; one whose call is aborted is dropped. Failure `disk` where there is no
     * such snapshot.
     */
    questions: {
      /** Loads it unless it is; a question does so too. To stop listening changes nothing. */
      load: call.input(z.object({ snapshotId })).output(eventIterator(type<LoadStep>())),
      rows: call.input(asking(rowsQuestionSchema)).output(type<Asked<RowsAnswer>>()),
      totals: call.input(asking(totalsQuestionSchema)).output(type<Asked<TotalsAnswer>>()),
      values: call.input(asking(valuesQuestionSchema)).output(type<Asked<ValuesAnswer>>()),
      duplicates: call.input(asking(duplicatesQuestionSchema)).output(type<Asked<DuplicatesAnswer>>()),
      checks: call.input(asking(checksQuestionSchema)).output(type<Asked<ChecksAnswer>>()),
      /** Against the earlier snapshot that the question names. */
      changes: call.input(asking(changesQuestionSchema)).output(type<Asked<ChangesAnswer>>()),
      /** Lets go of its memory. One that nobody asks for 15 minutes is let go of anyway, and loaded again when it is asked. */
      close: call.input(z.object({ snapshotId })).output(type<null>()),
    },
  },
  /**
   * Events to files: `open`, for rows of the screen `add` in pieces (a bridge body is at most 4 MiB), `preview` as often as
   * options change, `start`. Failures: `invalid` names `export`; `disk` where a snapshot cannot be read any more.
   */
  exports: {
    /** What is opened and not started is dropped after a while. Failure `invalid` for a snapshot that is not finished. */
    open: call.input(exportSubjectSchema).output(type<{ exportId: string }>()),
    /** `sources`: events' exact JSON texts, parsed again on this side. */
    add: call.input(z.object({ exportId: z.string(), sources: z.array(z.string()) })).output(type<{ rows: number }>()),
    /** One asked anew drops the one before; aborting does too. */
    preview: call.input(z.object({ exportId: z.string(), options: exportOptionsSchema })).output(type<ExportPreview>()),
    /** Asks the user where to (desktop), or gives an address for the browser to download from, good for this session. */
    start: call.input(z.object({ exportId: z.string(), options: exportOptionsSchema })).output(type<ExportStart>()),
    /** How it stands now, then each change, until it is over. To stop listening changes nothing. */
    progress: call.input(z.object({ exportId: z.string() })).output(eventIterator(type<ExportStatus>())),
    /** Of any that is open or running; nothing half is left. */
    cancel: call.input(z.object({ exportId: z.string() })).output(type<null>()),
    /** Started in this run, latest first, at most 50. */
    list: call.output(type<ExportEntry[]>()),
    /** The same rows as a new export, to be started with the same options or others. */
    again: call.input(z.object({ exportId: z.string() })).output(type<{ exportId: string }>()),
    /** An address of the receipt, good once and for a minute, where the file was handed to the browser. */
    receipt: call.input(z.object({ exportId: z.string() })).output(type<{ address: string }>()),
    /** A table of figures as an Excel file, with where it comes from on a sheet of its own. */
    table: call.input(exportedTableSchema).output(type<ExportedTableOutcome>()),
    /** Only for files that this run wrote. */
    showInFolder: call.input(z.object({ exportId: z.string() })).output(type<null>()),
  },
  /** The local cache (docs/decisions/local-cache.md). Nothing here fails: a failed read is null, a failed write a notice. */
  cache: {
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
  },
  /**
   * What the page remembers of a connection between runs, each under a name: its columns, its searches. Sealed on the
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
