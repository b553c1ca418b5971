// contract/ is all that the page and the backend may say to each other.
// The bridge: every call that the page may make, over a MessagePort (desktop) or HTTP (browser shell).
// Failures come as the typed error FAILURE; what the backend sends is validated at its own edge and only declared here.
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import { type Connection, connectionDraftSchema, type ProbeReport } from '../connection/connection.ts'
import { filtersSchema, searchRequestSchema } from '../event/event.ts'
import type { SentAnswer } from '../search/call-progress.ts'
import { type Distribution, type EdgeOutcome, MOST_BINS } from '../search/time-search.ts'
import type { ServiceFinding } from '../snapshot/snapshot.ts'
import type { ActivityEntry } from './activity-entry.ts'
import type { CacheStatus } from './cache-status.ts'
import { account, call, connectionId } from './call.ts'
import { exportCalls } from './export-calls.ts'
import type { EarlierEvent } from './seen-event.ts'
import { type Settings, settingsSchema } from './settings.ts'
import type { ShellInfo } from './shell-info.ts'
import { snapshotCalls } from './snapshot-calls.ts'

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
}

// Connections: saved, tried out, given another API key, forgotten.

/** What becomes of the snapshots of a connection. */
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
  /** With its token, as `forgetToken` does. */
  delete: call
    .input(z.object({ connectionId, anyway: z.boolean().optional(), snapshots: keepOrDelete.optional() }))
    .output(type<Connection[]>()),
  /** After a changed token: whether the rows cached before are of the same account. Shows them again, or drops them. */
  decideAccount: call.input(z.object({ connectionId, same: z.boolean() })).output(type<Connection>()),
  /** What readings saw of its service where the interface is silent; none where it moved to another server since. */
  findings: call.input(z.object({ connectionId })).output(type<ServiceFinding[]>()),
  /** Starts the reference service in a worker with a random token, once a run. */
  exploreSampleData: call.output(type<Connection>()),
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
  shell: { info: call.output(type<ShellInfo>()) },
  settings: {
    read: call.output(type<Settings>()),
    /** Answers with what is now in force. */
    write: call.input(settingsSchema.partial()).output(type<Settings>()),
  },
  connections: connectionCalls,
  events: eventCalls,
  snapshots: snapshotCalls,
  exports: exportCalls,
  cache: cacheCalls,
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
