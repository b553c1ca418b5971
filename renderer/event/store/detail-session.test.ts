import { describe, expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { EarlierEvent } from '../../../shared/contract/contract.ts'
import type { Event, EventAnswer, SearchRequest } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { createAnswers } from '../../live/store/answers.ts'
import { scriptedCache } from '../../live/store/fixtures/scripted-cache.ts'
import { createQueryClient } from '../../live/store/queries.ts'
import type { SearchState } from '../../live/store/search-session.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import type { Later } from '../../ui/later.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { createDetailSession, type EventState } from './detail-session.ts'
import { createEventWatch } from './event-watch.ts'

const connection = { id: 'one', account: 1 } as Connection
const http = { status: 404, requestId: null, serviceMessage: null }
const missing: Failure = { kind: 'not-found', eventId: 'x', http, attempts: 1, durationMs: 1 }
const offline: Failure = { kind: 'unreachable', reason: 'refused', detail: '', attempts: 4, durationMs: 1 }
const minute = 60_000
const request: SearchRequest = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }

const eventOf = (eventId: string, code = 'api') => eventFrom(JSON.stringify({ event_id: eventId, event_code: code }))

function eventFrom(text: string): Event {
  const read = parseEventText(text)
  if (!read.ok) throw new Error('not an event')
  return read.event
}

async function settled() {
  for (let turns = 0; turns < 4; turns++) await new Promise((done) => setTimeout(done, 0))
}

const atOnce: Later = (_, work) => {
  work()
  return () => {}
}

function start(kept = scriptedCache(), rows: Event[] = [], later = atOnce) {
  const clock = { now: Date.now() }
  const at = () => new Date(clock.now).toISOString()
  const calls: { eventId: string; deferred: PromiseWithResolvers<EventAnswer>; signal: AbortSignal }[] = []
  const get = async ({ eventId }: { eventId: string }, { signal }: { signal: AbortSignal }) => {
    const deferred = Promise.withResolvers<EventAnswer>()
    calls.push({ eventId, deferred, signal })
    return (async function* () {
      yield { type: 'attempt', attempt: 1, of: 4 }
      yield { type: 'answer', answer: await deferred.promise }
    })()
  }
  const bridge = { events: { get }, cache: kept.cache } as unknown as Bridge
  const parts = createStateStore<EventState>()
  const watch = createEventWatch({ bridge, parts }, connection)
  const answers = createAnswers({
    bridge,
    queryClient: createQueryClient(),
    connectionId: connection.id,
    onSent: (events) => watch.compare(events),
  })
  const pageAt = at()
  const page = { events: rows, receivedAt: pageAt, fromCache: false }
  const service = { offline: false }
  let turn = 1
  let onRows = () => {}
  const search = {
    state() {
      const answer = { page: { events: page.events }, info: { receivedAt: page.receivedAt } }
      const shown = { request, answer, fromCache: page.fromCache, turn }
      return { shown, failure: service.offline ? offline : null } as unknown as SearchState
    },
    subscribe(listener: () => void) {
      onRows = listener
      return () => {}
    },
  }
  /** The same rows, asked for again. */
  function refresh() {
    turn += 1
    onRows()
  }
  const session = createDetailSession({
    parts,
    bridge,
    answers,
    watch,
    connection,
    search,
    now: () => clock.now,
    later,
  })
  const answer = (call: number, code?: string) => send(call, eventOf(calls[call]!.eventId, code))
  async function send(call: number, event: Event) {
    const { deferred } = calls[call]!
    const info = { receivedAt: at(), serviceDate: null, durationMs: 1, attempts: 1, requestId: null, bytes: 1 }
    deferred.resolve({ event, info })
    await settled()
  }
  async function fail(call: number, failure: Failure) {
    calls[call]!.deferred.reject(new FailureError(failure))
    await settled()
  }
  return { session, calls, answer, send, fail, clock, kept, watch, page, pageAt, service, refresh }
}

