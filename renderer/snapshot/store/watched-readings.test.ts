import { expect, test } from 'vitest'
import type { ReadingProgress } from '../../../shared/snapshot/snapshot.ts'
import { someProgress } from './fixtures/some-reading.ts'
import { createPaceMeter } from './watched-readings.ts'

const at = (events: number, changed: Partial<ReadingProgress> = {}) =>
  someProgress({ events, total: 10_000, ...changed })

test('tells events a second and the time left from the last seconds, not from a beginning that was slower', () => {
  const meter = createPaceMeter()
  meter.note(at(0), 0)
  expect(meter.pace()).toBeNull()
  for (let second = 1; second <= 40; second += 1)
    meter.note(at(second <= 20 ? second : 20 + (second - 20) * 100), second * 1000)
  expect(meter.pace()).toEqual({ eventsPerSecond: 100, leftMs: (10_000 - 2_020) * 10 })
})

test('a pause between, or rows that are read again, start the measure over; a count again has no time left', () => {
  const meter = createPaceMeter()
  meter.note(at(100), 0)
  meter.note(at(200), 1000)
  meter.note(at(200), 60_000)
  expect(meter.pace()).toBeNull()
  meter.note(at(300), 61_000)
  expect(meter.pace()?.eventsPerSecond).toBe(100)
  meter.note(at(250), 62_000)
  expect(meter.pace()).toBeNull()
  meter.note(at(350, { phase: 'recounting' }), 63_000)
  expect(meter.pace()).toEqual({ eventsPerSecond: 100, leftMs: null })
  meter.note(at(450, { total: null }), 64_000)
  expect(meter.pace()?.leftMs).toBeNull()
})
