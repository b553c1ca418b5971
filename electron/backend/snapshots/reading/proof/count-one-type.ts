// Asks for the rarer type of event alone: a service may leave it out of every search that does not ask for it.
import { mismatches } from '../../../../../shared/search/matches.ts'
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import { wholeAccount } from '../../slice.ts'
import { nanosecondsOf } from '../course/instants.ts'
import { isIn, keptRange } from '../course/kept-range.ts'
import type { Reading } from '../course/reading.ts'
import { type KeptSummary, MOST_VALUES } from './kept-summary.ts'

/** Where filters are combined with OR, a type beside the range finds more, not less. */
export const isTypeOpen = ({ requests, state }: Reading) =>
  requests.search().eventType === undefined && !state.rangeAlone

/** Adds a fact of letter b, for a search that leaves the type open; null where the service does not tell types apart. */
export async function countOneType(reading: Reading, { values }: KeptSummary): Promise<Fact['says'] | null> {
  const { requests, state, index } = reading
  const types = values.eventType
  if (types.size > MOST_VALUES) return null
  const [credits, debits] = [types.get('credit') ?? 0, types.get('debit') ?? 0]
  const eventType = credits <= debits ? 'credit' : 'debit'
  const came = Math.min(credits, debits)
  const search = { ...requests.search(), eventType } as const
  const answer = await requests.page(state.sent, 0, { search })
  if (!answer.ok && answer.failure.kind === 'rejected') return null
  const rows = answer.ok ? answer.value.events : []
  const isInside = isIn(keptRange(reading))
  const isUnkept = rows.some(
    (row) =>
      !index.has(rowKey(row)) &&
      isInside(nanosecondsOf(row.createdAt)) &&
      mismatches(row, requests.search()).length === 0,
  )
  if (!isUnkept && rows.some((row) => mismatches(row, search).length > 0)) return null
  const total = answer.ok ? answer.value.total : null
  // Rows that are counted and not kept may be of this type.
  const { before, after, storedTwice } = wholeAccount(reading.slices.values()) ?? NO_ROWS
  const isAsCame = total !== null && total >= came && total <= came + before + after + storedTwice
  const says = total === null ? 'unasked' : isAsCame && !isUnkept ? 'holds' : 'moved'
  const isCredit = Number(eventType === 'credit')
  reading.prove({ letter: 'b', code: 'one-type', says, numbers: { counted: total, came, isCredit } })
  return says
}
