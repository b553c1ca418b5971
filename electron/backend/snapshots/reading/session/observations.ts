// This says what the answers of a reading show besides their rows: the order and the bounds of one search's answers,
// what was odd about them, events whose text changed, and what all of that says about the service.
import { hash } from 'node:crypto'
import type { SearchRequest } from '../../../../../shared/event/event.ts'
import { searchBody } from '../../../../../shared/search/search-body.ts'
import { compareInstants, type Instant, parseInstant } from '../../../../../shared/time/instant.ts'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import type { Finding } from '../../reading-state.ts'
import { DAY_SECONDS, nanosecondsOf } from './instants.ts'
import type { Bounds, ReadingAnswer } from './requests.ts'

/** Said in a finding where a service's totals count something else than its matches. */
export const OTHER_TOTAL = 'The total is not the number of matches.'

export const UNSTABLE_ORDER = 'Pages of one search overlap or leave gaps: the order changes from request to request.'

/** Seconds by which a row may lie outside the bounds, since a service may drop fractions. */
const TOLERANCE = 1

export type RowOrder = 'newest' | 'oldest' | 'either' | 'other'

/** How many rows lie before and after what was sent, and of both how many by more than a day. */
export interface OutsideRows {
  before: number
  after: number
  far: number
}

/**
 * Gathers what the answers to one range have in common: which rows lie outside, their order, what their totals count.
 * Before any answer no row is outside, the order is `either`, and totals are as of pages.
 * @param bounds as sent
 */
export function createAnswerTraits(bounds: Bounds) {
  const [from, to] = [bounds.from, bounds.to].map((text) => (text === null ? null : parseInstant(text)))
  const outside: OutsideRows = { before: 0, after: 0, far: 0 }
  let isNewestFirst = true
  let isOldestFirst = true
  let totalsOfPages = true

  return {
    /** @param times of the answer's rows, in its order; null where a row has no readable one */
    see({ events, total }: ReadingAnswer, times: readonly (Instant | null)[]): void {
      if (total !== events.length) totalsOfPages = false
      let before: Instant | null = null
      for (const at of times) {
        if (at === null) continue
        const difference = before === null ? 0 : compareInstants(before, at)
        if (difference > 0) isOldestFirst = false
        if (difference < 0) isNewestFirst = false
        before = at
        if (from != null && at.seconds < from.seconds - TOLERANCE) outside.before += 1
        if (to != null && at.seconds > to.seconds + TOLERANCE) outside.after += 1
        if (from != null && at.seconds < from.seconds - DAY_SECONDS) outside.far += 1
        if (to != null && at.seconds > to.seconds + DAY_SECONDS) outside.far += 1
      }
    },
    /** Whether a row is outside the requested bounds by more than a dropped fraction. */
    sawOutside: () => outside.before + outside.after > 0,
    outside: () => ({ ...outside }),
    /** The order that every single answer was in. */
    order: () => (isNewestFirst ? (isOldestFirst ? 'either' : 'newest') : isOldestFirst ? 'oldest' : 'other'),
    /** Whether every total equalled the number of rows in its answer. */
    totalsOfPages: () => totalsOfPages,
  }
}

/** Whether a row that has a readable time lies outside the bounds by more than `slack`, in ns. */
export function isAnyOutside({ events }: Pick<ReadingAnswer, 'events'>, { from, to }: Bounds, slack: bigint): boolean {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(to)]
  return events.some(({ createdAt }) => {
    const at = nanosecondsOf(createdAt)
    return at !== null && ((start !== null && at < start - slack) || (end !== null && at > end + slack))
  })
}

// This is what was odd about the answers of a reading, to be asked about in the end (ask-oddities.ts).

/** IDs that are asked about alone. */
const MOST_ASKED = 5

export type Oddities = ReturnType<typeof createOddities>

export function createOddities() {
  const misses = new Set<string>()
  const doubled = new Map<string, number>()
  return {
    /** Events of which one answer held two texts. */
    twoTexts: 0,
    /** Events whose text was another in a later answer: the later one is kept. */
    amended: 0,
    /** Whether a total was lower than one before it in the same reading of a slice. */
    fell: false,
    /** Names of filters that rows miss, as `mismatches` gives them. */
    misses,
    /** How often IDs came that one answer held more than once: as many as are asked about. */
    doubled,
    /** Rows outside of what was sent, by slice. */
    outside: new Map<number, OutsideRows>(),
    missed: (names: readonly string[]) => {
      for (const name of names) misses.add(name)
    },
    storedTwice: (key: string, times: number) => {
      if (doubled.has(key) || doubled.size < MOST_ASKED) doubled.set(key, times)
    },
  }
}

