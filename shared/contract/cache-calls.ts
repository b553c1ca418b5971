// The local cache (docs/decisions/local-cache.md), and how events were first seen.
import { type } from '@orpc/contract'
import { z } from 'zod'
import type { CacheStatus } from './cache-status.ts'
import { account, call, connectionId } from './call.ts'
import type { EarlierEvent } from './seen-event.ts'

/** Nothing here fails: a failed read is null, a failed write a notice. */
export const cacheCalls = {
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
