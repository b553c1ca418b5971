// Asks the service about each thing that was odd in its answers, by itself: only what moving events cannot explain
// counts against it.
import { FILTER_FIELDS } from '../../../../../shared/event/event-fields.ts'
import { asksForSomething } from '../../../../../shared/search/matches.ts'
import type { Fact, FactCode } from '../../reading-state.ts'
import { countedOf, wholeAccount } from '../../time-slice.ts'
import { DAY, MARGIN, nanosecondsOf, rfc3339Of } from '../session/instants.ts'
import type { OutsideRows } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds, SnapshotSearch } from '../session/requests.ts'
import { countCut, countCuts } from './count-cuts.ts'

type Outcome = Fact['says'] | 'range-alone' | 'wider'

/**
 * Asks about what was odd, and adds a fact for each contradiction, or that there is none. `range-alone`: the service
 * combines the filters with OR, so the range alone has to be read and the filters checked here. `wider`: times of day
 * do not count, so a day more has to be read at each end.
 */
export async function askOddities(reading: Reading): Promise<Outcome> {
  const all = await Promise.all([askDoubled(reading), askMisses(reading), askOutside(reading)])
  const { oddities, state, slices, journal } = reading
  const { range } = journal.header
  const undated = wholeAccount(slices.values())?.undated ?? 0
  const isRanged = range.from !== null || range.until !== null
  if (oddities.twoTexts > 0) all.push(against(reading, 'two-texts', { ids: oddities.twoTexts }))
  if (isRanged && undated > 0) all.push(against(reading, 'unreadable-times', { rows: undated }))
  if (all.includes('range-alone')) return 'range-alone'
  if (all.includes('wider')) return 'wider'
  if (all.includes('against')) return 'against'
  reading.prove({ code: 'no-contradiction', says: 'holds', numbers: { amended: oddities.amended } })
  return state.evidence.some(({ says }) => says === 'against') ? 'against' : 'holds'
}

function against(reading: Reading, code: FactCode, numbers: Fact['numbers']): 'against' {
  reading.prove({ code, says: 'against', numbers })
  return 'against'
}

/** An ID that came several times in one answer is explained if the service counts it as often: it is stored so. */
async function askDoubled(reading: Reading): Promise<Outcome> {
  const { oddities, requests, state } = reading
  // Filters may be combined with OR: an ID beside a range alone would find all of the range.
  const bounds = asksForSomething(requests.search()) ? state.sent : { from: null, to: null }
  const doubled = [...oddities.doubled]
  const counts = await countCuts(
    reading,
    doubled.map(([eventId]) => ({ ...bounds, search: { ...requests.search(), eventId } })),
  )
  const differ = doubled.filter(([, times], at) => counts[at] !== times).length
  return differ === 0 ? 'holds' : against(reading, 'repeated-ids', { ids: doubled.length, differ })
}

/** Rows that miss a filter are explained if the service ignores it: then the count without it is the same. */
async function askMisses(reading: Reading): Promise<Outcome> {
  const { oddities, requests, state, slices } = reading
  const counted = countedOf(slices.values())
  if (oddities.misses.size === 0 || state.rangeAlone) return 'holds'
  const without = [...oddities.misses].map((name) => withoutFilter(requests.search(), name))
  const counts = await countCuts(
    reading,
    without.map((search) => ({ ...state.sent, search })),
  )
  if (counts.every((count) => count === counted)) return 'holds'
  if (await isCombinedWithOr(reading, state.sent, counted)) return 'range-alone'
  const rows = [...slices.values()].reduce((sum, { missing }) => sum + missing, 0)
  return against(reading, 'filters-missed', { rows: Math.max(1, rows) })
}

/** Whether the range alone finds no more than the search with its filters: then both together narrow nothing. */
export async function isCombinedWithOr(reading: Reading, sent: Bounds, counted: number): Promise<boolean> {
  if (sent.from === null && sent.to === null) return false
  const alone = await countCut(reading, { ...sent, search: { propertyFilters: [] } })
  return alone !== null && alone <= counted
}

/**
 * Rows outside the range are explained if the service ignores ranges altogether, or takes them by whole days and counts
 * as many rows there.
 */
async function askOutside(reading: Reading): Promise<Outcome> {
  const { oddities, requests, state, slices } = reading
  const sum: OutsideRows = { before: 0, after: 0, far: 0 }
  for (const id of slices.keys()) {
    const outside = oddities.outside.get(id)
    if (outside === undefined) continue
    sum.before += outside.before
    sum.after += outside.after
    sum.far += outside.far
  }
  if (sum.before + sum.after === 0) return 'holds'
  // A range that is taken by whole days has no row that is further than a day outside.
  const mayBeOfDays = sum.far === 0 && state.behaviour.rangesHold
  if (mayBeOfDays && state.margin === MARGIN) {
    reading.learn({ times: false })
    return 'wider'
  }
  const counted = countedOf(slices.values())
  const isExplained =
    mayBeOfDays && state.behaviour.times === false
      ? await areCountedByDays(reading, sum)
      : (await countCut(reading, { from: null, to: null })) === counted
  if (isExplained) return 'holds'
  if (asksForSomething(requests.search()) && (await isCombinedWithOr(reading, state.sent, counted)))
    return 'range-alone'
  return against(reading, 'outside-range', { rows: sum.before + sum.after })
}

/** Whether the service counts at least as many rows beyond each bound, or on the day of it, as came from there. */
async function areCountedByDays(reading: Reading, outside: OutsideRows): Promise<boolean> {
  const { state } = reading
  const [start, end] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  // A range of whole days may leave out the day of its bound, so the bound is a day further in.
  const areCounted = await Promise.all([
    start === null || areAtLeast(outside.before, { from: null, to: rfc3339Of(start + DAY) }),
    end === null || areAtLeast(outside.after, { from: rfc3339Of(end - DAY), to: null }),
  ])
  return areCounted.every(Boolean)

  async function areAtLeast(rows: number, beyond: Bounds): Promise<boolean> {
    if (rows === 0) return true
    return ((await countCut(reading, beyond)) ?? 0) >= rows
  }
}

function withoutFilter(search: SnapshotSearch, name: string): SnapshotSearch {
  const field = FILTER_FIELDS.find(({ head }) => head === name)
  if (field !== undefined) return { ...search, [field.key]: undefined }
  return { ...search, propertyFilters: search.propertyFilters.filter((filter) => filter.name !== name) }
}
