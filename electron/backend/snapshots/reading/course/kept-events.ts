// The kept rows of slices, read back from the journal, for the questions that proof asks about single events.
import type { Failure, Result } from '../../../../../shared/failure/failure.ts'
import { failed, succeeded } from '../../../../../shared/failure/failure.ts'
import { parseEventText } from '../../../../../shared/search/search-page.ts'
import type { Slice } from '../../slice.ts'
import { nanosecondsOf, SECOND } from './instants.ts'
import type { Reading } from './reading.ts'

export interface KeptEvent {
  eventId: string | null
  customerId: string | null
  eventCode: string | null
  eventType: string | null
  /** Nanoseconds since the epoch; null where its time cannot be read. */
  at: bigint | null
  source: string
}

/** In the order in which they are kept, with their place in the slice from 0 on. Ends with a failure `disk`. */
async function* keptEvents(
  { journal }: Pick<Reading, 'journal'>,
  slice: Pick<Slice, 'id'>,
): AsyncGenerator<Result<KeptEvent>> {
  for await (const segment of journal.rows(slice.id)) {
    if (!segment.ok) return yield failed(segment.failure)
    for (const { source } of segment.value) {
      const parsed = parseEventText(source)
      if (!parsed.ok) yield succeeded({ ...NOTHING, source })
      else {
        const { eventId, customerId, eventCode, eventType, createdAt } = parsed.event
        const at = nanosecondsOf(createdAt)
        yield succeeded({ eventId, customerId, eventCode, eventType, at, source })
      }
    }
  }
}

const NOTHING = { eventId: null, customerId: null, eventCode: null, eventType: null, at: null }

/** Calls `see` with each kept event of the slices; the failure that ended it, or null. */
export async function eachKept(
  reading: Reading,
  slices: Iterable<Slice>,
  see: (event: KeptEvent, place: number, slice: Slice) => void,
): Promise<Failure | null> {
  for (const slice of slices) {
    let place = 0
    for await (const event of keptEvents(reading, slice)) {
      if (!event.ok) return event.failure
      see(event.value, place, slice)
      place += 1
    }
  }
  return null
}

/** Tells whether a slice may hold events of a stretch of time, in ns: some are kept beside the slice that their time lies in. */
export function reachOf({
  from,
  to,
}: Pick<Slice, 'from' | 'to'>): (around: { first: bigint; last: bigint }) => boolean {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(to)]
  return ({ first, last }) =>
    (start === null || start <= last + 2n * SECOND) && (end === null || end >= first - 2n * SECOND)
}
