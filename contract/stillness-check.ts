// Whether events changed while the suite ran.
import type { Context } from './context.ts'
import { takeSample } from './sample.ts'
import { sameEvent } from './seen-event.ts'

const MOST_LOOKED_UP = 5

/** Takes the sample again at the end: a rule may seem broken because an event changed meanwhile. */
export async function checkStillness({ searcher, report, sample }: Context): Promise<void> {
  const again = await takeSample(searcher, sample.nonce)
  const now = new Map(again.events.map((event) => [event.eventId, event]))
  const amended = sample.events.filter((event) => {
    const other = now.get(event.eventId)
    return other !== undefined && !sameEvent(event, other)
  })
  // An event that is missing may only have moved to another page.
  const absent = sample.events.filter(({ eventId }) => !now.has(eventId)).slice(0, MOST_LOOKED_UP)
  let gone = 0
  for (const { eventId } of absent) {
    const page = await searcher.page({ event_id: eventId, limit: 1 })
    if (page !== null && page.count === 0) gone++
  }
  const seen = [
    ...(again.total === sample.total ? [] : [`total went from ${sample.total} to ${again.total}`]),
    ...(amended.length === 0 ? [] : [`${amended.length} of ${sample.events.length} events came with other values`]),
    ...(gone === 0 ? [] : [`${gone} of ${absent.length} that were looked up are gone`]),
  ]
  report.gap('1', 'Whether events hold still while the suite runs', seen.join(', ') || 'yes')
}
