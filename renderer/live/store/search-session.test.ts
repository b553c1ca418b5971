import { hashKey } from '@tanstack/query-core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someConnection } from '../../../shared/connection/fixtures/some-connection.ts'
import { KEPT_VERSION } from './answers.ts'
import { scriptedCache } from './fixtures/scripted-cache.ts'
import { loadingSecond, onSecondPage, restarted, settled, start, unreachable } from './fixtures/search-session-rig.ts'

test('opening searches at once, without filters, and shows how far it has come', async () => {
  const { session, last, rows } = start()
  session.start()
  expect(session.state()).toMatchObject({ loading: { behind: false, progress: { attempt: 1 } }, shown: null })
  await settled()
  expect(last().request).toEqual({ filters: { propertyFilters: [] }, limit: 50, offset: 0 })
  last().tell({ type: 'waiting', next: 2, of: 4, waitMs: 4000, asked: true, because: unreachable })
  await settled()
  expect(session.state().loading?.progress.waiting).toMatchObject({ next: 2, waitMs: 4000, asked: true })
  last().tell({ type: 'attempt', attempt: 2, of: 4 })
  await settled()
  expect(session.state().loading?.progress).toEqual({ attempt: 2, of: 4, waiting: null })
  await last().answer('a')
  expect(session.state()).toMatchObject({ loading: null, failure: null })
  expect(rows()).toEqual(['a'])
})

describe('while a page loads', () => {
  test('the old rows stay until the new ones are there', async () => {
    const { session, last, rows } = await loadingSecond()
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ request: { offset: 50 }, shown: { request: { offset: 0 } } })
    await last().answer('second')
    expect(rows()).toEqual(['second'])
    expect(session.state().shown?.request.offset).toBe(50)
  })

  test('cancelling aborts the request and returns to the rows that were there', async () => {
    const { session, last, rows } = await loadingSecond()
    session.cancel()
    await settled()
    expect(last().aborted()).toBe(true)
    expect(session.state()).toMatchObject({ request: { offset: 0 }, loading: null, failure: null })
    await last().answer('late')
    expect(rows()).toEqual(['first'])
  })

  test('a failure leaves the rows, and Retry asks for the same again', async () => {
    const { session, last, rows, calls } = await loadingSecond()
    await last().fail(unreachable)
    expect(session.state()).toMatchObject({ failure: unreachable, loading: null, request: { offset: 50 } })
    expect(rows()).toEqual(['first'])
    session.retry()
    await settled()
    expect(calls).toHaveLength(3)
    expect(last().request.offset).toBe(50)
    expect(session.state().failure).toBeNull()
    await last().answer('second')
    expect(rows()).toEqual(['second'])
  })

  test('another search aborts it, and its late answer changes nothing', async () => {
    const { session, calls, rows } = await loadingSecond()
    session.search({ customerId: 'c', propertyFilters: [] })
    await settled()
    expect(calls[1]!.aborted()).toBe(true)
    await calls[1]!.answer('late')
    expect(rows()).toEqual(['first'])
    await calls[2]!.answer('filtered')
    expect(rows()).toEqual(['filtered'])
    expect(session.state().request.offset).toBe(0)
  })

  test('closing aborts it and publishes nothing any more', async () => {
    const { session, last } = await loadingSecond()
    let heard = 0
    session.subscribe(() => {
      heard += 1
    })
    session.close()
    expect(last().aborted()).toBe(true)
    await last().answer('late')
    expect(heard).toBe(0)
  })
})

