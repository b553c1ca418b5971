import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure/failure.ts'
import { onSecondPage, restarted, settled, unreachable } from './fixtures/search-session-rig.ts'

test('a look without a word offers what differs, makes like rows young, and tells why it failed', async () => {
  const { session, last, rows, calls, clock } = await onSecondPage()
  const before = session.state().shown!
  const looked = async (answer: () => Promise<void>) => {
    const failed = session.look()
    await settled()
    expect(last()).toMatchObject({ request: { offset: 50 }, once: true })
    expect(session.state().loading).toBeNull()
    await answer()
    return failed
  }
  clock.now += 10_000
  expect(await looked(() => last().answer('second'))).toBeNull()
  expect(session.state()).toMatchObject({ newer: null, shown: { turn: before.turn, fromCache: false } })
  expect(session.state().shown?.answer.page).toBe(before.answer.page)
  expect(session.state().shown?.answer.info.receivedAt).toBe(new Date(clock.now).toISOString())

  expect(await looked(() => last().answer('second', 1002))).toBeNull()
  expect(session.state().newer?.answer.page.total).toBe(1002)
  expect(await looked(() => last().answer('other', 1001))).toBeNull()
  expect(rows()).toEqual(['second'])
  expect(session.state().newer?.answer.page.total).toBe(1001)
  expect(await looked(() => last().fail(unreachable))).toEqual(unreachable)
  expect(session.state()).toMatchObject({ failure: null, loading: null })

  // Not while something else is asked, which also ends a look that is under way.
  const under = session.look()
  await settled()
  const look = last()
  session.refresh()
  await settled()
  expect(look.aborted()).toBe(true)
  expect(await under).toBeNull()
  const asked = calls.length
  expect(await session.look()).toBeNull()
  expect(calls).toHaveLength(asked)
})

