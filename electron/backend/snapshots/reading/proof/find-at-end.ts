// This is what only a complete reading shows about its service: what totals count, the order, how filters combine.
import { grouped } from '../../../../../shared/exact/grouped-digits.ts'
import { asksForSomething } from '../../../../../shared/search/matches.ts'
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import type { Behaviour, Finding } from '../../reading-state.ts'
import { inOrderOfTime, type TimeSlice } from '../../time-slice.ts'
import { isIn, keptRange } from '../session/instants.ts'
import { OTHER_TOTAL, type RowOrder, type SeenRow, UNSTABLE_ORDER } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'
import { reachOf } from './kept-events.ts'

/** Adds the findings about the service that follow from all answers of a reading together. */
export function findAtEnd(reading: Reading): void {
  for (const found of [aboutTotals(reading), aboutOrder(reading), aboutFilters(reading)]) {
    // The same finding from a single answer cites more telling requests.
    const isFoundBefore = reading.state.findings.some((known) => isSame(found, known))
    if (found !== null && !isFoundBefore) reading.find(found, whole(reading))
  }
}

/** A finding without the requests that show it; null: nothing follows. */
type Found = Pick<Finding, 'about' | 'finding' | 'words'> | null

const isSame = (found: Found, known: Finding) => found?.about === known.about && found.finding === known.finding

/** The whole search as evidence: its request, and all answers in one sentence. */
function whole({ requests, state, slices }: Reading) {
  let returned = 0
  for (const slice of slices.values()) returned += slice.returned - slice.shared
  const total = (state.totalAtEnd ?? state.totalAtStart)?.total ?? null
  const saw = `in ${grouped(state.requests)} requests ${grouped(returned)} events, total ${total === null ? 'missing' : grouped(total)}`
  return { request: requests.requestFor(state.sent, 0), saw }
}

const TOTALS: Record<NonNullable<Behaviour['totals']>, string> = {
  matches: 'The total counts all matches.',
  page: 'The total counts the events of one answer only.',
  none: 'No total comes with an answer.',
  other: OTHER_TOTAL,
  wrong: "The total is not the number of matches: the counts of a range's parts add up to more than the whole.",
}

function aboutTotals({ state, slices, requests }: Reading): Found {
  const { totals } = state.behaviour
  if (totals !== null) return { about: 'totals', finding: totals, words: TOTALS[totals] }
  // Totals of parts were never compared where all was read by offset, in one slice. More rows than one answer holds
  // then show it.
  const [only] = slices.values()
  const isProved = only?.state === 'read' && only.returned > requests.pageSize()
  const words = 'The total counts all matches: exactly that many came.'
  return isProved ? { about: 'totals', finding: 'matches', words } : null
}

const ORDERS: Record<Exclude<RowOrder, 'either'>, string> = {
  newest: 'Events come newest first, and pages follow on from each other.',
  oldest: 'Events come oldest first, and pages follow on from each other.',
  other: 'Events do not come in the order of their times, but pages follow on from each other.',
}

function aboutOrder({ state, orders }: Reading): Found {
  const found = (finding: string, words: string): Found => ({ about: 'order', finding, words })
  if (!state.behaviour.orderHolds) return found('unstable', UNSTABLE_ORDER)
  const [order, another] = [...orders].filter((one) => one !== 'either')
  if (order === undefined) return null
  const seen = another === undefined ? order : 'other'
  return found(seen, ORDERS[seen])
}

/** Only two filters or more combine; a range is one. */
function aboutFilters({ journal, slices }: Reading): Found {
  const { search, range } = journal.header
  const { propertyFilters, ...fields } = search
  const named = Object.values(fields).filter((value) => value !== undefined).length + propertyFilters.length
  const count = named + Number(range.from !== null || range.until !== null)
  let kept = 0
  let missing = 0
  for (const slice of slices.values()) {
    kept += slice.kept
    missing += slice.missing
  }
  if (missing > 0) {
    const words = `${grouped(missing)} of ${grouped(kept)} events do not match a filter: the service may combine filters with OR, or ignore one.`
    return { about: 'filters', finding: 'or', words }
  }
  if (count < 2 || kept === 0) return null
  return {
    about: 'filters',
    finding: 'and',
    words: `Filters combine with AND: all ${grouped(kept)} events match every one.`,
  }
}

// This is what came earlier in a reading and was gone later in it: a bin of the account, and a sentence of the verdict.

/** So many of the events that are gone are asked for by their ID, a request each. */
const MOST_ASKED = 5
/** A reading is not complete where more than a hundredth of its events are gone, or no longer counted. */
const ONE_IN = 100

/**
 * Finds events that came in an answer of this reading, and in no later one that should have had them. Adds their number
 * as a fact and puts it into the account; adds a contradiction if the service still has one of those that it is asked
 * for. Does nothing where a part was not read to its end, or where events may be missing because the service did not
 * give them.
 */