test('a row opens without a request, and says where it came from', async () => {
  const { session, calls, pageAt } = start()
  session.open(eventOf('a'))
  await settled()
  expect(session.view()).toEqual({
    state: 'event',
    event: eventOf('a'),
    info: null,
    newer: null,
    source: { from: 'service', receivedAt: pageAt, withPage: true, unrefreshed: null },
  })
  expect(calls).toHaveLength(0)
})

test('rows that are only stepped past are not asked for: an older one is once its user stays on it', async () => {
  const timers = manualTimers()
  const { session, calls, clock } = start(scriptedCache(), [], timers.later)
  clock.now += 6 * minute
  for (const id of ['a', 'b', 'c']) session.open(eventOf(id))
  expect(timers.waiting()).toEqual([300])
  timers.goOff()
  await settled()
  expect(calls.map(({ eventId }) => eventId)).toEqual(['c'])
  session.open(eventOf('d'))
  session.close()
  expect(timers.waiting()).toEqual([])
})

test('an event is fetched by its ID, and not again within 5 min', async () => {
  const { session, calls, answer, clock } = start()
  session.find('a')
  expect(session.view()).toEqual({ state: 'loading', eventId: 'a', startedAt: clock.now })
  await settled()
  await answer(0)
  expect(session.view()).toMatchObject({ state: 'event', event: { eventId: 'a' }, source: { from: 'service' } })
  clock.now += 4 * minute
  session.find('a')
  await settled()
  expect(session.view()).toMatchObject({ state: 'event', source: { from: 'cache' } })
  expect(calls).toHaveLength(1)
})

test('the last one asked for wins, whatever arrives late', async () => {
  const { session, calls, answer } = start()
  session.find('a')
  await settled()
  session.find('b')
  await settled()
  expect(calls[0]!.signal.aborted).toBe(true)
  await answer(1)
  await answer(0)
  expect(session.view()).toMatchObject({ state: 'event', event: { eventId: 'b' } })
  session.find('c')
  await settled()
  session.open(eventOf('d'))
  await answer(2)
  expect(session.view()).toMatchObject({ event: { eventId: 'd' } })
  // Also while the cache is still looked into.
  session.find('e')
  session.open(eventOf('f'))
  await settled()
  expect(session.view()).toMatchObject({ event: { eventId: 'f' } })
  expect(calls).toHaveLength(3)
})

test('a failure is shown with the event ID, and Retry asks again', async () => {
  const { session, fail, answer } = start()
  session.find('x')
  await settled()
  await fail(0, missing)
  expect(session.view()).toEqual({ state: 'failure', eventId: 'x', failure: missing })
  session.retry()
  await settled()
  await answer(1)
  expect(session.view()).toMatchObject({ state: 'event', event: { eventId: 'x' } })
})

test('closing aborts, and a late answer does not open the pane again', async () => {
  const { session, calls, answer } = start()
  session.find('a')
  await settled()
  session.close()
  expect(calls[0]!.signal.aborted).toBe(true)
  await answer(0)
  expect(session.view()).toBeNull()
})

