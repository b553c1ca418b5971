// Of no events there is no witness: other searches show whether a range as wide finds anything, and whether totals count it.
import { asksForSomething } from '../../../../../shared/search/matches.ts'
import { snapshotSearchSchema } from '../../../../../shared/snapshot/snapshot.ts'
import type { SearchRow } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import {
  DAY_SECONDS,
  isIn,
  keptRange,
  MARGIN,
  nanosecondsOf,
  rfc3339Of,
  SECOND,
  secondAfter,
  secondBefore,
} from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import { type Bounds, FAR, type SnapshotSearch } from '../course/requests.ts'
import { FIELDS } from './kept-events.ts'

/** Adds the facts of letter e where nothing is kept. */
export async function askBeside(reading: Reading): Promise<Fact['says']> {
  const { requests, prove } = reading
  const anytime: Bounds = { from: null, to: null }
  const asked = await requests.page(anytime, 0)
  const rows = asked.ok ? asked.value.events : []
  const times = rows.map(({ createdAt }) => nanosecondsOf(createdAt)).filter((at) => at !== null)
  const isInside = isIn(keptRange(reading))
  let says: Fact['says'] = asked.ok ? 'holds' : 'unasked'
  if (times.some(isInside)) says = 'moved'
  else if (times[0] !== undefined) says = await findsAsWide(reading, times[0])
  prove({ letter: 'e', code: 'beside', says, numbers: { found: times.length === 0 ? 0 : 1 } })
  if (says !== 'holds') return says
  // Pages that are filtered only afterwards may all be empty, with totals of 0: then the rows of others fill them.
  const known =
    rows.length > 0 ? { bounds: anytime, search: requests.search(), came: rows.length } : await others(reading)
  if (known === null) return 'holds'
  const counts = await countsAnywhere(reading, known)
  prove({ letter: 'e', code: 'counts-further', says: counts, numbers: { came: known.came } })
  return counts
}

/** Whether a range as wide as the one that was asked for finds an event that there is at another time. */
async function findsAsWide({ requests, state }: Reading, at: bigint): Promise<Fact['says']> {
  const [from, to] = [nanosecondsOf(state.sent.from), nanosecondsOf(state.sent.to)]
  const wide = from === null || to === null ? BigInt(MARGIN) * SECOND : secondAfter((to - from) / 2n)
  // The range was asked for a day wider as well, where times of day may not count.
  for (const margin of [0n, BigInt(DAY_SECONDS) * SECOND]) {
    const there = await requests.count({
      from: from === null ? null : rfc3339Of(secondBefore(at) - wide - margin),
      to: to === null ? null : rfc3339Of(secondAfter(at) + wide + margin),
    })
    if (!there.ok) return 'unasked'
    if ((there.value.total ?? 0) > 0) return 'holds'
  }
  return 'moved'
}

/** A search, and how many events of it are known to lie within the bounds. */
interface Known {
  bounds: Bounds
  search: SnapshotSearch
  came: number
}

/** What is searched for, with the values of others in the range, of which there are most; null where there are none. */
async function others({ requests, state }: Reading): Promise<Known | null> {
  const search = requests.search()
  if (!asksForSomething(search)) return null
  const alone = await requests.page(state.sent, 0, { search: { propertyFilters: [] } })
  const known = new Map<string, Known>()
  for (const row of alone.ok ? alone.value.events : []) {
    const theirs = withValuesOf(row, search)
    if (theirs === null) continue
    const key = JSON.stringify(theirs)
    known.set(key, { bounds: state.sent, search: theirs, came: (known.get(key)?.came ?? 0) + 1 })
  }
  // Of several, the last: a page of one row may hold the first.
  return [...known.values()].reduce<Known | null>((most, one) => (one.came >= (most?.came ?? 0) ? one : most), null)
}

/** Null where the row lacks what is filtered by. */
function withValuesOf(row: SearchRow, search: SnapshotSearch): SnapshotSearch | null {
  const fields = [...FIELDS, 'eventId' as const].filter((name) => search[name] !== undefined)
  const parsed = snapshotSearchSchema.safeParse({
    ...Object.fromEntries(fields.map((name) => [name, row[name]])),
    propertyFilters: search.propertyFilters.map(({ name, kind }) =>
      row.properties.find((property) => property.name === name && property.kind === kind),
    ),
  })
  return parsed.success ? parsed.data : null
}

/** Whether the total counts at least what came, wherever a page begins. */
async function countsAnywhere({ requests, learn }: Reading, { bounds, search, came }: Known): Promise<Fact['says']> {
  const far = await requests.page(bounds, FAR, { limit: 1, search })
  if (far.ok && (far.value.total ?? 0) >= came) return 'holds'
  const first = await requests.count(bounds, search)
  if (!first.ok) return 'unasked'
  const { total, events } = first.value
  if (total === events.length && came > 1) learn({ totals: 'page' })
  if (total === null || total < Math.max(came, 2)) return 'moved'
  // Some services give no total beyond the last event: then with that one, and nothing after it.
  const last = await requests.page(bounds, total - 1, { search })
  return last.ok && last.value.total === total && last.value.events.length === 1 ? 'holds' : 'moved'
}