describe('after a search that failed', () => {
  const customer = { customerId: 'c', propertyFilters: [] }
  async function failed(ask: (session: ReturnType<typeof start>['session']) => void) {
    const it = await onSecondPage()
    ask(it.session)
    await settled()
    await it.last().fail(unreachable)
    expect(it.rows()).toEqual(['second'])
    return it
  }
  const everything = { filters: { propertyFilters: [] }, limit: 50, offset: 50 }

  test('the pages and their size are those of the rows on screen', async () => {
    const next = await failed((session) => session.search(customer))
    next.session.page(100)
    await settled()
    expect(next.last().request).toEqual({ ...everything, offset: 100 })
    const sized = await failed((session) => session.search(customer))
    sized.session.limit(25)
    await settled()
    expect(sized.last().request).toEqual({ ...everything, limit: 25 })
  })

  test('a failed page or size of the same search moves neither', async () => {
    const sized = await failed((session) => session.page(200))
    sized.session.limit(25)
    await settled()
    expect(sized.last().request).toEqual({ ...everything, limit: 25 })
    const next = await failed((session) => session.limit(100))
    next.session.page(100)
    await settled()
    expect(next.last().request).toEqual({ ...everything, offset: 100 })
  })

  test('they stay so when the service is back and offers what had failed', async () => {
    const { session, timers, last } = await failed((session) => session.search(customer))
    timers.goOff()
    await settled()
    await last().answer('filtered')
    expect(session.state()).toMatchObject({ failure: null, newer: { request: { filters: customer } } })
    session.page(100)
    await settled()
    expect(last().request).toEqual({ ...everything, offset: 100 })
  })

  test('nothing is under way that could be cancelled', async () => {
    const { session } = await failed((session) => session.search(customer))
    session.cancel()
    expect(session.state()).toMatchObject({ failure: unreachable, request: { filters: customer } })
  })

  test('rows that may be shown now are shown from the cache', async () => {
    const kept = scriptedCache()
    const first = start(kept)
    first.session.start()
    await settled()
    await first.last().answer('first')
    const [[key, text] = ['', '']] = kept.rows
    kept.rows.clear()
    const { session, last, rows } = start(kept)
    session.start()
    await settled()
    await last().fail(unreachable)
    session.reveal()
    await settled()
    expect(rows()).toBeUndefined()
    kept.rows.set(key, text)
    session.reveal()
    await settled()
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ failure: unreachable, shown: { fromCache: true } })
  })

  test('Retry asks for what failed, Refresh for the rows on screen', async () => {
    const { session, last } = await failed((session) => session.search(customer))
    session.retry()
    await settled()
    expect(last().request).toEqual({ filters: customer, limit: 50, offset: 0 })
    await last().fail(unreachable)
    session.refresh()
    await settled()
    expect(last().request).toEqual(everything)
  })
})

test('a page before the first is the first, and behind an empty one the service is asked, whatever is kept', async () => {
  const { session, last, calls } = await onSecondPage()
  session.page(-20)
  await settled()
  expect(session.state().shown?.request.offset).toBe(0)
  session.page(100)
  await settled()
  await last().answer(null)
  // A row more is another answer, even where the total is the same.
  const looked = session.look()
  await settled()
  await last().answer('third')
  expect(await looked).toBeNull()
  expect(session.state().newer).not.toBeNull()
  session.page(50)
  await settled()
  expect(calls).toHaveLength(5)
  expect(last().request.offset).toBe(50)
})

test('a place is searched at first from what is kept, and later by asking for it', async () => {
  const { session, last, calls } = start()
  const place = { filters: { customerId: 'c', propertyFilters: [] }, limit: 25, offset: 75 }
  session.start(place)
  await settled()
  expect(last().request).toEqual(place)
  await last().answer('a')
  session.start(place)
  await settled()
  expect(calls).toHaveLength(1)
  session.ask(place)
  await settled()
  expect(calls).toHaveLength(2)
})

test.each(['a search', 'a failure'])('what the cache tells too late of %s changes nothing', async (what) => {
  const { session, kept, last, rows, calls } = start()
  session.start()
  await settled()
  await last().answer('first')
  kept.rows.set(
    `answer-${hashKey(['search', someConnection.id, someConnection.account, pageAt(50)])}`,
    kept.rows.values().next().value ?? '',
  )
  const letGo = kept.hold()
  if (what === 'a search') session.page(50)
  else {
    session.ask(pageAt(50))
    await settled()
    await last().fail(unreachable)
  }
  await settled()
  session.ask(pageAt(100))
  letGo()
  await settled()
  await last().answer('third')
  expect(rows()).toEqual(['third'])
  expect(session.state()).toMatchObject({ failure: null, loading: null, request: { offset: 100 } })
  expect(calls.at(-1)?.request.offset).toBe(100)
})

const pageAt = (offset: number) => ({ filters: { propertyFilters: [] }, limit: 50, offset })

test('another size while a search is under way is that search’s', async () => {
  const { session, last } = start()
  session.start()
  await settled()
  await last().answer('first')
  session.search({ customerId: 'c', propertyFilters: [] })
  session.limit(25)
  await settled()
  expect(last().request).toEqual({ filters: { customerId: 'c', propertyFilters: [] }, limit: 25, offset: 0 })
})

test('cancelling the very first search says so, and Retry goes on', async () => {
  const { session, last, rows } = start()
  session.start()
  await settled()
  session.cancel()
  expect(session.state()).toMatchObject({ loading: null, failure: { kind: 'cancelled' }, shown: null })
  session.retry()
  await settled()
  await last().answer('a')
  expect(rows()).toEqual(['a'])
})

test('asking again for what is under way starts over with a new request', async () => {
  const { session, calls, rows } = start()
  session.start()
  await settled()
  session.refresh()
  await settled()
  expect(calls.map(({ aborted }) => aborted())).toEqual([true, false])
  await calls[1]!.answer('again')
  expect(rows()).toEqual(['again'])
  expect(session.state().loading).toBeNull()
})

