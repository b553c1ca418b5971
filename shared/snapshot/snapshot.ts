// snapshot/ says what a snapshot is, what may be asked of it, and in which words it is described.
// Snapshots as the bridge tells of them: what is taken, how far it is, what it is worth. No row crosses here.
import { z } from 'zod'
import { filtersSchema } from '../event/event.ts'
import type { Failure } from '../failure/failure.ts'
import type { Account } from './account.ts'
import type { AskedSample } from './asked-sample.ts'
import type { MadeFor } from './made-for.ts'

/**
 * A range. It stands apart from what reads one, which nothing at the start of the page needs.
 * Half-open: `from` belongs to it, `until` does not. RFC 3339 UTC with `Z`, to the nanosecond at most.
 */
export const snapshotRangeSchema = z.object({
  /** Null: from the first event on. */
  from: z.string().nullable(),
  /** Null: no end was asked for; the service's Date when the reading begins is taken. */
  until: z.string().nullable(),
  /** IANA zone or `UTC`, in which days and months were meant and are shown. The snapshot keeps it. */
  zone: z.string(),
})
export type SnapshotRange = z.infer<typeof snapshotRangeSchema>

/** A search without its range, which a snapshot has apart. */
export const snapshotSearchSchema = filtersSchema.omit({ createdAtFrom: true, createdAtTo: true })

/** A snapshot is taken of every match of a search in a range. */
export const snapshotOrderSchema = z.object({
  connectionId: z.string(),
  /** The account whose rows the page shows. */
  account: z.int(),
  search: snapshotSearchSchema,
  range: snapshotRangeSchema,
  /** The id of a complete snapshot of the same search, whose parts are taken over where they are still right. */
  extends: z.string().optional(),
})
export type SnapshotOrder = z.infer<typeof snapshotOrderSchema>

/** This is what it takes to extend a snapshot to another range. */
export interface Extension {
  /** The service's count of that range; null where it gives none. */
  total: number | null
  /** Parts that need not be read again as long as their count is the same, and the events in them. */
  parts: number
  events: number
}

/** Snapshots that one call asks about. */
export const MOST_STEPS = 200

export interface ReadingProgress {
  phase: 'reading' | 'recounting'
  /** Events kept so far. */
  events: number
  /** The service counted so many when the reading began; null where it does not count. */
  total: number | null
  requests: number
  /** Requests that may be under way at once. */
  atOnce: number
  /** Events that came and are not kept, because they lie outside the range: the service is asked a little wider. */
  leftOut: number
  /** Kept events that miss a filter. */
  misfits: number
  /** Requests go out again then (ms since the epoch), where the service asked to wait. */
  heldUntil: number | null
}

export interface SnapshotVerdict {
  /**
   * `complete`: every match was read, and the service's counts prove it. `unproven`: all that could be read was, and
   * nothing proves that it is all. `partial`: something is known to be missing.
   */
  kind: 'complete' | 'partial' | 'unproven'
  /** The range ends after the service's Date when the reading began: never shown as finished, whatever was proved. */
  soFar: boolean
  /** It tells people what was read, and what that is worth. */
  sentence: string
  /** Why it is not `complete`, and what cannot be seen by counting; each a sentence. */
  reasons: { code: string; words: string }[]
  /** What proves it, one line each (docs/decisions/snapshot-evidence.md); absent where an earlier rule judged it. */
  grounds?: EvidenceItem[]
}

/** The five evidence items: in stored files, receipts and `data-evidence` each is a letter. */
export const EVIDENCE = {
  counts: 'a',
  independentCount: 'b',
  end: 'c',
  noContradiction: 'd',
  witnesses: 'e',
} as const
export type EvidenceLetter = (typeof EVIDENCE)[keyof typeof EVIDENCE]
/** The letters of all evidence items, in their order. */
export const EVIDENCE_LETTERS = Object.values(EVIDENCE)

