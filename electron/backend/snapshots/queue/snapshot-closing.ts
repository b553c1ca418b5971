// A snapshot that is closed, as a month is: marked, with one total a day as the service counted then, to be counted
// again; and a sample of its events, to be asked for again.
import { eventDifferences } from '../../../../shared/event/event-difference.ts'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import type { Recheck } from '../../../../shared/search/time-search.ts'
import type {
  AskedSample,
  DifferingEvent,
  SampleAnswer,
  SampledEvent,
  SampleOrder,
} from '../../../../shared/snapshot/asked-sample.ts'
import { MOST_DAYS, rangeDays } from '../../../../shared/snapshot/snapshot-periods.ts'
import { printRules, readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import type { QuestionDesk } from '../questions/question-desk.ts'
import type { SnapshotReader } from '../reading/snapshot-reader.ts'
import type { Closing } from '../store/snapshot-contents.ts'
import type { SnapshotStore } from '../store/snapshot-store.ts'

interface CountOptions {
  signal: AbortSignal
  /** The user confirms that the current API key is for the account that it was read with. */
  sameAccount?: boolean
}

interface ClosingOptions extends CountOptions {
  /** This is what events are worth now, as text; null: nobody said it. */
  rules?: string | null
}

interface ClosingParts {
  store: () => Promise<SnapshotStore>
  reader: Pick<SnapshotReader, 'countDays'>
  now: () => number
}

export function createClosing({ store, reader, now }: ClosingParts) {
  return {
    /**
     * Marks one that was read to its end as closed, with a note and one total a day as the service counts now; null
     * takes the mark away. Fails with `invalid` where it has no days or `rules` are none, with `connection-changed` for
     * another account, or as the service does.
     */
    async close(id: string, note: string | null, options: ClosingOptions): Promise<Result<null>> {
      const opened = await store()
      if (note === null) return opened.close(id, null)
      const stated = options.rules == null ? null : readRules(options.rules)
      if (stated?.ok === false) return refused(stated.problems[0] ?? 'This is not a set of price rules.')
      const rules = stated && { version: rulesVersion(stated.rules), text: printRules(stated.rules) }
      const read = await opened.look(id, ({ header, state }) => ({ header, state: state() }))
      if (!read.ok) return read
      const { header } = read.value
      const { verdict, until } = read.value.state
      if (verdict === null) return refused('Only a finished snapshot can be kept as a closing copy.')
      const days = rangeDays({ ...header.range, until })
      if (days === null)
        return refused(
          `Only a snapshot whose range has a start and spans at most ${MOST_DAYS} days can be kept as a closing copy.`,
        )
      const counted = await reader.countDays(header, days, options)
      if (!counted.ok) return counted
      const at = new Date(now()).toISOString()
      return opened.close(id, { note, at, days: counted.value, ...(rules && { rules }), recheckedAt: null })
    },
    /** The rules that were kept then, as text; null: there were none, or it is not closed. */
    async closingRules(id: string): Promise<Result<string | null>> {
      return (await store()).look(id, ({ label }) => label().closed?.rules?.text ?? null)
    },
    /** Asks of one that is closed the very totals that were kept then. Fails with `invalid` where it is not closed. */
    async recheck(id: string, options: CountOptions): Promise<Result<Recheck>> {
      const opened = await store()
      const read = await lookAtClosed(opened, id, NOT_COUNTED_AGAIN)
      if (!read.ok) return read
      const { header, closed } = read.value
      const counted = await reader.countDays(header, closed.days, options)
      if (!counted.ok) return counted
      const differing = differingDays(closed.days, counted.value)
      const noted = opened.noteRecheck(id, new Date(now()).toISOString())
      if (!noted.ok) return noted
      return succeeded({ note: closed.note, days: closed.days.length, differing })
    },
  }
}

const NOT_COUNTED_AGAIN = 'This snapshot is not a closing copy, so there are no totals to count again.'

/** What a closed snapshot was to hold, and was said at its closing. @param otherwise why others are refused */
async function lookAtClosed(store: SnapshotStore, id: string, otherwise: string) {
  const read = await store.look(id, ({ header, label }) => ({ header, closed: label().closed }))
  if (!read.ok) return read
  const { header, closed } = read.value
  return closed === null ? refused(otherwise) : succeeded({ header, closed })
}

/** A refusal of a call. @param message a sentence for the user */
export const refused = (message: string) => failed({ kind: 'invalid', field: 'request', message })

type Day = Closing['days'][number]

/**
 * Days whose count is another one now, or was or is not given; those that follow each other as one segment. Blind only
 * to what a count cannot see: one more and one fewer on one day, and a change in place, which reading everything again
 * shows.
 */
export function differingDays(kept: readonly Day[], now: readonly Day[]): { from: string; until: string }[] {
  const nameOf = ({ from, to }: Day) => `${from} ${to}`
  const totals = new Map(now.map((day) => [nameOf(day), day.total]))
  const segments: { from: string; until: string }[] = []
  for (const day of kept) {
    if (day.total !== null && totals.get(nameOf(day)) === day.total) continue
    const last = segments.at(-1)
    if (last?.until === day.from) last.until = day.to
    else segments.push({ from: day.from, until: day.to })
  }
  return segments
}

// A sample of a closed snapshot's events is asked for once more, one request each, and what the service said is kept.

export interface SampleAsking {
  /**
   * Keeps the sample with the snapshot, in place of the last one. Fails with `invalid` for one that is not closed or
   * cannot be loaded, with `connection-changed` for another account, or with the first request that fails: then nothing
   * is kept.
   */
  askSample(id: string, order: SampleOrder, options: SampleOptions): Promise<Result<AskedSample>>
}

interface SampleOptions {
  signal: AbortSignal
  report: (progress: { done: number; of: number }) => void
  /** The user confirms that the current API key is for the account that it was read with. */
  sameAccount?: boolean
}

interface SampleParts {
  store: () => Promise<SnapshotStore>
  reader: Pick<SnapshotReader, 'getEvents'>
  desk: Pick<QuestionDesk, 'ask'>
  now: () => number
}

const MOST_DIFFERING = 1_000
const MOST_FIELDS = 50

export function createSampleAsking({ store, reader, desk, now }: SampleParts): SampleAsking {
  return {
    async askSample(id, order, { signal, report, sameAccount = false }) {
      const opened = await store()
      const read = await lookAtClosed(opened, id, NOT_SPOT_CHECKED)
      if (!read.ok) return read
      const { header } = read.value
      const asked = await desk.ask(id, { ask: 'sample', ...order }, 'sample', signal)
      if (!asked.ok) return asked
      if (asked.value.kind !== 'answered') return refused(NOT_LOADED)
      const sampled = asked.value.answer
      if (sampled.kind === 'too-many') return refused(sampled.words)
      const differing: DifferingEvent[] = []
      let done = 0
      const answered = await reader.getEvents(
        header,
        sampled.events.map(({ eventId }) => eventId),
        {
          signal,
          sameAccount,
          onEvent(at, text) {
            const event = sampled.events[at]
            const found = event && differenceOf(event, text)
            if (found) differing.push(found)
            done += 1
            report({ done, of: sampled.events.length })
          },
        },
      )
      if (!answered.ok) return answered
      const sample = sampleOf(order, sampled, differing, new Date(now()).toISOString())
      const kept = opened.keepSample(id, { ...sample, eventIds: sampled.events.map(({ eventId }) => eventId) })
      return kept.ok ? succeeded(sample) : kept
    },
  }
}

const NOT_SPOT_CHECKED = 'Keep the snapshot as a closing copy first: only closing copies are spot-checked.'
const NOT_LOADED = 'The snapshot cannot be opened, so no events can be drawn from it.'

/** @param text null: 404 */
function differenceOf({ eventId, source, isDrawn }: SampledEvent, text: string | null): DifferingEvent | null {
  if (text === null) return { eventId, what: 'gone', fields: [], isDrawn }
  const parsed = parseEventText(text)
  if (!parsed.ok || parsed.event.eventId !== eventId) return { eventId, what: 'other', fields: [], isDrawn }
  const fields = eventDifferences(source, parsed.event.source).map(({ field }) => field)
  return fields.length === 0 ? null : { eventId, what: 'changed', fields: fields.slice(0, MOST_FIELDS), isDrawn }
}

function sampleOf(
  { seed, above }: SampleOrder,
  { events, of, withoutId }: Extract<SampleAnswer, { kind: 'sampled' }>,
  differing: readonly DifferingEvent[],
  at: string,
): AskedSample {
  const drawn = events.filter(({ isDrawn }) => isDrawn).length
  const differs = differing.filter(({ isDrawn }) => isDrawn).length
  return {
    at,
    seed,
    drawn,
    of,
    withoutId,
    above: above && { ...above, events: events.length - drawn },
    differing: differing.slice(0, MOST_DIFFERING),
    differs: { drawn: differs, above: differing.length - differs },
  }
}
