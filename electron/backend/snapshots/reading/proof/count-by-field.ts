// Counts a search once more by what its events are: value by value of a field that all of them have, by the rarer of
// their types alone, or by one selection of them. The counts have to be what the kept events come to.
import { mismatches } from '../../../../../shared/search/matches.ts'
import { countedRows, NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { wholeAccount } from '../../time-slice.ts'
import { isIn, keptRange, nanosecondsOf } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import type { SnapshotSearch } from '../session/requests.ts'
import { countCut, countCuts, heldAt, holdCounts, sumOf, totalIn } from './count-cuts.ts'
import {
  type CountedField,
  divisor,
  eachKept,
  FIELDS,
  type KeptEvent,
  type KeptSummary,
  MOST_VALUES,
} from './kept-events.ts'

/** Whether filters narrow the range: a service that combines them with OR finds more with each. */
const doFiltersNarrow = ({ state }: Reading) => !state.rangeAlone

/**
 * Counts value by value of each field that can be counted by, and adds a fact for each, up to the first that does not
 * hold.
 * @param counted the service's count of the whole search
 * @param isOnlyProof whether nothing else was counted apart; else one field is enough
 * @returns what the last of the facts says; null where there is no such field, or filters narrow nothing
 */
export async function countByFields(
  reading: Reading,
  kept: KeptSummary,
  { counted, isOnlyProof }: { counted: number; isOnlyProof: boolean },
): Promise<Fact['says'] | null> {
  if (!doFiltersNarrow(reading)) return null
  const { before, after } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  // An event that was left out may have a value that no kept one has. Of types there are no others than these two.
  const fields = openFields(reading, kept).filter((name) =>
    name === 'eventType' ? isCreditOrDebit(kept.values.eventType) : before + after === 0,
  )
  let says: Fact['says'] | null = null
  for (const field of fields.slice(0, isOnlyProof ? fields.length : 1)) {
    says = await countByField(reading, kept, counted, field)
    if (says !== 'holds') return says
  }
  return says
}

/** Fields that can be counted by: the search leaves them open, and all events have one of a few values there. */
const openFields = ({ requests }: Reading, { values }: KeptSummary): CountedField[] =>
  FIELDS.filter((name) => {
    const seen = values[name]
    return requests.search()[name] === undefined && seen.size > 1 && seen.size <= MOST_VALUES && !seen.has(null)
  })

/** The fact of one field; null where the counts of its values show that filters do not narrow the range. */
async function countByField(
  reading: Reading,
  { values, seconds }: KeptSummary,
  counted: number,
  field: CountedField,
): Promise<Fact['says'] | null> {
  const { requests, state } = reading
  const search = requests.search()
  const cameByValue = [...values[field]]
  const counts = await countCuts(
    reading,
    cameByValue.map(([value]) => ({ ...state.sent, search: { ...search, [field]: value } })),
  )
  // A service that was not seen to combine filters with OR may do so all the same: each finds all of the range then.
  if (counts.every((count) => count !== null && count >= counted)) return null
  const sum = sumOf(counts)
  // A row that is counted and not kept may have any value: then the count of a value only has to be below the whole.
  const areAllKept = countedRows(wholeAccount(reading.slices.values()) ?? NO_ROWS) === seconds.length
  const held = cameByValue.map(([, came], at) => {
    const count = counts[at] ?? null
    return areAllKept ? heldAt(count, came) : { count, least: 0, most: counted - 1 }
  })
  const numbers = { values: counts.length, sum, whole: counted }
  return holdCounts(reading, { code: `by-${field}`, numbers }, [...held, heldAt(sum, counted)])
}

const isCreditOrDebit = (types: ReadonlyMap<string | null, number>) =>
  [...types.keys()].every((type) => type === 'credit' || type === 'debit')

// Asks for the rarer type of event alone: a service may leave it out of every search that does not ask for it.

/** Whether the rarer type can be counted. */
export const isTypeOpen = (reading: Reading) =>
  reading.requests.search().eventType === undefined && doFiltersNarrow(reading)

/**
 * Counts the rarer type alone, looks for events of it that are not kept, and adds a fact of both. Only where
 * `isTypeOpen`.
 * @returns what the fact says; null where the service does not tell types apart
 */
export async function countOneType(reading: Reading, { values }: KeptSummary): Promise<Fact['says'] | null> {
  const { requests, state, index } = reading
  const types = values.eventType
  if (types.size > MOST_VALUES) return null
  const [credits, debits] = [types.get('credit') ?? 0, types.get('debit') ?? 0]
  const eventType = credits <= debits ? 'credit' : 'debit'
  const came = Math.min(credits, debits)
  const search = { ...requests.search(), eventType } as const
  const answer = await requests.page(state.sent, 0, { search })
  // A service that does not know the filter refuses it.
  if (!answer.ok && answer.failure.kind === 'rejected') return null
  const rows = answer.ok ? answer.value.events : []
  const isInside = isIn(keptRange(reading))
  const unkept = rows.filter(
    (row) =>
      !index.has(rowKey(row)) &&
      isInside(nanosecondsOf(row.createdAt)) &&
      mismatches(row, requests.search()).length === 0,
  )
  // One that gives events of the other type ignores the filter: its count is of both.
  if (unkept.length === 0 && rows.some((row) => mismatches(row, search).length > 0)) return null
  const total = totalIn(answer)
  // Rows that are counted and not kept may be of this type.
  const { before, after, storedTwice } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const numbers = { counted: total, came, isCredit: Number(eventType === 'credit') }
  return holdCounts(reading, { code: 'one-type', numbers }, [
    { count: total, least: came, most: came + before + after + storedTwice },
    heldAt(unkept.length, 0),
  ])
}

// Counts one selection of the kept events alone. Where a unit divides all counts so far, the service may round its
// counts to that unit, and they would look as right. So the selection is one whose number has no divisor in common with
// it.

interface Selection {
  filters: Partial<SnapshotSearch>
  /** How many events it selects: kept ones, each as often as the service stores it. */
  came: number
}

/**
 * Counts the largest such selection by values of fields that the search leaves open, or one event by its ID where there
 * is none, and adds a fact.
 * @param counted the service's count of the whole search
 * @param unit greater than 1
 * @returns what the fact says; null where there is no such selection, or filters narrow nothing
 */
export async function countSelection(
  reading: Reading,
  kept: KeptSummary,
  counted: number,
  unit: number,
): Promise<Fact['says'] | null> {
  const { requests, state } = reading
  if (!doFiltersNarrow(reading)) return null
  const selection = await chooseSelection(reading, kept, unit)
  if (selection === null) return null
  const { filters, came } = selection
  const selected = await countCut(reading, { ...state.sent, search: { ...requests.search(), ...filters } })
  if (selected !== null && selected >= counted) return null
  return holdCounts(reading, { code: 'selection', numbers: { selected, came, unit } }, [heldAt(selected, came)])
}

/**
 * The largest selection by values whose number no divisor of the unit divides; else one event by its ID, be it one that
 * was left out. Null where there is none, or the kept events cannot be counted.
 */
async function chooseSelection(reading: Reading, kept: KeptSummary, unit: number): Promise<Selection | null> {
  const account = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const { storedTwice, otherText } = account
  const storedRows = account.kept + storedTwice
  // Rows that are counted and not kept may have values of their own, unless they only repeat a kept event.
  const open = countedRows(account) === storedRows ? openFields(reading, kept) : []
  const byValues = new Map<string, Selection>()
  let byId: Selection | null = null
  let seenRows = 0
  const isWhole = await eachKept(reading, reading.slices.values(), (event) => {
    const times = storedTwice === 0 ? 1 : reading.index.times(rowKey(event))
    seenRows += times
    // Where some ID has two texts, the count of an ID may be of both.
    if (event.eventId !== null && otherText === 0 && divisor(times, unit) === 1) {
      byId ??= { filters: { eventId: event.eventId }, came: times }
    }
    for (const filters of filtersOf(event, open)) {
      const key = JSON.stringify(filters)
      byValues.set(key, { filters, came: (byValues.get(key)?.came ?? 0) + times })
    }
  })
  // The index holds in memory how often each event came: after a stop it has forgotten that.
  const areTimesKnown = storedTwice === 0 || seenRows === storedRows
  if (!isWhole || !areTimesKnown) return null
  const undivided = [...byValues.values()].filter(({ came }) => divisor(came, unit) === 1)
  const largest = undivided.reduce<Selection | null>((most, one) => (one.came > (most?.came ?? 0) ? one : most), null)
  const isNothingKept = account.kept === 0 && otherText === 0
  return largest ?? byId ?? (isNothingKept ? chooseOneLeftOut(reading) : null)
}

/** Where nothing is kept, as all that came lies outside the range, one of those events is as good. */
async function chooseOneLeftOut({ requests, state }: Reading): Promise<Selection | null> {
  const asked = await requests.page(state.sent, 0)
  const eventId = asked.ok ? asked.value.events.find((row) => row.eventId !== null)?.eventId : null
  return eventId == null ? null : { filters: { eventId }, came: 1 }
}

/** The filters that select an event by its values in one or more of these fields: every combination of them. */
function filtersOf(event: KeptEvent, fields: readonly CountedField[]): Partial<SnapshotSearch>[] {
  const combinations: Partial<SnapshotSearch>[] = [{}]
  for (const name of fields) combinations.push(...combinations.map((one) => ({ ...one, [name]: event[name] })))
  // The first is that of no field.
  return combinations.slice(1)
}