describe('an older event', () => {
  async function openedLate() {
    const started = start()
    started.clock.now += 6 * minute
    started.session.open(eventOf('a'))
    await settled()
    return started
  }

  test('is asked for again in the background, and the same answer only makes it recent', async () => {
    const { session, calls, answer } = await openedLate()
    expect(calls).toHaveLength(1)
    const event = eventOf('a')
    expect(session.view()).toMatchObject({ state: 'event', event })
    await answer(0)
    expect(session.view()).toMatchObject({ event, newer: null, source: { from: 'service', withPage: false } })
  })

  test('does not change by itself: an event that differs is offered', async () => {
    const { session, answer } = await openedLate()
    await answer(0, 'other')
    expect(session.view()).toMatchObject({ event: { eventCode: 'api' }, newer: { event: { eventCode: 'other' } } })
    session.showNewer()
    expect(session.view()).toMatchObject({ event: { eventCode: 'other' }, newer: null, source: { from: 'service' } })
  })

  test.each([
    ['a field that the interface does not name', '{"event_id":"a","event_code":"api","tenant":"t1"}'],
    ['another order', '{"event_code":"api","event_id":"a"}'],
  ])('is not taken for the same when an answer only brings %s: the answer is offered too', async (_, text) => {
    const { session, send, watch, pageAt } = await openedLate()
    await send(0, eventFrom(text))
    expect(session.view()).toMatchObject({
      event: eventOf('a'),
      info: null,
      source: { receivedAt: pageAt, withPage: true },
      newer: { event: { source: text } },
    })
    expect(watch.changes().size).toBe(0)
    session.showNewer()
    expect(session.view()).toMatchObject({ event: { source: text }, newer: null, source: { withPage: false } })
  })

  test('that differs in white space alone is the same: there is nothing to offer', async () => {
    const { session, send } = await openedLate()
    await send(0, eventFrom('{ "event_id": "a",\n "event_code": "api" }'))
    expect(session.view()).toMatchObject({ event: eventOf('a'), newer: null, source: { withPage: false } })
  })

  test('stays when nobody answers, says so, and Retry asks again', async () => {
    const { session, fail, answer } = await openedLate()
    await fail(0, offline)
    expect(session.view()).toMatchObject({ state: 'event', source: { unrefreshed: offline } })
    session.retry()
    await settled()
    await answer(1)
    expect(session.view()).toMatchObject({ state: 'event', source: { unrefreshed: null } })
  })

  test('that could not be asked for says so no more once another answer is offered', async () => {
    const { session, fail, answer } = await openedLate()
    await fail(0, offline)
    session.retry()
    await settled()
    await answer(1, 'other')
    expect(session.view()).toMatchObject({ newer: { event: { eventCode: 'other' } }, source: { unrefreshed: null } })
  })

  test('is not asked for while the service is known to be offline', async () => {
    const { session, calls, clock, service } = start()
    clock.now += 6 * minute
    service.offline = true
    session.open(eventOf('a'))
    await settled()
    expect(calls).toHaveLength(0)
    expect(session.view()).toMatchObject({ state: 'event', source: { unrefreshed: null } })
  })

  test('stays and is flagged when the service answers 404, also where nothing was kept of it', async () => {
    const { session, fail, watch, pageAt } = await openedLate()
    await fail(0, missing)
    expect(session.view()).toMatchObject({ state: 'event', event: { eventId: 'a' }, source: { unrefreshed: missing } })
    expect(watch.changes().get('a')).toMatchObject({ kind: 'gone', since: pageAt })
  })
})

describe('finding by ID', () => {
  test('shows a row of the page at once, and asks in the background', async () => {
    const { session, calls } = start(scriptedCache(), [eventOf('a')])
    session.find('a')
    await settled()
    expect(session.view()).toMatchObject({ state: 'event', source: { from: 'service', withPage: true } })
    expect(calls).toHaveLength(1)
  })

  test('shows whichever is newer, what was fetched or the row; an older row yields', async () => {
    const { session, calls, answer, clock, page } = start()
    session.find('a')
    await settled()
    await answer(0, 'fetched')
    clock.now += 4 * minute
    page.events = [eventOf('a', 'row')]
    session.find('a')
    await settled()
    expect(session.view()).toMatchObject({ event: { eventCode: 'fetched' }, source: { withPage: false } })
    expect(calls).toHaveLength(1)
    page.receivedAt = new Date(clock.now).toISOString()
    session.find('a')
    await settled()
    expect(session.view()).toMatchObject({ event: { eventCode: 'row' }, source: { withPage: true } })
    // A row is not the service's answer to a question for this ID.
    expect(calls).toHaveLength(2)
  })

  test('after a restart shows what was fetched, also while the service is offline', async () => {
    const first = start()
    first.session.find('a')
    await settled()
    await first.answer(0)
    const { session, fail, clock } = start(first.kept)
    clock.now += 60 * minute
    session.find('a')
    await settled()
    expect(session.view()).toMatchObject({ state: 'event', event: { eventId: 'a' }, source: { from: 'cache' } })
    await fail(0, offline)
    expect(session.view()).toMatchObject({ state: 'event', source: { unrefreshed: offline } })
  })

  test('shows an event that an earlier page brought', async () => {
    const kept = scriptedCache('2026-11-20T09:12:00.000Z')
    await kept.cache.recordFirstSeen({
      connectionId: 'one',
      account: 1,
      events: [{ eventId: 'a', source: eventOf('a').source }],
    })
    const { session } = start(kept)
    session.find('a')
    await settled()
    expect(session.view()).toMatchObject({
      state: 'event',
      event: { eventId: 'a' },
      source: { from: 'cache', receivedAt: '2026-11-20T09:12:00.000Z', withPage: true },
    })
  })

  test('of what the cache finds late nothing takes the place of an answer, or of another event', async () => {
    const kept = scriptedCache()
    const seen = Promise.withResolvers<EarlierEvent | null>()
    kept.cache.firstSeen = () => seen.promise
    const { session, answer, fail } = start(kept)
    session.find('a')
    await settled()
    await fail(0, offline)
    session.find('b')
    await settled()
    await answer(1, 'now')
    seen.resolve({ eventId: 'b', source: eventOf('b').source, seenAt: '2026-11-20T09:12:00.000Z' })
    await settled()
    expect(session.view()).toMatchObject({ event: { eventId: 'b', eventCode: 'now' } })
  })

  test('shows an event that was here and is answered with 404 as it was, flagged', async () => {
    const kept = scriptedCache('2026-11-20T09:12:00.000Z')
    await kept.cache.recordFirstSeen({
      connectionId: 'one',
      account: 1,
      events: [{ eventId: 'a', source: eventOf('a').source }],
    })
    const { session, fail, watch } = start(kept)
    session.find('a')
    await settled()
    await fail(0, missing)
    expect(session.view()).toMatchObject({ state: 'event', event: { eventId: 'a' } })
    expect(watch.changes().get('a')).toMatchObject({ kind: 'gone', since: '2026-11-20T09:12:00.000Z' })
  })
})

