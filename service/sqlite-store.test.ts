import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedEvent } from './event-record.ts'
import { anyEvents } from './fixtures/event-arbitrary.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { sampleEvents } from './sample-events.ts'
import { readSearch } from './search-request.ts'
import { defaultGaps, type Gaps, gapChoices } from './service-options.ts'
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts'

const salt = 11

function requestOf(body: object) {
  const reading = readSearch(JSON.stringify(body), defaultGaps)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.request
}

describe('search', () => {
  let store: SqliteStore
  beforeAll(() => {
    store = openSqliteStore(':memory:')
    store.add(sampleEvents({ count: 5_000, seed: 1, now: Date.parse('2026-03-01T00:00:00Z') }))
  })
  afterAll(() => store.close())

  const explain = (body: object, gaps: Partial<Gaps> = {}) =>
    store.explain(requestOf(body), { ...defaultGaps, ...gaps }, salt)

  test.each([
    ['no filter', {}, 'event_by_time'],
    ['a customer', { customer_id: 'cus_5Rb7nVy' }, 'event_by_customer'],
    ['a code', { event_code: 'refund' }, 'event_by_code'],
    ['a type', { event_type: 'credit' }, 'event_by_type'],
    ['a range', { created_at_from: '2026-02-01T00:00:00Z', created_at_to: '2026-02-02T00:00:00Z' }, 'event_by_time'],
    [
      'a customer and a range',
      { customer_id: 'cus_5Rb7nVy', created_at_from: '2026-02-01T00:00:00Z' },
      'event_by_customer',
    ],
  ])('with %s, reads the page from an index in its order, without sorting all matches', (_name, body, index) => {
    const plan = explain(body)
    // Only the page itself is sorted, in the plan's last step.
    expect(plan.filter((step) => step.includes('USE TEMP B-TREE FOR ORDER BY'))).toHaveLength(1)
    expect(plan.at(-1)).toContain('USE TEMP B-TREE FOR ORDER BY')
    expect(plan.join('\n')).toMatch(new RegExp(`event USING (COVERING )?INDEX ${index}\\b`))
    expect(plan.join('\n')).not.toMatch(/SCAN event(?! USING)/)
  })

  test.each([
    ['an id', { event_id: 'evt_1' }, {}, 'event USING (COVERING )?INDEX event_by_id'],
    ['a property', { event_property_filters: { account: '00042' } }, {}, 'property_typed USING PRIMARY KEY'],
    [
      'a property as text',
      { event_property_filters: { account: '00042' } },
      { propertyMatch: 'text' as const },
      'property_text USING PRIMARY KEY',
    ],
  ])('with %s, looks it up in an index', (_name, body, gaps, index) => {
    const plan = explain(body, gaps).join('\n')
    expect(plan).toMatch(new RegExp(`SEARCH ${index}\\b`))
    expect(plan).not.toMatch(/SCAN event(?! USING)/)
  })

  test('with a property of many events, finds the page in its order, each event by its own look into the index', () => {
    const plan = explain({ event_property_filters: { region: 'eu-central-1' } }).join('\n')
    expect(plan).toMatch(/SCAN event USING (COVERING )?INDEX event_by_time\b/)
    expect(plan).toContain('SEARCH property_typed USING PRIMARY KEY (value=? AND event=?)')
  })

  test('with filters of which one must match, looks each up in an index', () => {
    const body = { customer_id: 'cus_5Rb7nVy', event_code: 'refund', event_property_filters: { account: '00042' } }
    expect(explain(body, { combine: 'or' }).join('\n')).toContain('MULTI-INDEX OR')
  })

  test('shuffled orders hold every event once, another order for each salt', () => {
    const pageAt = (offset: number, order: number) =>
      store.search(requestOf({ limit: 100, offset }), { ...defaultGaps, order: 'shuffled' }, order).events
    const all = Array.from({ length: 50 }, (_, page) => pageAt(page * 100, 5)).flat()
    expect(new Set(all).size).toBe(5_000)
    expect(pageAt(0, 5)).toEqual(pageAt(0, 5))
    expect(pageAt(0, 5)).not.toEqual(pageAt(0, 6))
  })
})

