// The precision of range filters: an event that is found although the range begins after it shows how much is ignored.
import type { Context } from './context.ts'
import { instantText, type SeenEvent } from './seen-event.ts'

const MILLISECOND = 1_000_000n
const SECOND = 1_000_000_000n
const DAY = 86_400n * SECOND
const WIDTH = 2n * DAY
// Wide enough for an end that is truncated to its second, narrow enough to hold few events.
const NARROW_WIDTH = 2n * SECOND

/** The precision in words. With `combinesWithAnd`, the event's id is asked for beside the range. */
export async function rangePrecision(context: Context, events: SeenEvent[], combinesWithAnd: boolean): Promise<string> {
  const event = events.find(isSuitable)
  if (event === undefined) return 'no event of the sample has a fraction finer than microseconds and room around it'
  const { instant } = event
  const width = combinesWithAnd ? WIDTH : NARROW_WIDTH
  // Each beginning with what it means if the event is not found from there on.
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
    const found = await isFound(context, event, combinesWithAnd, from, from + width)
    if (found === null) return 'could not be told'
    if (!found) return `${words}${await lostEnd(context, event, combinesWithAnd)}`
  }
  return 'more coarsely than to the day'
}

// An end that is truncated to its second lies before the events of that second.
async function lostEnd(context: Context, event: SeenEvent, combinesWithAnd: boolean): Promise<string> {
  const width = combinesWithAnd ? WIDTH : NARROW_WIDTH
  const found = await isFound(context, event, combinesWithAnd, event.instant - width, event.instant + MILLISECOND)
  return found === false ? ', and created_at_to is truncated to it: events shortly before an end are not found' : ''
}

// Null if the range holds more events than a page, so that it cannot be told.
async function isFound(
  { searcher }: Context,
  { eventId }: SeenEvent,
  combinesWithAnd: boolean,
  from: bigint,
  to: bigint,
): Promise<boolean | null> {
  const [created_at_from, created_at_to] = [instantText(from), instantText(to)]
  if (created_at_from === null || created_at_to === null) return null
  const id = combinesWithAnd ? { event_id: eventId } : {}
  const page = await searcher.page({ ...id, created_at_from, created_at_to, limit: 100 })
  if (page === null) return null
  if (page.events.some((event) => event.eventId === eventId)) return true
  return page.count >= page.limit ? null : false
}

// Has a fraction finer than microseconds and is not at the end of its second, its day or the years of RFC 3339.
function isSuitable({ createdAt, instant }: SeenEvent): boolean {
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
