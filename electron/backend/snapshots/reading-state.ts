// The state of a reading apart from its slices: what it was sent, what it learned about the service, and what it
// proved.
import { z } from 'zod'
import {
  EVIDENCE,
  EVIDENCE_LETTERS,
  type EvidenceLetter,
  type SnapshotVerdict,
} from '../../../shared/snapshot/snapshot.ts'

const count = z.int().min(0)

/** One count that a service gave. */
const countTakenSchema = z.object({
  total: count.nullable(),
  /** This machine's clock when it was asked, RFC 3339 UTC. */
  at: z.string(),
  /** The service's Date header as RFC 3339 UTC, or null. */
  serviceDate: z.string().nullable(),
})

/** This is what a reading saw of a service where the interface is silent. */
export const findingSchema = z.object({
  about: z.enum(['totals', 'order', 'bounds', 'cap', 'filters', 'ranges', 'fractions']),
  /** A short word for the code, such as `all` or `page` for totals. */
  finding: z.string(),
  /** One sentence for people. */
  words: z.string(),
  /** This machine's clock, RFC 3339 UTC. */
  seenAt: z.string(),
  /** The requests that showed it: bodies as sent, and in words what came. They are four at most. */
  requests: z.array(z.object({ body: z.string(), saw: z.string() })),
})
export type Finding = z.infer<typeof findingSchema>

const letter = z.enum(EVIDENCE_LETTERS)

const verdictSchema: z.ZodType<SnapshotVerdict> = z.object({
  kind: z.enum(['complete', 'partial', 'unproven']),
  soFar: z.boolean(),
  sentence: z.string(),
  reasons: z.array(z.object({ code: z.string(), words: z.string() })),
  grounds: z.array(z.object({ letter, holds: z.boolean(), words: z.string() })).exactOptional(),
})

/** What was asked or seen once (docs/decisions/snapshot-evidence.md); the verdict and its sentences follow. */
const factSchema = z.object({
  /** The evidence item that it belongs to. */
  letter,
  /** This says what was asked, or what was seen, in a short word: a `FactCode`, or one of an earlier version. */
  code: z.string(),
  /** `moved`: it differed, as moving events explain. `against`: it differed, as nothing but a mistake explains. */
  says: z.enum(['holds', 'against', 'moved', 'unasked']),
  numbers: z.record(z.string(), z.number().nullable()),
  /** The try that it is of, from 0 on: what disagrees is asked again. */
  round: count,
})
export type Fact = z.infer<typeof factSchema>

/** Every fact that a reading can add, by the evidence item that it belongs to. */
const FACTS_OF = {
  // The whole before and after a round; what is later than its end; events that came and are gone, or were counted and
  // are no longer; all of it held, but has to hold twice.
  counts: ['counted', 'later', 'gone', 'counted-more', 'held-once'],
  independentCount: [
    // Counts of other cuts of the range: the slices it was read in; pieces of equal length; two halves; all that is
    // without an event; before, at and after one instant; a range across its slices; what lies outside of all events.
    ...['parts', 'pieces', 'halves', 'gaps', 'around', 'across', 'outside'],
    // Counts by what the events are: value by value of a field; the rarer type alone; one selection of the kept events.
    ...['by-eventType', 'by-eventCode', 'by-customerId', 'one-type', 'selection'],
  ],
  // Nothing comes behind the last row of each slice.
  end: ['end'],
  noContradiction: [
    // There is none; pages that do not join; one ID with two texts; an ID that comes more often than it is counted; an
    // event that came no more and is still there.
    ...['no-contradiction', 'gap', 'two-texts', 'repeated-ids', 'gone-is-there'],
    // Rows that miss a filter, lie outside the range, or have no readable time.
    ...['filters-missed', 'outside-range', 'unreadable-times'],
  ],
  // Sampled rows, searched again; events that came with another text, that are not kept, or are kept with another text;
  // and where nothing is kept, what lies beside the range, and whether totals count that.
  witnesses: ['witnesses', 'altered', 'unkept', 'kept-otherwise', 'beside', 'counts-further'],
} as const satisfies Record<keyof typeof EVIDENCE, readonly string[]>
export type FactCode = (typeof FACTS_OF)[keyof typeof EVIDENCE][number]

const LETTERS = new Map<FactCode, EvidenceLetter>(
  (Object.keys(EVIDENCE) as (keyof typeof EVIDENCE)[]).flatMap((name) =>
    FACTS_OF[name].map((code) => [code, EVIDENCE[name]] as const),
  ),
)

/** A fact as it is seen; which evidence it belongs to follows from its code. */
export type SeenFact = Pick<Fact, 'says' | 'numbers'> & { code: FactCode }

/** The fact as it is kept. @param round of which try it is */
export function factOf({ code, says, numbers }: SeenFact, round: number): Fact {
  const letter = LETTERS.get(code)
  if (letter === undefined) throw new Error(`No evidence has facts ${code}`)
  return { letter, code, says, numbers, round }
}