export async function findGone(reading: Reading): Promise<void> {
  const { seen, index, slices, state } = reading
  const parts = inOrderOfTime(slices.values())
  if (parts.some((slice) => slice.state !== 'read' && slice.state !== 'unproven')) return
  // Where more is counted than came, or pages of one search do not fit together, an event that is missing was not
  // given: it need not be gone.
  const isShort = parts.some(({ after, returned }) => (after ?? 0) > returned)
  if (isShort || !state.behaviour.orderHolds) return
  const isInside = isIn(keptRange(reading))
  const lastReadings = parts.map(({ from, to, askedAt }) => ({
    isIn: isIn({ from, until: to }),
    began: Date.parse(askedAt ?? ''),
  }))
  /** An event is gone only if a part that it lies in was read after it came for the first time. */
  const wasReadSince = ({ at, firstAt }: SeenRow) => lastReadings.some((part) => part.isIn(at) && part.began >= firstAt)
  const rows = [...seen.held()].filter(
    ([key, row]) => row.fits && isInside(row.at) && !index.has(key) && wasReadSince(row),
  )
  // An event without an ID is known by its text: if it was altered it only looks gone.
  const named = rows.flatMap(([, row]) => (row.eventId === null ? [] : [row]))
  // Where there were too many rows to be held one by one, the index has counted those that are gone; not where the
  // start of the range moved on, since what lies before the new start is told of as such.
  const countedByIndex = seen.isFull() && state.begins === null ? index.gone() : 0
  const gone = Math.max(named.length, countedByIndex)
  if (gone === 0) return
  const there = await countThere(reading, named)
  const kept = parts.reduce((sum, slice) => sum + slice.kept, 0)
  const areTooMany = kept === 0 || gone * ONE_IN > gone + kept
  const cameAt = named.reduce((last, row) => Math.max(last, row.cameAt), 0)
  const later = parts.map(({ askedAt }) => Date.parse(askedAt ?? '')).filter((at) => at > cameAt)
  const numbers = {
    gone,
    came: gone + kept,
    cameAt: cameAt === 0 ? null : cameAt,
    goneAt: later.length === 0 ? null : Math.min(...later),
  }
  reading.prove({ code: 'gone', says: areTooMany ? 'moved' : 'holds', numbers })
  if (there > 0) reading.prove({ code: 'gone-is-there', says: 'against', numbers: { there } })
  await putIntoAccount(reading, parts, named[0], gone)
}

/** The two counts, in events, and when each was given, in ms since the epoch. */
type CountsThatFell = Record<'most' | 'mostAt' | 'last' | 'lastAt', number>

/**
 * The highest count of the whole range and the last one, where that is lower; else null. What had not come by then is
 * in no bin of the account, and every count since may agree that it was never there.
 */
export function countsThatFell({ totalAtMost, totalAtEnd }: Reading['state']): CountsThatFell | null {
  const [most, last] = [totalAtMost?.total ?? 0, totalAtEnd?.total ?? null]
  if (totalAtMost === null || totalAtEnd === null || last === null || last >= most) return null
  return { most, mostAt: Date.parse(totalAtMost.at), last, lastAt: Date.parse(totalAtEnd.at) }
}

/** Adds as a fact that the service counted more for the whole range, earlier in this reading, than in the end. */
export function findUncounted({ state, prove }: Reading): void {
  const numbers = countsThatFell(state)
  if (numbers === null) return
  const areTooMany = (numbers.most - numbers.last) * ONE_IN > numbers.most
  prove({ code: 'counted-more', says: areTooMany ? 'moved' : 'holds', numbers })
}

/** How many of the first `MOST_ASKED` rows the service still has, by their IDs. */
async function countThere({ requests, state }: Reading, rows: readonly SeenRow[]): Promise<number> {
  // Filters may be combined with OR: an ID beside a range alone would find all of the range.
  const bounds = asksForSomething(requests.search()) ? state.sent : { from: null, to: null }
  const asked = await Promise.all(
    rows.slice(0, MOST_ASKED).map(async ({ eventId }) => {
      if (eventId === null) return false
      const answer = await requests.count(bounds, { ...requests.search(), eventId })
      return answer.ok && answer.value.events.some((row) => row.eventId === eventId)
    }),
  )
  return asked.filter(Boolean).length
}

/** Puts how many events are gone into the account of the part of the first of them, else of the first part. */
async function putIntoAccount(
  reading: Reading,
  parts: readonly TimeSlice[],
  first: SeenRow | undefined,
  gone: number,
): Promise<void> {
  const at = first?.at ?? null
  const holder = at === null ? undefined : parts.find((part) => reachOf(part)({ first: at, last: at }))
  const part = holder ?? parts[0]
  if (part === undefined) return
  await reading.commit({ slices: [{ ...part, account: { ...(part.account ?? NO_ROWS), gone } }] })
}
