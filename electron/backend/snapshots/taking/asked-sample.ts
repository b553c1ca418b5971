// Asks the service for a sample of a closed snapshot's events once more, one request each, and keeps what it said.
import { eventDifferences } from '../../../../shared/event/event-difference.ts'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import type {
  AskedSample,
  DifferingEvent,
  SampleAnswer,
  SampledEvent,
  SampleOrder,
} from '../../../../shared/snapshot/asked-sample.ts'
import type { QuestionDesk } from '../questions/question-desk.ts'
import type { SnapshotReader } from '../reading/snapshot-reader.ts'
import type { SnapshotStore } from '../store/snapshot-store.ts'
import { refused } from './snapshot-closing.ts'

export interface SampleAsking {
  /**
   * Keeps the sample with the snapshot, in place of the last one. Fails with `invalid` for one that is not closed or cannot be
   * loaded, with `connection-changed` for another account, or with the first request that fails: then nothing is kept.
   */
  askSample(id: string, order: SampleOrder, options: SampleOptions): Promise<Result<AskedSample>>
}

interface SampleOptions {
  signal: AbortSignal
  report: (progress: { done: number; of: number }) => void
  /** The user confirms that the current API key is for the account that it was read with. */
  sameAccount?: boolean
}

export interface SampleParts {
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
      const read = await opened.look(id, ({ header, label }) => ({ header, closed: label().closed }))
      if (!read.ok) return read
      const { header, closed } = read.value
      if (closed === null)
        return refused('Keep the snapshot as closing copy first: only closing copies are spot-checked.')
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
