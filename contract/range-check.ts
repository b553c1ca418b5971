// Range filters: whether their bounds are inclusive, how precise they are, which forms they accept.
import { expectAllMatched } from './combination-check.ts'
import { type Context, describeAnswer } from './context.ts'
import { rangePrecision } from './range-precision.ts'
import type { Search } from './search.ts'
import { instantText, isLeapSecond, type SeenEvent } from './seen-event.ts'

const SECOND = 1_000_000_000

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

// RFC 3339 cannot write instants outside the years 0000 to 9999.
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

// First a narrow range, so that the event is on its first page; then a wider one, in case instants are stored in seconds.
async function isFound(
  context: Context,
  combinesWithAnd: boolean,
  event: SeenEvent,
  rangeOf: (width: number) => Search,
): Promise<boolean | null> {
  for (const width of [1_000_000, SECOND]) {
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
  if (included === null) return 'could not be told'
  return included ? 'yes' : 'no'
}
