import { expect, test } from 'vitest'
import { readBillingZone } from './billing-zone.ts'

test.each([
  ['', null],
  ['  ', null],
  ['Europe/Berlin', 'Europe/Berlin'],
  [' europe/berlin ', 'Europe/Berlin'],
  ['America/New York', 'America/New_York'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['utc', 'UTC'],
])('"%s" is %s', (typed, zone) => {
  expect(readBillingZone(typed)).toEqual({ ok: true, zone })
})

test.each(['Europe/Berlim', 'Berlin', '+01:00', 'Europe/Berlin\0', 'x'.repeat(5_000)])('%j is refused', (typed) => {
  expect(readBillingZone(typed)).toEqual({ ok: false, message: expect.stringMatching(/not known here|too long/) })
})