describe('a page that was seen', () => {
  async function backToFirst(laterMs: number) {
    const it = await onSecondPage()
    it.clock.now += laterMs
    it.session.page(0)
    await settled()
    return it
  }

  test('within 30 s comes back without a request', async () => {
    const { session, calls, rows } = await backToFirst(10_000)
    expect(calls).toHaveLength(2)
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ loading: null, shown: { fromCache: true } })
  })

  test('later comes back at once, and a newer answer is offered, not pushed', async () => {
    const { session, last, rows, calls } = await backToFirst(40_000)
    expect(calls).toHaveLength(3)
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ loading: { behind: true }, newer: null })
    await last().answer('newer')
    expect(rows()).toEqual(['first'])
    const turn = session.state().shown?.turn
    session.showNewer()
    expect(session.state().shown?.turn).not.toBe(turn)
    expect(rows()).toEqual(['newer'])
    expect(session.state()).toMatchObject({ newer: null, shown: { fromCache: false } })
  })

  test('the same answer again is simply taken', async () => {
    const { session, last, rows } = await backToFirst(40_000)
    await last().answer('first')
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ newer: null, loading: null, shown: { fromCache: false } })
  })

  test('Refresh always goes to the service', async () => {
    const { session, last, rows, calls } = await backToFirst(0)
    session.refresh()
    await settled()
    expect(calls).toHaveLength(3)
    expect(session.state().loading?.behind).toBe(false)
    await last().answer('fresh')
    expect(rows()).toEqual(['fresh'])
  })

  test('another account has seen nothing', async () => {
    const { session, calls } = await backToFirst(0)
    session.adopt({ ...someConnection, account: 2 })
    session.page(0)
    await settled()
    expect(calls).toHaveLength(3)
  })
})

test('another page size keeps the first row among those asked for', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.constantFrom(25, 50, 100), fc.constantFrom(25, 50, 100), (page, from, to) => {
      const { session } = start()
      session.limit(from as 25)
      session.page(page * from)
      session.limit(to as 25)
      const { offset, limit } = session.state().request
      session.close()
      return limit === to && offset % to === 0 && offset <= page * from && page * from < offset + limit
    }),
    { seed: 20261120, numRuns: 50 },
  )
})

describe('after a restart', () => {
  const minute = 60_000
  const nothingMore = async () => {}

  test('what was seen is there at once, and refreshed behind', async () => {
    const { session, rows, last, calls } = await restarted(10 * minute, nothingMore)
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ shown: { fromCache: true }, loading: { behind: true } })
    expect(calls).toHaveLength(1)
    await last().answer('newer')
    expect(rows()).toEqual(['first'])
    session.showNewer()
    expect(rows()).toEqual(['newer'])
  })

  test('a fresh page needs no request, one of another account is not there', async () => {
    const fresh = await restarted(20_000, nothingMore)
    expect(fresh.calls).toHaveLength(0)
    fresh.session.adopt({ ...someConnection, account: 2 })
    fresh.session.page(0)
    await settled()
    expect(fresh.calls).toHaveLength(1)
  })

  test.each([
    ['no JSON at all', () => 'x'],
    ['another shape', (text: string) => text.replace('"page"', '"pages"')],
    ['another version', (text: string) => text.replace(`"buster":"${KEPT_VERSION}"`, '"buster":"0"')],
    ['older than 7 days', (text: string) => text.replace(/"receivedAt":"\d+/, '"receivedAt":"2001')],
  ])('a value that is %s is dropped, and the search goes on', async (_, spoil) => {
    const first = start()
    first.session.start()
    await settled()
    await first.last().answer('first')
    for (const [key, text] of first.kept.rows) first.kept.rows.set(key, spoil(text))
    const { session, last, rows } = start(first.kept)
    session.start()
    await settled()
    expect(first.kept.rows.size).toBe(0)
    expect(session.state()).toMatchObject({ shown: null, loading: { behind: false } })
    await last().answer('again')
    expect(rows()).toEqual(['again'])
  })

  test('a backend whose cache does not answer stops nothing', async () => {
    const kept = scriptedCache()
    kept.breakDown()
    const { session, last, rows } = start(kept)
    session.start()
    await settled()
    await last().answer('a')
    session.page(50)
    await settled()
    await last().answer('b')
    expect(rows()).toEqual(['b'])
  })
})

test('every event that the service sends is heard of, also those of a newer answer that is only offered', async () => {
  const { session, last, sent, clock } = start()
  session.start()
  await settled()
  await last().answer('first')
  session.page(50)
  await settled()
  await last().answer('second')
  clock.now += 40_000
  session.page(0)
  await settled()
  await last().answer('other')
  expect(sent).toEqual(['first', 'second', 'other'])
})
