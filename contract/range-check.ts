// Range filters: whether their bounds are inclusive, how precise they are, which forms they accept.
import { expectAllMatched } from './combination-check.ts'
import { type Context, describeAnswer } from './context.ts'
import { NOT_TOLD } from './report.ts'
import type { Search } from './searcher.ts'
import { instantText, isLeapSecond, type SeenEvent } from './seen-event.ts'

const MILLISECOND = 1_000_000n
const SECOND = 1_000_000_000n
const DAY = 86_400n * SECOND

/** With `combinesWithAnd`, returned events are checked against both bounds of a range. */
export async function checkRange(context: Context, combinesWithAnd: boolean): Promise<void> {
  const { report, sample, searcher } = context
  const events = sample.events.filter(hasRoom)
  // An event that shares its instant with many others may be on a later page.
  const alone = events.filter(
    ({ instant }, index) => instant !== events[index - 1]?.instant && instant !== events[index + 1]?.instant,
  )
  const event = alone[Math.floor(alone.length / 2)] ?? events[Math.floor(events.length / 2)]
  if (event === undefined) return
  const fromIncluded = await isFound(context, combinesWithAnd, event, (width) => ({
    created_at_from: event.createdAt,
    created_at_to: shift(event, width),
  }))
  const toIncluded = await isFound(context, combinesWithAnd, event, (width) => ({
    created_at_from: shift(event, -width),
    created_at_to: event.createdAt,
  }))
  report.gap('4.2', 'Whether created_at_from includes its own instant', inWords(fromIncluded))
  report.gap('4.2', 'Whether created_at_to includes its own instant', inWords(toIncluded))
  report.gap('4.2', 'How finely created_at is compared', await rangePrecision(context, events, combinesWithAnd))

  const twoHours = instantText(event.instant, '+02:00') ?? event.createdAt
  const other = await searcher.raw(JSON.stringify({ created_at_from: twoHours, limit: 1 }))
  report.gap('4.2', 'An instant with an offset other than UTC', describeAnswer(other))
  const reversed = {
    created_at_from: shift(event, SECOND),
    created_at_to: shift(event, -SECOND),
    limit: 1,
  }
  report.gap(
    '4.2',
    'created_at_from later than created_at_to',
    describeAnswer(await searcher.raw(JSON.stringify(reversed))),
  )
}

/** Whether what is asked around the event can be written: RFC 3339 has only the years 0000 to 9999. */
function hasRoom({ instant, createdAt }: SeenEvent): boolean {
  if (isLeapSecond(createdAt)) return false
  const around = [instantText(instant - SECOND), instantText(instant + SECOND), instantText(instant, '+02:00')]
  return !around.includes(null)
}

function shift(event: SeenEvent, nanoseconds: bigint): string {
  return instantText(event.instant + nanoseconds) ?? event.createdAt
}

/**
 * Whether a range finds the event: first a narrow one, so that it is on the first page; then a wider one, in case
 * instants are stored in seconds. Null where that cannot be told.
 */
async function isFound(
  context: Context,
  combinesWithAnd: boolean,
  event: SeenEvent,
  rangeOf: (width: bigint) => Search,
): Promise<boolean | null> {
  for (const width of [MILLISECOND, SECOND]) {
    const range = rangeOf(width)
    const page = await context.searcher.page({ ...range, limit: 100 })
    if (page === null) return null
    if (combinesWithAnd) expectAllMatched(context, range, page)
    if (page.events.some(({ eventId }) => eventId === event.eventId)) return true
    if (page.count >= page.limit) return null
  }
  return false
}

function inWords(included: boolean | null): string {
  if (included === null) return NOT_TOLD
  return included ? 'yes' : 'no'
}

// The precision of range filters: an event that is found although the range begins after it shows how much is ignored.

const WIDTH = 2n * DAY
/** Wide enough for an end that is truncated to its second, narrow enough to hold few events. */
const NARROW_WIDTH = 2n * SECOND

/** The precision in words. With `combinesWithAnd`, the event's id is asked for beside the range. */
async function rangePrecision(context: Context, events: SeenEvent[], combinesWithAnd: boolean): Promise<string> {
  const event = events.find(isSuitable)
  if (event === undefined) return 'no event of the sample has a fraction finer than microseconds and room around it'
  const { instant } = event
  const width = combinesWithAnd ? WIDTH : NARROW_WIDTH
  // Ranges that all begin after the event, one later than the other: each with what it means if it is the first that
  // does not find the event.
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
    const found = await isInRange(context, event, combinesWithAnd, from, from + width)
    if (found === null) return NOT_TOLD
    if (!found) return `${words}${await lostEnd(context, event, combinesWithAnd)}`
  }
  return 'more coarsely than to the day'
}

/** What is said besides where an end is truncated to its second, and so lies before the events of that second. */
async function lostEnd(context: Context, event: SeenEvent, combinesWithAnd: boolean): Promise<string> {
  const width = combinesWithAnd ? WIDTH : NARROW_WIDTH
  const found = await isInRange(context, event, combinesWithAnd, event.instant - width, event.instant + MILLISECOND)
  return found === false ? ', and created_at_to is truncated to it: events shortly before an end are not found' : ''
}

/** Null if the range holds more events than a page, so that it cannot be told. */
async function isInRange(
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

/** Whether it has a fraction finer than microseconds and is not at the end of its second, its day or the years. */
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