/** This is what each evidence item is called, on the screen and in files. */
export const EVIDENCE_NAMES: Record<EvidenceLetter, string> = {
  [EVIDENCE.counts]: 'Counts before and after',
  [EVIDENCE.independentCount]: 'Independent count',
  [EVIDENCE.end]: 'End',
  [EVIDENCE.noContradiction]: 'No contradiction',
  [EVIDENCE.witnesses]: 'Witnesses',
}

/** One of the five evidence items that a complete snapshot needs. */
export interface EvidenceItem {
  letter: EvidenceLetter
  holds: boolean
  words: string
}

/** The letters of what holds, such as "abcde"; null for a verdict of an earlier rule. */
export const evidenceLetters = ({ grounds }: Pick<SnapshotVerdict, 'grounds'>): string | null =>
  grounds?.map(({ letter, holds }) => (holds ? letter : '')).join('') ?? null

export type SnapshotStatus =
  /** It waits for its turn. */
  | { state: 'waiting' }
  | { state: 'reading' }
  /** `because`: what has to be mended first; null where its user, or the end of an earlier run, stopped it. */
  | { state: 'paused'; because: Failure | null }
  | { state: 'finished'; verdict: SnapshotVerdict }

/** `snapshots.steps` tells these. */
export interface SnapshotStep {
  status: SnapshotStatus
  /** Null before the first request of this run. */
  progress: ReadingProgress | null
}

/** How a reading went, beside its verdict. */
export interface ReadingFacts {
  /** It was stopped and continued at these times of this machine's clock. */
  stops: { from: string; to: string }[]
  /** It says, where the two clocks differ by more than two minutes, what each showed, and which one is used. */
  clock: { service: string; computer: string; used: 'service' | 'computer' } | null
  /** The snapshot begins at this instant where the service kept deleting its oldest events. */
  begins: string | null
}

export interface SnapshotSummary extends SnapshotStep, ReadingFacts {
  id: string
  name: string
  /** It is the connection as it was when the snapshot was begun. */
  connection: { id: string; name: string; baseUrl: string; account: number }
  search: typeof snapshotSearchSchema._output
  range: SnapshotRange
  /** The end of the range as it was fixed when the reading began; RFC 3339 UTC. */
  until: string | null
  /** This machine's clock, RFC 3339 UTC. `asOf`: the instant that the snapshot shows, where one is proved. */
  begunAt: string
  endedAt: string | null
  asOf: string | null
  rows: number
  requests: number
  /** Null where an earlier rule judged it, or nothing was read yet. */
  account: Account | null
  /** The service's last count of the range as it was sent; null where it gave none. */
  counted: number | null
  /** It takes so many on the disk. */
  bytes: number
  /** A month that was closed has its note, and the version of the rules that held then; null: there were none. */
  closed: { note: string; at: string; rulesVersion: string | null; rechecked: LastRecheck } | null
  /** Null: somebody took it. */
  madeFor: MadeFor | null
  deleteAfterDays: number | null
  /** The sample of its events that was asked again last; null: none was. */
  sample: AskedSample | null
}

/** When the daily totals of a closed month were last asked for again. `unknown`: an earlier version closed it. */
export type LastRecheck = { at: string } | 'never' | 'unknown'

/** A file that cannot be opened; `words` say why, in a sentence. It can be deleted. */
export interface UnreadableSnapshot {
  id: string
  bytes: number
  why: 'newer' | 'older' | 'other-key' | 'damaged' | 'disk'
  words: string
}

export interface SnapshotList {
  /** Latest first. */
  snapshots: SnapshotSummary[]
  unreadable: UnreadableSnapshot[]
  /** Null where snapshots outlive this run; else why they do not, in a sentence. */
  thisRunOnly: string | null
  /** Null where snapshots can be taken; else why their folder is not used, in a sentence. */
  refused: string | null
}

/** This is what readings saw of a service where the interface is silent. */
export interface ServiceFinding {
  about: 'totals' | 'order' | 'bounds' | 'cap' | 'filters' | 'ranges' | 'fractions'
  finding: string
  /** One sentence for people. */
  words: string
  /** RFC 3339 UTC. */
  seenAt: string
  /** The requests that showed it, without what they filtered by, and in words what came. */
  requests: { body: string; saw: string }[]
}
