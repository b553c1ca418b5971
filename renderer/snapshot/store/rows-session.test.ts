import { expect, test } from 'vitest'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import type { RowsAnswer, RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { Bridge } from '../../bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { createRowsSession, MOST_TOGETHER, type RowsView, WINDOW } from './rows-session.ts'

const WHOLE: RowsView = { scope: { where: [], misses: false }, sort: null }
const COUNT = 100_000
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Rows as a worker answers them, once the test lets it. `most` is how many rows it puts into one answer. */
function scrolled({ most = WINDOW } = {}) {
  const asked: { question: RowsQuestion; slot: string; isAborted: boolean }[] = []
  const held: (() => void)[] = []
  let isHolding = false
  let failing = false
  const rows = async (
    { question, slot }: { question: RowsQuestion; slot: string },
    { signal }: { signal: AbortSignal },
  ): Promise<Asked<RowsAnswer>> => {
    const one = { question, slot, isAborted: false }
    asked.push(one)
    signal.addEventListener('abort', () => {
      one.isAborted = true
    })
    if (isHolding) await new Promise<void>((resolve) => void held.push(resolve))
    if (signal.aborted) return { kind: 'dropped' }
    if (failing) throw new TypeError('nobody answers')
    const { offset, limit, sort } = question
    const events = Array.from({ length: Math.max(0, Math.min(limit, most, COUNT - offset)) }, (_, at) => {
      const row = sort?.descending ? COUNT - 1 - offset - at : offset + at
      return { row, source: `{"event_id":"evt_${row}"}`, misses: row === 3 ? ['Type'] : [] }
    })
    return { kind: 'answered', answer: { rows: events, offset, count: COUNT, of: COUNT, missing: 0 } }
  }
  const timers = manualTimers()
  async function ask(...given: Parameters<typeof rows>) {
    const outcome = rows(...given)
    return (async function* () {
      yield { state: 'over', outcome: await outcome }
    })()
  }
  const bridge = { snapshots: { ask } } as unknown as Pick<Bridge, 'snapshots'>
  const session = createRowsSession({ bridge, snapshotId: 'november', later: timers.later, slot: 'rows' })
  const stop = session.start()
  async function release() {
    for (const go of held.splice(0)) go()
    await settled()
  }
  const ids = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => session.at(first + at)?.eventId ?? null)
  return {
    session,
    asked,
    timers,
    stop,
    ids,
    release,
    hold: (isHeld: boolean) => {
      isHolding = isHeld
    },
    breakDown: (isBroken: boolean) => {
      failing = isBroken
    },
  }
}

test('what is in sight is asked for in windows, and a little ahead; nothing is asked twice', async () => {
  const { session, asked, ids } = scrolled()
  session.show(WHOLE)
  await settled()
  expect(session.state().shown).toMatchObject({ count: COUNT, of: COUNT })
  session.want(0, 25)
  await settled()
  const before = asked.length
  session.want(5, 30)
  await settled()
  expect(asked).toHaveLength(before)
  session.want(50_010, 50_040)
  await settled()
  expect(ids(50_010, 50_012)).toEqual(['evt_50010', 'evt_50011', 'evt_50012'])
  for (const { question } of asked) expect(question.limit).toBeLessThanOrEqual(500)
  const third = session.at(3) ?? expect.fail()
  expect(session.factsOf(third)).toEqual({ row: 3, misses: ['Type'] })
  expect(session.state().asking).toBe(false)

  // What is selected there is told by its row in every other view.
  session.show({ ...WHOLE, sort: { key: { of: 'field', field: 'createdAt' }, descending: true } })
  await settled()
  expect(session.at(3)).not.toBe(third)
  expect(session.factsOf(third)).toEqual({ row: 3, misses: ['Type'] })
})

test('what was scrolled away from is given up, and only where it stops is asked for', async () => {
  const { session, asked, timers, hold, release, ids } = scrolled()
  session.show(WHOLE)
  await settled()
  hold(true)
  for (let row = 10_000; row <= 90_000; row += 10_000) session.want(row, row + 25)
  await settled()
  const [, first, ...others] = asked
  expect(first?.isAborted).toBe(true)
  expect(others.every(({ isAborted }) => isAborted)).toBe(true)
  hold(false)
  await release()
  timers.goOff()
  await settled()
  expect(ids(90_000, 90_001)).toEqual(['evt_90000', 'evt_90001'])
  expect(asked.length).toBeLessThan(6)
})

test('rows stay until the first of another view are there, which then begin at their first', async () => {
  const { session, hold, release, ids } = scrolled()
  session.show(WHOLE)
  await settled()
  const sorted: RowsView = { ...WHOLE, sort: { key: { of: 'property', name: 'amount' }, descending: true } }
  hold(true)
  session.show(sorted)
  await settled()
  expect(ids(0, 0)).toEqual(['evt_0'])
  expect(session.state()).toMatchObject({ asking: true, shown: { sort: null } })
  hold(false)
  await release()
  expect(ids(0, 1)).toEqual(['evt_99999', 'evt_99998'])
  expect(session.placeOf(99_998)).toBe(1)
  expect(session.state().shown?.sort).toEqual(sorted.sort)
})

test('answers shorter than asked for are gone on with; a segment is read whole, up to as many as are held', async () => {
  const { session, ids } = scrolled({ most: 7 })
  session.show(WHOLE)
  await settled()
  session.want(0, 40)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(ids(0, 40)).not.toContain(null)
  const events = await session.segment(60_000, 60_499)
  expect(events?.map(({ eventId }) => eventId)).toEqual(Array.from({ length: 500 }, (_, at) => `evt_${60_000 + at}`))
  expect(await session.segment(0, MOST_TOGETHER)).toBeNull()
})

test('why rows did not come is told once, and they are asked for again', async () => {
  const { session, breakDown, asked, ids } = scrolled()
  session.show(WHOLE)
  await settled()
  breakDown(true)
  session.want(5_000, 5_025)
  await settled()
  expect(session.state()).toMatchObject({ trouble: { failure: { kind: 'bridge' } }, asking: false })
  const before = asked.length
  session.want(6_000, 6_025)
  await settled()
  expect(asked).toHaveLength(before)
  breakDown(false)
  session.retry()
  await settled()
  expect(ids(6_000, 6_000)).toEqual(['evt_6000'])
  expect(session.state().trouble).toBeNull()
})

test('of what was scrolled through only what is around the end is kept', async () => {
  const { session, ids } = scrolled()
  session.show(WHOLE)
  await settled()
  for (let row = 0; row < 80 * WINDOW; row += WINDOW) {
    session.want(row, row + 25)
    await settled()
  }
  expect(ids(0, 0)).toEqual([null])
  expect(ids(79 * WINDOW, 79 * WINDOW)).toEqual([`evt_${79 * WINDOW}`])
  expect(session.sample().length).toBeLessThanOrEqual(400)
})
