// Where a reading stands apart from its slices: what it was sent, what it learned of the service, and what it proved.
import { z } from 'zod'

const count = z.int().min(0)

/** One count that a service gave. */
const countTakenSchema = z.object({
  total: count.nullable(),
  /** This machine's clock when it was asked, RFC 3339 UTC. */
  at: z.string(),
  /** The service's Date header as RFC 3339 UTC, or null. */
  serviceDate: z.string().nullable(),
})

/** What a reading saw of a service where the interface is silent. */
const findingSchema = z.object({
  about: z.enum(['totals', 'order', 'bounds', 'cap', 'filters', 'ranges', 'fractions']),
  /** A short word that code goes by, as `all` or `page` about totals. */
  finding: z.string(),
  /** One sentence for people. */
  words: z.string(),
  /** This machine's clock, RFC 3339 UTC. */
  seenAt: z.string(),
  /** The requests that showed it: bodies as sent, and in words what came. Never more than four. */
  requests: z.array(z.object({ body: z.string(), saw: z.string() })),
})

const verdictSchema = z.object({
  /**
   * `complete`: every match was read, and the service's counts prove it. `unproven`: all that could be read was, and
   * nothing proves that it is all. `partial`: something is known to be missing.
   */
  kind: z.enum(['complete', 'partial', 'unproven']),
  /** The range ends after the service's Date when the reading began: never shown as finished, whatever was proved. */
  soFar: z.boolean(),
  /** For people: what was read, and what that is worth. */
  sentence: z.string(),
  /** Why it is not `complete`, and what cannot be seen by counting; each a sentence. */
  reasons: z.array(z.object({ code: z.string(), words: z.string() })),
})

export const readingStateSchema = z.object({
  /** The end of the range: as asked, or the service's Date when the reading began; null until that is known. */
  until: z.string().nullable(),
  soFar: z.boolean(),
  /** The whole range as sent, wider than asked so that no reading of the bounds loses a row; null: that side is open. */
  sent: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  /** How far beyond each end was asked, in seconds: 2, or a day where times or fractions were not seen to count. */
  margin: count,
  /** `offset`: one slice that is the whole range. `slices`: many, which together are the whole range. */
  method: z.enum(['undecided', 'offset', 'slices']),
  /** How many recounts were made. */
  rounds: count,
  /** Whether a count ever fell: then an event vanished, and counts alone prove less. */
  fell: z.boolean(),
  totalAtStart: countTakenSchema.nullable(),
  totalAtEnd: countTakenSchema.nullable(),
  /** Without a range: events that lie after `until`, as counted when `totalAtEnd` was. */
  afterEnd: count.nullable(),
  /** The instant of which the snapshot is, this machine's clock; null until a recount found no change. */
  asOf: z.string().nullable(),
  /** Requests that were sent, counts and failed ones included. */
  requests: count,
  /** Time spent reading, in ms, without pauses. */
  durationMs: count,
  endedAt: z.string().nullable(),
  findings: z.array(findingSchema),
  /** Null while it is being read. */
  verdict: verdictSchema.nullable(),
})
export type ReadingState = z.infer<typeof readingStateSchema>

export const UNREAD: ReadingState = {
  until: null,
  soFar: false,
  sent: { from: null, to: null },
  margin: 0,
  method: 'undecided',
  rounds: 0,
  fell: false,
  totalAtStart: null,
  totalAtEnd: null,
  afterEnd: null,
  asOf: null,
  requests: 0,
  durationMs: 0,
  endedAt: null,
  findings: [],
  verdict: null,
}
