// How finely the ends of a range are compared with created_at: told by an event that is still found although the range
// begins after it.
import type { Context } from './context.ts'
import { instantText, type SeenEvent } from './seen-event.ts'

const MILLISECOND = 1_000_000n
const SECOND = 1_000_000_000n
const DAY = 86_400n * SECOND
const WIDTH = 2n * DAY
// Wide enough for an end that is cut to its second, narrow enough to hold few events where the id cannot be asked for.
const NARROW_WIDTH = 2n * SECOND

/** In words. `areAll`: filters must all match, so that the event's id can be asked for beside the range. */
export async function rangePrecision(context: Context, events: SeenEvent[], areAll: boolean): Promise<string> {
  const event = events.find(isTelling)
  if (event === undefined) return 'no event of the sample has a fraction finer than microseconds and room around it'
  const { instant } = event
  const width = areAll ? WIDTH : NARROW_WIDTH
  // Beginnings, each with what is told by the event not being found from there on.
  const beginnings: [from: bigint, words: string][] = [
    [instant + 1n, 'to the nanosecond'],
    [instant + 1_000n, 'to the microsecond'],
    [instant + MILLISECOND, 'to the millisecond'],
    [nextMultiple(instant, SECOND) - 1n, 'more coarsely than to the millisecond'],
    [nextMultiple(instant, SECOND), 'to the second'],
    [nextMultiple(instant, DAY) - 1n, 'more coarsely than to the second'],
    [nextMultiple(instant, DAY), 'to the day'],
  ]
  for (const [from, words] of beginnings) {
    const found = await isFound(context, event, areAll, from, from + width)
    if (found === null) return 'could not be told'
    if (!found) return `${words}${await lostEnd(context, event, areAll)}`
  }
  return 'more coarsely than to the day'
}

// An end that is cut to its second lies before the events of that second.
async function lostEnd(context: Context, event: SeenEvent, areAll: boolean): Promise<string> {
  const width = areAll ? WIDTH : NARROW_WIDTH
  const found = await isFound(context, event, areAll, event.instant - width, event.instant + MILLISECOND)
  return found === false ? ', and created_at_to is cut to it: events shortly before an end are not found' : ''
}

// Null where it cannot be told: the range holds more events than a page.
async function isFound(
  { searcher }: Context,
  { eventId }: SeenEvent,
  areAll: boolean,
  from: bigint,
  to: bigint,
): Promise<boolean | null> {
  const [created_at_from, created_at_to] = [instantText(from), instantText(to)]
  if (created_at_from === null || created_at_to === null) return null
  const id = areAll ? { event_id: eventId } : {}
  const page = await searcher.page({ ...id, created_at_from, created_at_to, limit: 100 })
  if (page === null) return null
  if (page.events.some((event) => event.eventId === eventId)) return true
  return page.count >= page.limit ? null : false
}

// A fraction finer than microseconds, and not the last of its second, its day or the years of RFC 3339.
function isTelling({ createdAt, instant }: SeenEvent): boolean {
  const isFine = /\.\d{7,}/.test(createdAt)
  const hasRoom =
    nextMultiple(instant, SECOND) - instant > 2n * MILLISECOND && nextMultiple(instant, DAY) - instant > SECOND
  const around = [instant - WIDTH, nextMultiple(instant, DAY) + WIDTH].map((nanoseconds) => instantText(nanoseconds))
  return isFine && hasRoom && !around.includes(null)
}

function nextMultiple(instant: bigint, step: bigint): bigint {
  const rest = ((instant % step) + step) % step
  return instant - rest + step
}
