import { expect, test } from 'vitest'
import { monthBefore } from './compare-dialog.tsx'

const zone = 'Europe/Berlin'

test('of a whole month of its zone it is the month before, with its own length and clock', () => {
  expect(monthBefore({ from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z', zone })).toEqual({
    from: '2026-09-30T22:00:00Z',
    until: '2026-10-31T23:00:00Z',
    zone,
  })
  expect(monthBefore({ from: '2027-01-01T00:00:00Z', until: '2027-02-01T00:00:00Z', zone: 'UTC' })).toEqual({
    from: '2026-12-01T00:00:00Z',
    until: '2027-01-01T00:00:00Z',
    zone: 'UTC',
  })
})

test('any other range has none', () => {
  for (const [from, until] of [
    [null, '2026-11-30T23:00:00Z'],
    ['2026-10-31T23:00:00Z', null],
    ['2026-10-31T23:00:00Z', '2026-11-30T22:00:00Z'],
    ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ] as const) {
    expect(monthBefore({ from, until, zone })).toBeNull()
  }
})
