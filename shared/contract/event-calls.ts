// Calls that go to the service (docs/interface.md).
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import { filtersSchema, searchRequestSchema } from '../event/event.ts'
import type { SentAnswer } from '../search/call-progress.ts'
import { type Distribution, type EdgeOutcome, MOST_BINS } from '../search/time-search.ts'
import { account, call } from './call.ts'

export const eventCalls = {
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
