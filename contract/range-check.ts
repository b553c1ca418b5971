// The ends of a range: whether they are included, how finely they are compared, in what forms they are taken.
import { expectAllMatched } from './combination-check.ts'
import { type Context, describe } from './context.ts'
import { rangePrecision } from './range-precision.ts'
import type { Search } from './search.ts'
import { instantText, isLeapSecond, type SeenEvent } from './seen-event.ts'

const SECOND = 1_000_000_000

/** `areAll`: filters must all match, so both ends of a range are held against what it returns. */
export async function checkRange(context: Context, areAll: boolean): Promise<void> {
  const { report, sample, searcher } = context
  const events = sample.events.filter(hasRoom)
  // Among many events of one instant, one may lie on a later page.
  const alone = events.filter(
    ({ instant }, index) => instant !== events[index - 1]?.instant && instant !== events[index + 1]?.instant,
  )
  const event = alone[Math.floor(alone.length / 2)] ?? events[Math.floor(events.length / 2)]
  if (event === undefined) return
  const fromIncluded = await isFound(context, areAll, event, (width) => ({
    created_at_from: event.createdAt,
    created_at_to: shift(event, width),
  }))
  const toIncluded = await isFound(context, areAll, event, (width) => ({
    created_at_from: shift(event, -width),
    created_at_to: event.createdAt,
  }))
  report.gap('4.2', 'Whether created_at_from includes its own instant', inWords(fromIncluded))
  report.gap('4.2', 'Whether created_at_to includes its own instant', inWords(toIncluded))
  report.gap('4.2', 'How finely created_at is compared', await rangePrecision(context, events, areAll))

  const twoHours = instantText(event.instant, '+02:00') ?? event.createdAt
  const other = await searcher.raw(JSON.stringify({ created_at_from: twoHours, limit: 1 }))
  report.gap('4.2', 'An instant with an offset other than UTC', describe(other))
  const reversed = {
    created_at_from: shift(event, SECOND),
    created_at_to: shift(event, -SECOND),
    limit: 1,
  }
  report.gap('4.2', 'created_at_from later than created_at_to', describe(await searcher.raw(JSON.stringify(reversed))))
}

// RFC 3339 has no text for what lies beyond its years.
function hasRoom({ instant, createdAt }: SeenEvent): boolean {
  if (isLeapSecond(createdAt)) return false
  const around = [
    instantText(instant - BigInt(SECOND)),
    instantText(instant + BigInt(SECOND)),
    instantText(instant, '+02:00'),
  ]
  return !around.includes(null)
}

function shift(event: SeenEvent, nanoseconds: number): string {
  return instantText(event.instant + BigInt(nanoseconds)) ?? event.createdAt
}

// A narrow range first, so that the event is on its first page; a wider one in case instants are kept to the second.
async function isFound(
  context: Context,
  areAll: boolean,
  event: SeenEvent,
  rangeOf: (width: number) => Search,
): Promise<boolean | null> {
  for (const width of [1_000_000, SECOND]) {
    const range = rangeOf(width)
    const page = await context.searcher.page({ ...range, limit: 100 })
    if (page === null) return null
    if (areAll) expectAllMatched(context, range, page)
    if (page.events.some(({ eventId }) => eventId === event.eventId)) return true
    if (page.count >= page.limit) return null
  }
  return false
}

function inWords(included: boolean | null): string {
  if (included === null) return 'could not be told'
  return included ? 'yes' : 'no'
}
