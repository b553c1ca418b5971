// Counts a search by a field that all events have: by event type, by event code, by customer.
import { countedRows, NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import type { Fact } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import type { Reading } from '../course/reading.ts'
import { type CountedField, FIELDS, type KeptSummary, MOST_VALUES } from './kept-summary.ts'

/**
 * Adds a fact of letter b for each that the search leaves open, of which several values occur; null where none fits.
 * @param isAlone whether nothing else was counted apart; else one field is enough
 */
export async function countByFields(
  reading: Reading,
  kept: KeptSummary,
  counted: number,
  isAlone: boolean,
): Promise<Fact['says'] | null> {
  const search = reading.requests.search()
  // Where filters are combined with OR, a field beside the range finds more, not less.
  if (reading.state.rangeAlone) return null
  const { before, after } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const fields = FIELDS.filter((name) => {
    const seen = kept.values[name]
    // Events that were left out may have values of their own; but there are only two types.
    if (before + after > 0 && name !== 'eventType') return false
    const isOpen = search[name] === undefined && seen.size > 1 && seen.size <= MOST_VALUES && !seen.has(null)
    return isOpen && (name !== 'eventType' || isCreditOrDebit(seen))
  })
  let says: Fact['says'] | null = null
  for (const field of fields.slice(0, isAlone ? fields.length : 1)) {
    says = await countByField(reading, kept, counted, field)
    if (says !== 'holds') return says
  }
  return says
}

async function countByField(
  reading: Reading,
  { values, seconds }: KeptSummary,
  counted: number,
  field: CountedField,
): Promise<Fact['says'] | null> {
  const { requests, state } = reading
  const search = requests.search()
  const asked = await Promise.all(
    [...values[field].keys()].map((value) => requests.count(state.sent, { ...search, [field]: value })),
  )
  const counts = asked.map((answer) => (answer.ok ? answer.value.total : null))
  // Filters beside a range may be combined with OR: then each finds all of the range, and more.
  if (counts.every((count) => count !== null && count >= counted)) return null
  const sum = counts.reduce<number>((all, count) => all + (count ?? 0), 0)
  const isExact = countedRows(wholeAccount(reading.slices.values()) ?? NO_ROWS) === seconds.length
  const isAsKept = !isExact || [...values[field].values()].every((came, at) => came === counts[at])
  const isProved = sum === counted && !counts.includes(counted) && isAsKept
  const says = counts.includes(null) ? 'unasked' : isProved ? 'holds' : 'moved'
  reading.prove({ letter: 'b', code: `by-${field}`, says, numbers: { values: counts.length, sum, whole: counted } })
  return says
}

const isCreditOrDebit = (types: ReadonlyMap<string | null, number>) =>
  [...types.keys()].every((type) => type === 'credit' || type === 'debit')
