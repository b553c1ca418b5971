// What came earlier in a reading and was gone later in it: a bin of the account, and a sentence of the verdict.
import { asksForSomething } from '../../../../../shared/search/matches.ts'
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import { inOrderOfTime, type Slice } from '../../slice.ts'
import { isIn, keptRange } from '../course/instants.ts'
import type { SeenRow } from '../course/observations.ts'
import type { Reading } from '../course/reading.ts'
import { reachOf } from './kept-events.ts'

/** Events that are asked for by their ID. */
const MOST_ASKED = 5
/** Of more than one in so many, a reading is not complete. */
const ONE_IN = 100

/**
 * Adds a fact of letter a where events came that nothing holds any more, and one of letter d if the service still has one of those
 * that are asked for; puts their number into the account. Asks nothing where a part was not read as it is counted.
 */
export async function findGone(reading: Reading): Promise<void> {
  const { seen, index, slices, state } = reading
  const parts = inOrderOfTime(slices.values())
  if (parts.some((slice) => slice.state !== 'read' && slice.state !== 'unproven')) return
  // Where more is counted than came, or pages of one search do not fit together, it was not given, and is not gone.
  const isShort = parts.some(({ after, returned }) => (after ?? 0) > returned)
  if (isShort || !state.behaviour.orderHolds) return
  const isInside = isIn(keptRange(reading))
  const rows = [...seen.held()].filter(([key, row]) => row.fits && isInside(row.at) && !index.has(key))
  // Without an ID, one that was altered is another.
  const named = rows.flatMap(([, row]) => (row.eventId === null ? [] : [row]))
  // What went before a start that moved after it is told of by that.
  const ofIndex = seen.isFull() && state.begins === null ? index.gone() : 0
  const gone = Math.max(named.length, ofIndex)
  if (gone === 0) return
  const there = await countThere(reading, named)
  const kept = parts.reduce((sum, slice) => sum + slice.kept, 0)
  const isMuch = kept === 0 || gone * ONE_IN > gone + kept
  const cameAt = named.reduce((last, row) => Math.max(last, row.cameAt), 0)
  const later = parts.map(({ askedAt }) => Date.parse(askedAt ?? '')).filter((at) => at > cameAt)
  const numbers = {
    gone,
    came: gone + kept,
    cameAt: cameAt === 0 ? null : cameAt,
    goneAt: later.length === 0 ? null : Math.min(...later),
  }
  reading.prove({ letter: 'a', code: 'gone', says: isMuch ? 'moved' : 'holds', numbers })
  if (there > 0) reading.prove({ letter: 'd', code: 'gone-is-there', says: 'against', numbers: { there } })
  await putIntoAccount(reading, parts, named[0], gone)
}

/** Of how many of them the service says by their ID that they are there. */
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

/** Into that of the part that the first of them lies in. */
async function putIntoAccount(
  reading: Reading,
  parts: readonly Slice[],
  first: SeenRow | undefined,
  gone: number,
): Promise<void> {
  const at = first?.at ?? null
  const holder = at === null ? undefined : parts.find((part) => reachOf(part)({ first: at, last: at }))
  const part = holder ?? parts[0]
  if (part === undefined) return
  await reading.commit({ slices: [{ ...part, account: { ...(part.account ?? NO_ROWS), gone } }] })
}