describe('without the service', () => {
  async function offline() {
    const it = await restarted(10 * 60_000, async ({ session, last }) => {
      session.page(50)
      await settled()
      await last().answer('second')
      session.search({ customerId: 'c', propertyFilters: [] })
      await settled()
      await last().answer('filtered')
    })
    await it.last().fail(unreachable)
    return it
  }

  test('the rows stay, each page that was seen comes back, and that nobody answers stays said', async () => {
    const { session, rows, calls } = await offline()
    expect(session.state()).toMatchObject({ failure: unreachable, loading: null, shown: { fromCache: true } })
    const failures: unknown[] = []
    session.subscribe(() => failures.push(session.state().failure))
    session.page(50)
    await settled()
    expect(rows()).toEqual(['second'])
    session.page(0)
    expect(rows()).toEqual(['first'])
    expect(calls).toHaveLength(1)
    expect(new Set(failures)).toEqual(new Set([unreachable]))
  })

  test('a search that was made before shows what it brought then', async () => {
    const { session, rows, last } = await offline()
    session.search({ customerId: 'c', propertyFilters: [] })
    await settled()
    expect(session.state().autoRetry).toBe(false)
    await last().fail(unreachable)
    expect(rows()).toEqual(['filtered'])
    expect(session.state()).toMatchObject({ failure: unreachable, shown: { fromCache: true } })
    expect(session.state().shown?.request).toBe(session.state().request)
  })

  test('a page that was never seen leaves the rows that were there', async () => {
    const { session, rows, last } = await offline()
    session.page(100)
    await settled()
    await last().fail(unreachable)
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ failure: unreachable, request: { offset: 100 } })
  })

  test('it is asked again by itself: once each time, at growing distances, and not by a hidden window', async () => {
    const { timers, calls, last, window } = await offline()
    const waits: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      waits.push(...timers.waiting())
      timers.goOff()
      await settled()
      expect(last().once).toBe(true)
      await last().fail(unreachable)
    }
    expect(waits).toEqual([10_000, 15_000, 22_500, 30_000, 30_000])
    expect(calls).toHaveLength(6)
    window.hidden = true
    timers.goOff()
    await settled()
    expect(calls).toHaveLength(6)
    expect(timers.waiting()).toEqual([30_000])
  })

  test('the wait that the service asks for each time is kept, and said', async () => {
    const { timers, session, last } = await offline()
    const http = { status: 503, requestId: null, serviceMessage: null }
    const busy = (retryAfterMs: number | null): Failure => ({
      kind: 'service-error',
      retryAfterMs,
      http,
      attempts: 1,
      durationMs: 1,
    })
    const waits: number[] = []
    for (const asked of [120_000, 60_000, 5_000, null]) {
      timers.goOff()
      await settled()
      await last().fail(busy(asked))
      expect(session.state().failure).toEqual(busy(asked))
      waits.push(...timers.waiting())
    }
    expect(waits).toEqual([120_000, 60_000, 30_000, 30_000])
  })

  test('an hour of looking is enough, and that it has ended is known', async () => {
    const { timers, session, last, calls } = await offline()
    expect(session.state().autoRetry).toBe(true)
    let waitedMs = 0
    while (session.state().autoRetry) {
      waitedMs += timers.waiting()[0] ?? Number.NaN
      timers.goOff()
      await settled()
      await last().fail(unreachable)
    }
    expect(waitedMs).toBeGreaterThan(3_500_000)
    expect(waitedMs).toBeLessThanOrEqual(3_600_000)
    const asked = calls.length
    timers.goOff()
    await settled()
    expect(calls).toHaveLength(asked)
    expect(session.state()).toMatchObject({ failure: unreachable, autoRetry: false })
  })

  test('a service that asks to wait for a month is not asked again', async () => {
    const { timers, session, last } = await offline()
    timers.goOff()
    await settled()
    const http = { status: 503, requestId: null, serviceMessage: null }
    await last().fail({ kind: 'service-error', retryAfterMs: 2_592_000_000, http, attempts: 1, durationMs: 1 })
    expect(session.state()).toMatchObject({ failure: { kind: 'service-error' }, autoRetry: false })
    expect(timers.waiting()).toEqual([])
  })

  test('when it is back with the same rows, that is all that changes', async () => {
    const { timers, session, last, rows } = await offline()
    const turn = session.state().shown?.turn
    timers.goOff()
    await settled()
    expect(session.state().loading).toBeNull()
    await last().answer('first')
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ failure: null, newer: null, shown: { fromCache: false, turn } })
    expect(timers.waiting()).toEqual([])
  })

  test('when it is back with other rows, they are offered', async () => {
    const { timers, session, last, rows } = await offline()
    timers.goOff()
    await settled()
    await last().answer('newer')
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ failure: null, newer: { request: { offset: 0 } } })
    session.showNewer()
    expect(rows()).toEqual(['newer'])
  })

  test('when it is back, the page that could not be shown is offered', async () => {
    const { timers, session, last, rows, calls } = await offline()
    session.page(100)
    await settled()
    await last().fail(unreachable)
    timers.goOff()
    await settled()
    await last().answer('third')
    expect(rows()).toEqual(['first'])
    // A look without a word does not take the offer away.
    const asked = calls.length
    expect(await session.look()).toBeNull()
    expect(calls).toHaveLength(asked)
    session.showNewer()
    expect(rows()).toEqual(['third'])
    expect(session.state()).toMatchObject({ request: { offset: 100 }, shown: { request: { offset: 100 } } })
  })

  test('closing ends the asking', async () => {
    const { timers, session } = await offline()
    session.close()
    expect(timers.waiting()).toEqual([])
  })

  test('a refused token is not asked again and again', async () => {
    const { timers, session, last } = await offline()
    timers.goOff()
    await settled()
    const http = { status: 401, requestId: null, serviceMessage: null }
    await last().fail({ kind: 'token-refused', http, attempts: 1, durationMs: 1 })
    expect(session.state().failure?.kind).toBe('token-refused')
    expect(timers.waiting()).toEqual([])
  })
})
