import { describe, expect, test } from 'vitest'
import { storedEvent } from './event-record.ts'
import { NOW } from './fixtures/service-under-test.ts'
import { createMovements } from './movements.ts'
import { sampleEvents } from './sample-events.ts'
import { defaultGaps, usualSamples } from './service-options.ts'
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts'

const SECOND = 1_000
const DAY = 86_400_000
const still = { grow: 0, late: 0, amend: 0, vanish: 0 }

/** A store with movements; `until` sets the clock to so many ms after the start and returns the stored texts. */
function moving(rates: Partial<typeof still>, { events = 100, seed = 1, traits = usualSamples } = {}) {
  let now = NOW
  const store = openSqliteStore(':memory:')
  store.add(sampleEvents({ count: events, seed, now }))
  const move = createMovements({ store, rates: { ...still, ...rates }, traits, seed, clock: () => now })
  return {
    store,
    until(milliseconds: number) {
      now = NOW + milliseconds
      move()
      return textsOf(store)
    },
  }
}

const textsOf = (store: SqliteStore) =>
  store.matches({ properties: [], limit: 0, offset: 0 }, defaultGaps).map(({ text }) => text)
const idsOf = (texts: string[]) => texts.map((text) => storedEvent(text).eventId)
const instantOf = (text: string) => Date.parse(storedEvent(text).createdAt)

describe('movements', () => {
  test('are none without a rate', () => {
    const { store, until } = moving({})
    const before = textsOf(store)
    expect(until(DAY)).toEqual(before)
  })

  test('let events arrive with the instants at which they were due', () => {
    const { store, until } = moving({ grow: 2 })
    const before = textsOf(store)
    const after = until(5 * SECOND)
    expect(after.slice(0, 100)).toEqual(before)
    const arrived = after.slice(100)
    expect(arrived).toHaveLength(10)
    for (const [index, text] of arrived.entries()) {
      // Some instants are written without their fraction.
      expect(NOW + (index + 1) * 500 - instantOf(text)).toBeLessThan(SECOND)
      expect(instantOf(text)).toBeLessThanOrEqual(NOW + (index + 1) * 500)
    }
    expect(new Set(idsOf(after)).size).toBe(110)
  })

  test('let events arrive up to a day late', () => {
    const arrived = moving({ late: 40 })
      .until(5 * SECOND)
      .slice(100)
    expect(arrived).toHaveLength(200)
    const ages = arrived.map((text, index) => NOW + (index + 1) * 25 - instantOf(text))
    for (const age of ages) {
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(DAY + SECOND)
    }
    expect(ages.filter((age) => age > DAY / 2).length).toBeGreaterThan(50)
    expect(ages.filter((age) => age < DAY / 2).length).toBeGreaterThan(50)
  })

  test('amend events in place: another amount, all else as it was', () => {
    const { store, until } = moving({ amend: 3 })
    const before = textsOf(store)
    const after = until(10 * SECOND)
    expect(idsOf(after)).toEqual(idsOf(before))
    const withoutAmount = (text: string) => {
      const { properties, ...fields } = storedEvent(text)
      return { ...fields, properties: properties.map((one) => (one.name === 'amount' ? { ...one, text: '' } : one)) }
    }
    expect(after.map(withoutAmount)).toEqual(before.map(withoutAmount))
    const amended = after.filter((text, index) => text !== before[index])
    expect(amended.length).toBeGreaterThan(15)
    expect(amended.length).toBeLessThanOrEqual(30)
  })

  test('let events vanish, until none is left', () => {
    const { store, until } = moving({ vanish: 4 })
    const before = textsOf(store)
    const after = until(10 * SECOND)
    expect(after).toHaveLength(60)
    expect(before).toEqual(expect.arrayContaining(after))
    const gone = before.flatMap((text, index) => (after.includes(text) ? [] : [index]))
    for (const from of [0, 25, 50, 75])
      expect(gone.filter((index) => index >= from && index < from + 25)).not.toEqual([])
    expect(until(60 * SECOND)).toEqual([])
  })

  test('are the same for the same seed, however often the service is asked', () => {
    const rates = { grow: 7, late: 5, amend: 11, vanish: 3 }
    const [once, often, other] = [moving(rates), moving(rates), moving(rates, { seed: 2 })]
    for (let at = 0; at < 20_000; at += 130) often.until(at)
    expect(often.until(20_000)).toEqual(once.until(20_000))
    expect(other.until(20_000)).not.toEqual(once.until(20_000))
  })

  test('give no id twice, also where the newest events vanished', () => {
    const { store, until } = moving({ grow: 10, vanish: 10 }, { events: 3 })
    const gone = new Set<string>()
    let present = idsOf(textsOf(store))
    for (let at = 0; at < 10_000; at += 50) {
      const now = idsOf(until(at))
      for (const eventId of present) if (!now.includes(eventId)) gone.add(eventId)
      expect(now.filter((eventId) => gone.has(eventId))).toEqual([])
      present = now
    }
    expect(gone.size).toBeGreaterThan(90)
  })

  test('catch up in steps after a long rest', () => {
    const { until } = moving({ grow: 1_000 }, { events: 0 })
    expect(until(7 * SECOND)).toHaveLength(5_000)
    expect(until(7 * SECOND)).toHaveLength(7_000)
  })

  test('bring events with the traits of the others', () => {
    const traits = { ...usualSamples, currencies: ['EUR'] }
    const arrived = moving({ grow: 10, late: 10 }, { traits }).until(SECOND).slice(100)
    expect(arrived).toHaveLength(20)
    for (const text of arrived) expect(text).toContain('"currency":"EUR"')
  })
})
