import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventRecord, writeEvent } from './event-record.ts'
import { anyEvents } from './fixtures/event-arbitrary.ts'
import { NOW, serviceUnderTest } from './fixtures/service-under-test.ts'
import { createHistory } from './history.ts'
import { sampleEvents } from './sample-events.ts'
import { defaultGaps, type Gaps } from './service-options.ts'
import { openSqliteStore } from './sqlite-store.ts'

const records = [...sampleEvents({ count: 40, seed: 3, now: NOW })]
const [first, second] = records as [EventRecord, EventRecord]
const amended = (event: EventRecord): EventRecord => ({ ...event, customerId: 'cus_amended' })

type Page = { total: number; events: { event_id: string }[] }

describe('the history of a service', () => {
  test('tells who matched in each state', async () => {
    let now = NOW
    const service = await serviceUnderTest({ records: [first], keepHistory: true, clock: () => now })
    const history = service.history()
    expect(history.state()).toBe(0)
    now += 100
    service.add([second])
    now += 100
    service.amend(amended(first))
    now += 100
    service.remove(second.eventId)
    expect(history.changes()).toEqual([
      { kind: 'arrival', eventId: second.eventId, at: NOW + 100 },
      { kind: 'amendment', eventId: first.eventId, at: NOW + 200 },
      { kind: 'removal', eventId: second.eventId, at: NOW + 300 },
    ])
    const [before, after, other] = [first, amended(first), second].map(writeEvent)
    expect([0, 1, 2, 3].map((state) => history.matchesAsOf({}, state))).toEqual([
      [before],
      [before, other],
      [other, after],
      [after],
    ])
    expect(history.matches({ customer_id: 'cus_amended', limit: 1, offset: 7 })).toEqual([
      { eventId: first.eventId, text: after, since: 2, until: Number.POSITIVE_INFINITY },
    ])
    expect([NOW - 1, NOW, NOW + 99, NOW + 100, NOW + 250, NOW + 900].map(history.stateAt)).toEqual([0, 0, 0, 1, 2, 3])
    expect(() => history.matches({ limit: 'all' })).toThrow('limit must be an integer')
  })

  test('agrees with what the service answers, while events arrive, change and vanish', async () => {
    let now = NOW
    const faults = { grow: 9, late: 5, amend: 8, vanish: 7, duplicateIds: 0.1 }
    const gaps: Partial<Gaps> = { bounds: 'half-open', combine: 'or', rangePrecision: 'days', order: 'shuffled' }
    const service = await serviceUnderTest({ records, keepHistory: true, faults, gaps, clock: () => now })
    const search = {
      customer_id: first.customerId,
      created_at_from: '2026-02-10T07:00:00Z',
      event_property_filters: { region: 'us-east-1' },
    }
    const states: number[] = []
    for (let step = 0; step < 40; step++) {
      now += 150
      const { events, total } = (await (await service.search({ ...search, limit: 100 })).json()) as Page
      const expected = service.history().matchesAsOf(search, service.history().state())
      expect(events.map((event) => event.event_id).toSorted()).toEqual(expected.map(idOf).toSorted())
      expect(total).toBe(expected.length)
      states.push(service.history().state())
    }
    expect(states.at(-1)).toBe(6 * (9 + 5 + 8 + 7))
    expect(service.history().stateAt(NOW + 150)).toBe(states[0])
  })

  test('is kept only where it is asked for', async () => {
    const service = await serviceUnderTest({ records })
    expect(() => service.history()).toThrow('keepHistory')
    expect(() => service.remove('none')).toThrow('no event with the event_id none')
    expect(() => service.amend({ ...first, eventId: 'none' })).toThrow('no event with the event_id none')
  })
})

type Step = { kind: 'arrival' | 'amendment' | 'removal'; event: EventRecord; place: number }

test('each state is the one that the changes lead to', () => {
  const anyStep: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('arrival', 'arrival', 'amendment', 'removal'),
    event: anyEvents(1)
      .filter((events) => events.length > 0)
      .map(([event]) => event as EventRecord),
    place: fc.nat(),
  })
  fc.assert(
    fc.property(anyEvents(5), fc.array(anyStep, { maxLength: 25 }), (held, steps) => {
      const plain = openSqliteStore(':memory:')
      plain.add(held)
      const { store, history } = createHistory(plain, defaultGaps, () => 0)
      let model = held.map(writeEvent)
      const states = [model]
      for (const { kind, event, place } of steps) {
        const texts = store.matches({ properties: [], limit: 0, offset: 0 }, defaultGaps)
        expect(texts.map(({ text }) => text)).toEqual(model)
        const stored = texts[place % texts.length]
        if (kind === 'arrival') {
          store.add([event])
          model = [...model, writeEvent(event)]
        } else if (stored === undefined) continue
        else if (kind === 'removal') {
          store.remove(stored)
          model = model.toSpliced(place % texts.length, 1)
        } else {
          store.amend(stored, event)
          model = model.with(place % texts.length, writeEvent(event))
        }
        states.push(model)
      }
      expect(history.state()).toBe(states.length - 1)
      for (const [state, texts] of states.entries()) {
        expect(history.matchesAsOf('{}', state).toSorted()).toEqual(texts.toSorted())
      }
      store.close()
    }),
    { numRuns: 60 },
  )
})

function idOf(text: string): string {
  return (JSON.parse(text) as { event_id: string }).event_id
}
