import { describe, expect, test } from 'vitest'
import { readEvent, writeEvent } from './event-record.ts'
import { readInstant } from './instant.ts'
import { sampleEvents } from './sample-events.ts'

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

  test('may be few or none', () => {
    expect(generate(0)).toEqual([])
    expect(generate(1)).toHaveLength(1)
  })
})
