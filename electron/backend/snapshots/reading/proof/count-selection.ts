// Counts one selection of the kept events alone: where a unit divides all counts so far, they are as right if they are rounded
// to it, and so this one is of a number that shares no divisor with it.
import { countedRows, NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import type { Fact } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import { eachKept, type KeptEvent } from '../course/kept-events.ts'
import type { Reading } from '../course/reading.ts'
import type { SnapshotSearch } from '../course/requests.ts'
import { type CountedField, divisor, FIELDS, type KeptSummary, MOST_VALUES } from './kept-summary.ts'

interface Selection {
  filters: Partial<SnapshotSearch>
  /** How many kept events it selects. */
  came: number
}

/**
 * Adds a fact of letter b: the largest selection by the values of fields that the search leaves open; one event by its ID where
 * there is none. Null where none fits, or filters narrow nothing.
 * @param unit greater than 1
 */
export async function countSelection(
  reading: Reading,
  kept: KeptSummary,
  counted: number,
  unit: number,
): Promise<Fact['says'] | null> {
  const { requests, state } = reading
  // Where filters are combined with OR, a field beside the range finds more, not less.
  if (state.rangeAlone) return null
  const selection = await chooseSelection(reading, kept, unit)
  if (selection === null) return null
  const answer = await requests.count(state.sent, { ...requests.search(), ...selection.filters })
  const total = answer.ok ? answer.value.total : null
  if (total !== null && total >= counted) return null
  const says = total === null ? 'unasked' : total === selection.came ? 'holds' : 'moved'
  reading.prove({ letter: 'b', code: 'selection', says, numbers: { selected: total, came: selection.came, unit } })
  return says
}

async function chooseSelection(reading: Reading, kept: KeptSummary, unit: number): Promise<Selection | null> {
  const account = wholeAccount(reading.slices.values()) ?? NO_ROWS
  // Rows that are counted and not kept may have values of their own.
  const isExact = countedRows(account) === account.kept
  const isTwofold = account.storedTwice + account.otherText > 0
  const search = reading.requests.search()
  const open = FIELDS.filter((name) => {
    const values = kept.values[name]
    return isExact && search[name] === undefined && values.size > 1 && values.size <= MOST_VALUES && !values.has(null)
  })
  const selections = new Map<string, Selection>()
  let alone: Selection | null = null
  const failure = await eachKept(reading, reading.slices.values(), (event) => {
    if (event.eventId !== null && !isTwofold) alone ??= { filters: { eventId: event.eventId }, came: 1 }
    for (const filters of filtersOf(event, open)) {
      const key = JSON.stringify(filters)
      selections.set(key, { filters, came: (selections.get(key)?.came ?? 0) + 1 })
    }
  })
  if (failure !== null) return null
  const undivided = [...selections.values()].filter(({ came }) => divisor(came, unit) === 1)
  const largest = undivided.reduce<Selection | null>((most, one) => (one.came > (most?.came ?? 0) ? one : most), null)
  const isAllLeftOut = account.kept === 0 && !isTwofold
  return largest ?? alone ?? (isAllLeftOut ? chooseOneLeftOut(reading) : null)
}

/** Where nothing is kept, all that came lies outside the range: one of those is as good. */
async function chooseOneLeftOut({ requests, state }: Reading): Promise<Selection | null> {
  const asked = await requests.page(state.sent, 0)
  const eventId = asked.ok ? asked.value.events.find((row) => row.eventId !== null)?.eventId : null
  return eventId == null ? null : { filters: { eventId }, came: 1 }
}

/** That select an event by its values of one field or of several. */
function filtersOf(event: KeptEvent, open: readonly CountedField[]): Partial<SnapshotSearch>[] {
  const all: Partial<SnapshotSearch>[] = [{}]
  for (const name of open) all.push(...all.map((one) => ({ ...one, [name]: event[name] })))
  return all.slice(1)
}