/** How the service behaves, as far as the reading uses it; null: not seen yet. */
const behaviourSchema = z.object({
  /** `matches`: all matches. `page`: the answer at most. `wrong`: halves exceed their whole. `other`: else. */
  totals: z.enum(['matches', 'page', 'none', 'other', 'wrong']).nullable(),
  /** Whether times of day count in a range; null also where no row could show it. */
  times: z.boolean().nullable(),
  /** Whether a range within a day finds nothing of that day. */
  hidesDays: z.boolean().default(false),
  /** Whether fractions of a second count in a range. */
  fractions: z.boolean().nullable(),
  /** Whether bounds with a fraction were taken at all. */
  takesFractions: z.boolean(),
  /** Whether a range includes its from. */
  fromIncluded: z.boolean(),
  /** Whether a range excludes other rows, so that each half can be counted by itself. */
  rangesHold: z.boolean(),
  /** False once pages of one search did not fit together although nothing moved. */
  orderHolds: z.boolean(),
  /** Whether the service lowers an offset to the start of a page, so that pages cannot overlap. */
  aligned: z.boolean().default(false),
  /** Whether nothing comes after an answer that is not full. */
  shortEnds: z.boolean().default(true),
})
export type Behaviour = z.infer<typeof behaviourSchema>

export const readingStateSchema = z.object({
  /** The end of the range: as asked, or the service's Date when the reading began; null until that is known. */
  until: z.string().nullable(),
  soFar: z.boolean(),
  /** The whole range as sent, wider than asked: no reading of the bounds loses a row; null: that side is open. */
  sent: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  /** How far beyond each end was asked, in seconds: 2, or a day where times were not seen to count. */
  margin: count,
  /**
   * `offset`: one slice that is the whole range, its rows in the service's order. `slices`: one or many that together
   * are the whole range; in order of time they give the rows oldest first, as each holds its own so, but for slices
   * that were too large for memory (`TimeSlice.sorted`).
   */
  method: z.enum(['undecided', 'offset', 'slices']),
  /**
   * It is set where no end was sent: what is from here on is counted and not read; null where nothing was split off.
   */
  tailFrom: z.string().nullable(),
  behaviour: behaviourSchema,
  /** How many recounts were made. */
  rounds: count,
  /** Whether a count ever fell: then an event vanished, and counts alone prove less. */
  fell: z.boolean(),
  totalAtStart: countTakenSchema.nullable(),
  totalAtEnd: countTakenSchema.nullable(),
  /** The highest count of the whole range as it is sent. */
  totalAtMost: countTakenSchema.nullable().default(null),
  /** It counts, without an end, events that lie after `until`, as counted when `totalAtEnd` was. */
  afterEnd: count.nullable(),
  /** The instant that the snapshot shows, this machine's clock; null where nothing proves one. */
  asOf: z.string().nullable(),
  /** Requests that were sent, counts and failed ones included. */
  requests: count,
  /** Time spent reading, in ms, without pauses. */
  durationMs: count,
  endedAt: z.string().nullable(),
  findings: z.array(findingSchema),
  /** Null while it is being read. */
  verdict: verdictSchema.nullable(),
  /** 2: read for the present rule, by which evidence must be there; null: by an earlier rule. */
  proof: z.literal(2).nullable().default(null),
  /** Only added to. */
  evidence: z.array(factSchema).default([]),
  /** Something of it was last written then, by this machine's clock. */
  keptAt: z.string().nullable().default(null),
  /** It was stopped and continued at these times of this machine's clock. */
  stops: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
  /** It says, where the two clocks differ by more than two minutes, what each showed, and which one is used. */
  clock: z
    .object({ service: z.string(), computer: z.string(), used: z.enum(['service', 'computer']) })
    .nullable()
    .default(null),
  /** The snapshot begins at this instant where the service kept deleting its oldest events. */
  begins: z.string().nullable().default(null),
  /** The early start that is sent although none was asked for, because the service looks back only so far by itself. */
  explicitFrom: z.string().nullable().default(null),
  /** Whether the range was cut because its parts showed events that the whole left out. */
  inParts: z.boolean().default(false),
  /** Whether the range alone is asked for and the filters are checked here, as the service combines them with OR. */
  rangeAlone: z.boolean().default(false),
  /** Kept events of parts that an earlier snapshot read, and when the first and the last of these were asked for. */
  takenOver: z.object({ events: count, from: z.string(), to: z.string() }).nullable().default(null),
})
export type ReadingState = z.infer<typeof readingStateSchema>

export const UNREAD: ReadingState = {
  until: null,
  soFar: false,
  sent: { from: null, to: null },
  margin: 0,
  method: 'undecided',
  tailFrom: null,
  behaviour: {
    totals: null,
    times: null,
    hidesDays: false,
    fractions: null,
    takesFractions: false,
    fromIncluded: true,
    rangesHold: true,
    orderHolds: true,
    aligned: false,
    shortEnds: true,
  },
  rounds: 0,
  fell: false,
  totalAtStart: null,
  totalAtEnd: null,
  totalAtMost: null,
  afterEnd: null,
  asOf: null,
  requests: 0,
  durationMs: 0,
  endedAt: null,
  findings: [],
  verdict: null,
  proof: null,
  evidence: [],
  keptAt: null,
  stops: [],
  clock: null,
  begins: null,
  explicitFrom: null,
  inParts: false,
  rangeAlone: false,
  takenOver: null,
}