// Events of the search as any answer shows them: one that shows another text than before was altered, or has two; one
// that is not kept, or is kept with another text, contradicts what was read.

export type SeenRows = ReturnType<typeof createSeenRows>

export interface SeenRow {
  /** The digest of its text (`digestOf`). */
  digest: string
  /** It is in ns; null where its time cannot be read. */
  at: bigint | null
  /** Whether it meets the filters of the search. */
  fits: boolean
  /** Whether it came in this turn with another text than before, in that turn or an earlier one. */
  isAltered: boolean
  /** Null where it has none: then its text identifies it. */
  eventId: string | null
  /** It came last then, in ms. */
  cameAt: number
  /** It came then for the first time. */
  firstAt: number
}

interface Seen extends SeenRow {
  /** In which answer, and in which turn, it came last; both are counted up. */
  answer: number
  turn: number
}

/** Events that are held: enough for a search that is read by offset, too few to matter in memory. */
const MOST_HELD = 2_000
/** Beyond them as many of answers of so few rows: those of counts and sampled rows. */
const FEW_ROWS = 20

/** The SHA-256 of an event's text, hexadecimal. */
export const digestOf = (source: string): string => hash('sha256', source, 'hex')

/**
 * Holds the events that answers showed, each as it came last. A turn is one of the up to five times that a reading
 * reads and proves: what came in it is compared with what is kept at its end.
 * @param fits whether a row meets the filters of the search
 */
export function createSeenRows(fits: (row: SearchRow) => boolean) {
  const held = new Map<string, Seen>()
  let [answer, turn, sawAltered, isFull] = [0, 0, false, false]
  return {
    /** Sees the rows of an answer to the search, of any range, that came at a time of this machine's clock, in ms. */
    see: (rows: readonly SearchRow[], cameAt = 0): void => {
      answer += 1
      const room = rows.length > FEW_ROWS ? MOST_HELD : 2 * MOST_HELD
      for (const row of rows) {
        const key = rowKey(row)
        const before = held.get(key)
        if (before === undefined && held.size >= room) {
          isFull = true
          continue
        }
        const digest = digestOf(row.source)
        // Two texts in one answer are no change: they are counted as `twoTexts`.
        const hasChanged = before !== undefined && before.answer !== answer && before.digest !== digest
        if (hasChanged) sawAltered = true
        const isAltered = hasChanged || (before?.turn === turn && before.isAltered)
        const at = nanosecondsOf(row.createdAt)
        const firstAt = before?.firstAt ?? cameAt
        held.set(key, { digest, at, fits: fits(row), isAltered, eventId: row.eventId, firstAt, cameAt, answer, turn })
      }
    },
    /** From here on, `ofTurn` is about what is seen next. */
    nextTurn: (): void => {
      turn += 1
    },
    /** Whether an event ever came with another text than before. */
    sawAltered: () => sawAltered,
    /** All that are held, of every turn. */
    held: () => held,
    /** Whether some were too many to be held. */
    isFull: () => isFull,
    /** Events seen in this turn, as they came last, by what identifies them (`rowKey`). */
    ofTurn: () => new Map([...held].filter(([, seen]) => seen.turn === turn)),
  }
}

// This is what a reading observes of a service in the gaps of docs/interface.md, with the requests that showed it.

/** A request, and its outcome in words. */
export interface Shown {
  request: SearchRequest
  saw: string
}

const MOST_REQUESTS = 4

/** `findings` with this one in place of an earlier one on the same matter. */
export function withFinding(
  findings: readonly Finding[],
  found: Pick<Finding, 'about' | 'finding' | 'words'>,
  now: number,
  shownBy: readonly Shown[],
): Finding[] {
  const requests = shownBy.slice(0, MOST_REQUESTS).map(({ request, saw }) => ({ body: searchBody(request), saw }))
  const others = findings.filter(({ about }) => about !== found.about)
  return [...others, { ...found, seenAt: new Date(now).toISOString(), requests }]
}

/** An answer as evidence for a finding. */
export function shownBy({ request, events, total, keptOffset }: ReadingAnswer): Shown {
  const rows = events.length === 1 ? '1 event' : `${events.length} events`
  return { request, saw: `${rows}, total ${total ?? 'missing'}${keptOffset ? '' : ', another offset'}` }
}