test('a page is the same whatever was asked before it, and whatever has changed since', () => {
  const anyStep = fc.oneof(
    { weight: 6, arbitrary: fc.record({ offset: fc.nat(25), limit: fc.nat(8), search: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ change: fc.constantFrom('arrive', 'amend', 'vanish'), share: fc.nat(999) }) },
  )
  const amount = [{ name: 'amount', kind: 'number' as const, text: '42' }]
  fc.assert(
    fc.property(
      anyEvents(20),
      fc.array(anyStep, { minLength: 5, maxLength: 40 }),
      fc.constantFrom(...gapChoices.order),
      fc.constantFrom(...gapChoices.combine),
      (events, steps, order, combine) => {
        const store = openSqliteStore(':memory:')
        const gaps = { ...defaultGaps, order, combine }
        const searches = [
          {},
          { customer_id: 'cus_1' },
          { event_property_filters: { amount: 42 }, event_type: 'debit' },
          { created_at_from: '2026-03-01T00:00:00Z', created_at_to: '2026-03-01T00:00:00.1Z' },
        ]
        store.add(events)
        for (const step of steps) {
          if ('change' in step) {
            const stored = store.pick(step.share / 1000)
            if (stored === null) continue
            const event = storedEvent(stored.text)
            if (step.change === 'arrive') store.add([{ ...event, customerId: 'cus_1' }])
            else if (step.change === 'vanish') store.remove(stored)
            else store.amend(stored, { ...event, customerId: 'cus_1', properties: amount })
            continue
          }
          const { offset, limit } = step
          const filters = searches[step.search] ?? {}
          const whole = store.search(requestOf({ ...filters, limit: 100 }), gaps, salt)
          const page = store.search(requestOf({ ...filters, limit, offset }), gaps, salt)
          expect(page).toEqual({ events: whole.events.slice(offset, offset + limit), total: whole.events.length })
          const ids = store.matches(requestOf(filters), gaps).map(({ text }) => text)
          expect(ids.toSorted()).toEqual(whole.events.toSorted())
        }
        store.close()
      },
    ),
    { numRuns: 150 },
  )
})

describe('openSqliteStore', () => {
  test('keeps the events in its file', async () => {
    const path = join(await temporaryFolder(), 'events.db')
    const events = [...sampleEvents({ count: 3, seed: 1, now: 0 })]
    const first = openSqliteStore(path)
    first.add(events)
    first.close()
    const second = openSqliteStore(path)
    expect(second.count()).toBe(3)
    expect(second.find(events[1]!.eventId)?.text).toContain(events[1]!.eventId)
    second.close()
  })

  test('leaves a file of others alone', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'text.db'), 'not a database '.repeat(100))
    expect(() => openSqliteStore(join(folder, 'text.db'))).toThrow('file is not a database')
    const foreign = new DatabaseSync(join(folder, 'foreign.db'))
    foreign.exec('CREATE TABLE event (name TEXT); PRAGMA user_version = 1')
    foreign.close()
    expect(() => openSqliteStore(join(folder, 'foreign.db'))).toThrow('another program')
  })

  test('leaves a file of a newer version alone', async () => {
    const path = join(await temporaryFolder(), 'events.db')
    openSqliteStore(path).close()
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA user_version = 4')
    newer.close()
    expect(() => openSqliteStore(path)).toThrow('schema is version 4')
  })

  test('stores all events of one call or none', () => {
    const store = openSqliteStore(':memory:')
    const [event] = [...sampleEvents({ count: 1, seed: 1, now: 0 })]
    expect(() => store.add([event!, { ...event!, createdAt: 'never' }])).toThrow('created_at')
    expect(store.count()).toBe(0)
    store.close()
  })
})
