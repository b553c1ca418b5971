import { describe, expect, test } from 'vitest'
import { type EventRecord, type Property, readEvent, writeEvent } from './event-record.ts'
import { readInstant } from './read-instant.ts'
import { sampleEvents } from './sample-events.ts'
import { usualSamples } from './service-options.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const generate = (count: number, seed = 1) => [...sampleEvents({ count, seed, now })]

describe('sampleEvents', () => {
  const events = generate(5_000)

  test('are the same for the same seed, others for another', () => {
    expect(generate(200)).toEqual(generate(200))
    expect(generate(200, 2)).not.toEqual(generate(200))
  })

  test('fit the interface, each with an id of its own', () => {
    for (const event of events) expect(readEvent(writeEvent(event))).toEqual({ ok: true, event })
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
    for (const { eventId } of events) expect(eventId).toMatch(/^evt_01JD\d{11}$/)
  })

  test('lie in the sixty days before the clock, up to the last hour, some on the same instant', () => {
    const keys = events.map(({ createdAt }) => {
      const reading = readInstant(createdAt)
      return reading.ok ? reading.instant.key : ''
    })
    const sorted = keys.toSorted()
    expect(sorted.at(-1)! < '2026-03-01T12:00:00').toBe(true)
    expect(sorted.at(-1)! > '2026-03-01T11:00:00').toBe(true)
    expect(sorted[0]! > '2025-12-30T10:00:00').toBe(true)
    expect(new Set(keys).size).toBeLessThan(keys.length)
    expect(keys).not.toEqual(sorted)
  })

  test('hold what an inspector has to get right', () => {
    const text = events.map(writeEvent).join('\n')
    for (const found of [
      '"unit_price":0.10',
      '"unit_price":1e-7',
      '"account":"00042"',
      '"note":"=SUM(A1:A9)"',
      '"plan":"3"',
      '"plan":3',
      '"amount":-',
      '"__proto__":',
      'für März',
      '"event_type":"credit"',
    ]) {
      expect(text).toContain(found)
    }
    const beyondDoubles = [...text.matchAll(/"(?:bytes|trace)":(\d+)/g)].filter(
      ([, digits]) => String(Number(digits)) !== digits,
    )
    expect(beyondDoubles.length).toBeGreaterThan(100)
    expect(new Set(events.map(({ eventCode }) => eventCode)).size).toBe(6)
    expect(new Set(events.map(({ customerId }) => customerId)).size).toBe(8)
    expect(new Set(events.map(({ createdAt }) => createdAt.length)).size).toBe(4)
  })

  test('have traits where they are asked for, and are otherwise the same', () => {
    const traits = { ...usualSamples, mixedKinds: 0.2, textAmounts: 0.3, currencies: ['EUR', 'USD'] }
    const shaped = [...sampleEvents({ count: 5_000, seed: 1, now, traits })]
    expect(shaped.map(withoutProperties)).toEqual(events.map(withoutProperties))
    const values = (name: string) =>
      shaped.flatMap(({ properties }) => properties.filter((property) => property.name === name))
    const share = (name: string, fits: (property: Property) => boolean) =>
      values(name).filter(fits).length / values(name).length
    expect(share('account', ({ kind, text }) => kind === 'number' && !text.startsWith('0'))).toBeCloseTo(0.2, 1)
    expect(share('amount', ({ kind }) => kind === 'string')).toBeCloseTo(0.3, 1)
    expect(share('currency', ({ kind, text }) => kind === 'string' && text === 'USD')).toBeCloseTo(0.5, 1)
    expect(values('currency')).toHaveLength(5_000)
    for (const event of shaped) expect(readEvent(writeEvent(event))).toEqual({ ok: true, event })
  })

  test('look alike but for their ids, milliseconds apart', () => {
    const shaped = [...sampleEvents({ count: 5_000, seed: 1, now, traits: { ...usualSamples, lookAlikes: 0.1 } })]
    expect(new Set(shaped.map(({ eventId }) => eventId)).size).toBe(shaped.length)
    const requestIds = shaped.map(({ properties }) => properties.find(({ name }) => name === 'request_id')?.text)
    expect(new Set(requestIds).size).toBe(shaped.length)
    const alike = ({ customerId, eventCode, eventType, properties }: EventRecord) =>
      JSON.stringify([customerId, eventCode, eventType, properties.filter(({ name }) => name !== 'request_id')])
    const pairs = shaped.slice(1).flatMap((event, index) => {
      const before = shaped[index]!
      const apart = Date.parse(event.createdAt) - Date.parse(before.createdAt)
      return alike(before) === alike(event) && apart >= 1 && apart <= 41 ? [event] : []
    })
    expect(pairs).toHaveLength(shaped.length - 5_000)
    expect(pairs.length / 5_000).toBeCloseTo(0.1, 1)
  })

  test.each([1, 2, 300, 1_000])('%i share one instant where a burst is asked for', (burst) => {
    const shaped = [...sampleEvents({ count: 1_000, seed: 1, now, traits: { ...usualSamples, burst } })]
    const sizes = new Map<string, number>()
    for (const { createdAt } of shaped) sizes.set(createdAt, (sizes.get(createdAt) ?? 0) + 1)
    expect(shaped).toHaveLength(1_000)
    if (burst > 2) expect(Math.max(...sizes.values())).toBe(burst)
    const middle = shaped[Math.floor((1_000 - burst) / 2)]!.createdAt
    expect(sizes.get(middle)).toBe(burst)
  })

  test('may be few or none', () => {
    expect(generate(0)).toEqual([])
    expect(generate(1)).toHaveLength(1)
  })
})

function withoutProperties({ properties, ...fields }: EventRecord) {
  const traits = ['account', 'amount', 'currency']
  return { ...fields, properties: properties.filter(({ name }) => !traits.includes(name)) }
}
