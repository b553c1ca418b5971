// Counts every slice and the whole range again, to find what changed since it was read.
import type { Slice } from '../slice.ts'
import type { Reading } from './reading.ts'

export interface Recount {
  /** Slices whose total changed, or whose count failed. */
  changed: Slice[]
  /** The whole range's total minus the rows of all slices and those after the end; null without a total. */
  difference: number | null
}

/** With many arrivals after the end, the two counts may be of different moments, so they are repeated. */
const TRIES = 3

/** Null once the reading is halted. */
export async function recount(reading: Reading): Promise<Recount | null> {
  const { requests, slices } = reading
  const changed: Slice[] = []
  let difference = await wholeDifference(reading)
  const counted = [...slices.values()]
  const answers = await Promise.all(counted.map((slice) => requests.count(slice)))
  if (requests.isHalted()) return null
  for (const [index, slice] of counted.entries()) {
    const answer = answers[index]
    const total = answer?.ok ? answer.value.total : null
    if (total === slice.total && total !== null) continue
    const fell = total !== null && slice.total !== null && total < slice.total
    if (fell) reading.state.fell = true
    changed.push({ ...slice, fell: slice.fell || fell })
  }
  for (let tries = 1; tries < TRIES && changed.length === 0 && difference !== 0 && difference !== null; tries += 1) {
    difference = await wholeDifference(reading)
  }
  return requests.isHalted() ? null : { changed, difference }
}

async function wholeDifference(reading: Reading): Promise<number | null> {
  const { requests, state, slices, effects } = reading
  const { tailFrom, sent, until } = state
  const [whole, tail] = await Promise.all([
    requests.count(sent),
    tailFrom === null ? null : requests.count({ from: tailFrom, to: null }),
  ])
  if (!whole.ok || (tail !== null && !tail.ok)) return null
  const after = tail === null ? 0 : tail.value.total
  const { total, serviceDate } = whole.value
  reading.state = {
    ...reading.state,
    totalAtEnd: { total, at: new Date(effects.now()).toISOString(), serviceDate },
    afterEnd: tail === null ? null : after,
  }
  if (total === null || after === null) return null
  const difference = total - after - unionOf(slices.values())
  if (difference === 0 || tailFrom === null) return difference
  // Rows exactly at the end count on both sides of it.
  const both = await requests.count({ from: tailFrom, to: until })
  return both.ok ? difference + (both.value.total ?? 0) : difference
}

/** How many rows all slices returned, each shared row counted once. */
export function unionOf(slices: Iterable<Slice>): number {
  let union = 0
  for (const { returned, shared } of slices) union += returned - shared
  return union
}
