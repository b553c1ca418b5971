import { expect, test } from 'vitest'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { instantsShown } from './grid-columns.ts'

const at = (...instants: (string | null)[]) => instants.map((createdAt) => someEvent({ createdAt }))
const NOW = '2026-11-28T10:00:00Z'

test('a common offset is told by the head; where summer time ends, each instant has its own', () => {
  expect(instantsShown(at('2026-11-02T10:00:00Z', null, 'soon'), 'Europe/Berlin', NOW)).toEqual({
    years: false,
    offsets: false,
    offset: '+01:00',
  })
  expect(instantsShown(at('2026-10-24T10:00:00Z', '2026-10-26T10:00:00Z'), 'Europe/Berlin', NOW)).toEqual({
    years: false,
    offsets: true,
    offset: null,
  })
  expect(instantsShown(at('2026-11-02T10:00:00Z'), 'UTC', NOW).offset).toBe(null)
  expect(instantsShown([], 'Europe/Berlin', NOW)).toEqual({ years: false, offsets: false, offset: null })
})

test('the year is shown where one is another than now in that zone, and where now is not known', () => {
  // In Berlin it is 2026 already.
  expect(instantsShown(at('2025-12-31T23:30:00Z'), 'Europe/Berlin', NOW).years).toBe(false)
  expect(instantsShown(at('2025-12-31T23:30:00Z'), 'UTC', NOW).years).toBe(true)
  expect(instantsShown(at('2026-11-02T10:00:00Z', '2025-11-02T10:00:00Z'), 'UTC', NOW).years).toBe(true)
  expect(instantsShown(at('2025-11-02T10:00:00Z', '2026-11-02T10:00:00Z'), 'UTC', NOW).years).toBe(true)
  expect(instantsShown(at('2026-11-02T10:00:00Z'), 'UTC', null).years).toBe(true)
})
