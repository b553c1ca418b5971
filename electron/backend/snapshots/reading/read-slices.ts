// Reads slices, several at once, and cuts those that are too large. Stops as soon as the totals of parts prove unreliable.
import type { Slice } from '../slice.ts'
import { cutSlice } from './cuts.ts'
import { createFamilies } from './families.ts'
import { probeFractions } from './probe-ranges.ts'
import { readSlice } from './read-slice.ts'
import type { Reading } from './reading.ts'
import type { ReadingAnswer } from './requests.ts'
import type { SliceRows } from './slice-rows.ts'

/** `mistrusted`: the whole search has to be read by offset instead. */
export type SlicesEnd = 'done' | 'mistrusted' | 'halted'

/** The number of answers that a slice should take. */
const AIM = 10
/** The most answers that are read by offset without another cut. */
export const MOST_ANSWERS = 15
/** If pages do not fit together, a slice should take this share of one answer, so that most slices fit. */
const AIM_OF_ONE = 0.6
/** Parts of one cut, before and after totals of parts have been seen to add up. */
const FEW_PARTS = 2
const MANY_PARTS = 64
const READINGS = 3

/** Reads `todo` and the parts that it is cut into. @param firsts known first answers by slice id */
export async function readSlices(
  reading: Reading,
  todo: readonly Slice[],
  firsts: ReadonlyMap<number, ReadingAnswer> = new Map(),
): Promise<SlicesEnd> {
  const { requests } = reading
  const queue = [...todo].reverse()
  const families = createFamilies(reading)
  const { promise: over, resolve: finish, reject } = Promise.withResolvers<void>()
  let open = 0
  let pending = 0
  let isMistrusted = false
  const isStopped = () => isMistrusted || requests.isHalted()

  start()
  await over
  return isMistrusted ? 'mistrusted' : requests.isHalted() ? 'halted' : 'done'

  /** Opens slices: enough to keep the requests busy, few enough to hold in memory. */
  function start(): void {
    while (!isStopped() && open <= requests.pace.atOnce()) {
      const slice = queue.pop()
      if (slice === undefined) break
      run(() => work(slice, firsts.get(slice.id)))
    }
    if (isStopped()) families.giveUp()
    if (pending === 0) finish()
  }

  function run(task: () => Promise<void>): void {
    open += 1
    pending += 1
    task().then(() => {
      open -= 1
      pending -= 1
      start()
    }, reject)
  }

  /** Waits without blocking other slices, which may be the ones that are waited for. */
  async function aside<T>(promise: Promise<T>): Promise<T> {
    open -= 1
    start()
    const value = await promise
    open += 1
    return value
  }

  async function work(slice: Slice, given: ReadingAnswer | undefined): Promise<void> {
    const asked = given ?? (await firstAnswer(slice))
    if (asked === null || isStopped()) return
    tell(slice, asked.total)
    const most = reading.state.behaviour.orderHolds ? MOST_ANSWERS * requests.pageSize() : requests.pageSize()
    const isLarge = (asked.total ?? 0) > Math.max(most, asked.events.length)
    if (isLarge && (await cut(slice, asked, partsFor(asked.total ?? 0)))) return
    // Rows are not read before the totals that are to prove them have been checked.
    if (reading.state.behaviour.totals === null && !(await aside(families.settled(slice.id)))) return
    await readUntilSure(slice, asked)
  }

  async function firstAnswer(slice: Slice): Promise<ReadingAnswer | null> {
    const asked = await requests.page(slice, 0, { isWanted: () => !isStopped() })
    if (asked.ok) return asked.value
    tell(slice, null)
    if (!isStopped()) await reading.commit({ slices: [{ ...slice, state: 'failed', failure: asked.failure }] })
    return null
  }

  /** Reads it until rows and total agree; one that keeps disagreeing is cut if possible. */
  async function readUntilSure(slice: Slice, given: ReadingAnswer): Promise<void> {
    let first: ReadingAnswer | undefined = given
    for (;;) {
      const now: Slice = reading.slices.get(slice.id) ?? slice
      const end = await readSlice(reading, now, { ...(first === undefined ? {} : { first }), isStopped })
      first = undefined
      if (end.kind === 'outside' || end.kind === 'more') {
        isMistrusted = true
        return
      }
      if (end.kind !== 'differs' || isStopped()) return
      seeOrder(end.rows)
      const { readings, total } = reading.slices.get(slice.id) ?? now
      const { steady } = end.rows.facts()
      if (end.rows.traits.contradicted() && reading.state.behaviour.totals === null) {
        reading.learn({ totals: 'wrong' })
        isMistrusted = true
        return
      }
      const isHopeless = steady && end.rows.cameAgain() > 0
      const fits = total === null || total <= requests.pageSize()
      if (!fits && (readings >= 2 || isHopeless) && (await cut(slice, given, Math.min(partsFor(total), MANY_PARTS))))
        return
      if (readings >= READINGS || (isHopeless && readings >= 2)) return
    }
  }

  function seeOrder(rows: SliceRows): void {
    const { steady, returned, total } = rows.facts()
    if (!steady || total === null || returned >= total || rows.cameAgain() === 0 || rows.traits.order() !== 'other')
      return
    reading.learn({ orderHolds: false })
    reading.find({
      about: 'order',
      finding: 'unstable',
      words: 'Pages of one search overlap or leave gaps: the order changes from request to request.',
    })
  }

  function partsFor(total: number): number {
    const { orderHolds, totals } = reading.state.behaviour
    const aim = requests.pageSize() * (orderHolds ? AIM : AIM_OF_ONE)
    const most = totals === 'matches' ? MANY_PARTS : FEW_PARTS
    return Math.min(most, Math.max(2, Math.ceil(total / aim)))
  }

  /** False if it cannot be cut and has to be read as it is. */
  async function cut(slice: Slice, first: ReadingAnswer, wanted: number): Promise<boolean> {
    const { state } = reading
    let made = cutSlice(slice, wanted, first, state.behaviour, state.until)
    if (made === null && state.behaviour.fractions === null) {
      await probeFractions(reading, first.events)
      made = cutSlice(slice, wanted, first, reading.state.behaviour, state.until)
    }
    if (made === null) return false
    if (!(await aside(families.settled(slice.id))) || isStopped()) return true
    const parts = made.parts.map((bounds) => reading.newSlice(bounds))
    const owner = reading.owners.get(slice.id)
    if (owner !== undefined) reading.index.forget(owner)
    if (!(await reading.commit({ dropped: [slice.id], slices: parts }))) return true
    families.found(slice, first.total ?? 0, parts, made.shared)
    queue.push(...parts.toReversed())
    return true
  }

  function tell(slice: Slice, total: number | null): void {
    const check = families.tell(slice.id, total)
    if (check === null) return
    run(async () => {
      const found = await check()
      if (found === 'more') reading.learn({ totals: 'wrong' })
      if (found === 'overlap') reading.learn({ rangesHold: false })
      if (found !== 'adds-up' && found !== 'unasked') isMistrusted = true
    })
  }
}