describe('a Refresh', () => {
  async function opened(rows: Event[]) {
    const started = start(scriptedCache(), rows)
    started.session.open(eventOf('a'))
    started.clock.now += minute
    started.page.receivedAt = new Date(started.clock.now).toISOString()
    return started
  }

  test('renews an event that came with a page from the new one', async () => {
    const { session, calls, page, refresh } = await opened([eventOf('b'), eventOf('a', 'other')])
    refresh()
    expect(session.view()).toMatchObject({
      event: { eventCode: 'other' },
      newer: null,
      source: { from: 'service', receivedAt: page.receivedAt, withPage: true },
    })
    expect(calls).toHaveLength(0)
  })

  test.each([
    ['is no longer among the rows', [eventOf('b')]],
    ['is there twice', [eventOf('a', 'x'), eventOf('a', 'y')]],
  ])('asks for an event that %s, and shows what comes', async (_, rows) => {
    const { session, calls, answer, refresh } = await opened(rows)
    refresh()
    expect(session.view()).toMatchObject({ event: { eventCode: 'api' } })
    expect(calls).toHaveLength(1)
    await answer(0, 'other')
    expect(session.view()).toMatchObject({ event: { eventCode: 'other' }, newer: null, source: { withPage: false } })
  })

  test('asks once more, by the same ID, for an event that was found by it', async () => {
    const { session, calls, answer, refresh } = start(scriptedCache(), [eventOf('a')])
    session.find('a')
    await settled()
    await answer(0)
    refresh()
    await answer(1, 'other')
    expect(calls).toHaveLength(2)
    expect(session.view()).toMatchObject({ event: { eventCode: 'other' }, newer: null, source: { withPage: false } })
  })

  test('whose rows are the cached ones renews nothing', async () => {
    const { session, calls, page, refresh } = await opened([eventOf('a', 'other')])
    page.fromCache = true
    refresh()
    expect(session.view()).toMatchObject({ event: { eventCode: 'api' }, newer: null })
    expect(calls).toHaveLength(0)
  })

  test('leaves alone what is under way, an event without an ID, and a closed pane', async () => {
    const { session, calls, refresh } = start()
    refresh()
    expect(session.view()).toBeNull()
    session.open(eventFrom('{"event_code":"api"}'))
    const before = session.view()
    refresh()
    expect(session.view()).toBe(before)
    session.find('a')
    await settled()
    refresh()
    await settled()
    expect(calls).toHaveLength(1)
  })
})
