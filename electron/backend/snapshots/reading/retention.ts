// Services that delete their oldest events while they are read: a snapshot without a start begins after what keeps falling.
import { inOrderOfTime, type Slice } from '../slice.ts'
import type { Reading } from './course/reading.ts'
import { cutSlice } from './pages/cuts.ts'
import { probeTimes, tellingRow } from './pages/probe-ranges.ts'

/** Into so many a single slice is cut, so that its oldest part can go. */
const PARTS = 4

/**
 * Where the count fell and no start was asked for: cuts a single slice, or drops the oldest of several if nothing else fell.
 * True if it did, and what is left has to be read or counted again.
 */
export async function leaveOldest(reading: Reading, moved: readonly Slice[]): Promise<boolean> {
  const { journal, state } = reading
  const slices = inOrderOfTime(reading.slices.values())
  const [oldest, next] = slices
  if (journal.header.range.from !== null || !state.fell || oldest === undefined) return false
  if (!(await hasFallen(reading, oldest))) return false
  if (next === undefined) return cutForIt(reading, oldest)
  const isAlone = moved.every(({ id }) => id === oldest.id)
  if (!isAlone || oldest.to === null) return false
  reading.state = { ...state, begins: oldest.to, sent: { from: next.from, to: state.sent.to } }
  return reading.commit({ dropped: [oldest.id] })
}

/** Asked as its first page was: a count that depends on the offset is not one that fell. */
async function hasFallen({ requests }: Reading, slice: Slice): Promise<boolean> {
  const now = await requests.page(slice, 0)
  return slice.total !== null && now.ok && now.value.total !== null && now.value.total < slice.total
}

async function cutForIt(reading: Reading, slice: Slice): Promise<boolean> {
  const asked = await reading.requests.page(slice, 0)
  if (!asked.ok) return false
  const row = reading.state.behaviour.times === null ? tellingRow(asked.value, reading.journal.header.search) : null
  if (row !== null) await probeTimes(reading, row)
  const { behaviour, until } = reading.state
  if (behaviour.times !== true || !behaviour.rangesHold) return false
  const parts = cutSlice(slice, PARTS, asked.value, behaviour, until)
  if (parts === null) return false
  reading.state = { ...reading.state, method: 'slices' }
  return reading.commit({ dropped: [slice.id], slices: parts.map((bounds) => reading.newSlice(bounds)) })
}
