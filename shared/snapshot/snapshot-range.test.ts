import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { formatUtc } from '../time/instant.ts'
import { lastInstantBefore, type RangeInput, rangeWords, readSnapshotRange } from './snapshot-range.ts'

const read = (input: Partial<RangeInput>) => readSnapshotRange({ zone: 'UTC', ...input })
const range = (from: string | null, until: string | null, zone = 'UTC') => ({ ok: true, range: { from, until, zone } })

describe('a day or a month means all of it, up to the start of the next', () => {
  test.each<[Partial<RangeInput>, ReturnType<typeof range>]>([
    [{ from: '2026-11', to: '2026-11' }, range('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z')],
    [{ from: '2024-02', to: '2024-02' }, range('2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z')],
    [{ from: '2026-11-03', to: '2026-11-03' }, range('2026-11-03T00:00:00Z', '2026-11-04T00:00:00Z')],
    [{ from: '2026-10', until: '2026-12' }, range('2026-10-01T00:00:00Z', '2026-12-01T00:00:00Z')],
    [{ from: '2026-11-03', until: '2026-11-04' }, range('2026-11-03T00:00:00Z', '2026-11-04T00:00:00Z')],
    [
      { from: '2026-10', to: '2026-10', zone: 'Europe/Berlin' },
      range('2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z', 'Europe/Berlin'),
    ],
    [{}, range(null, null)],
    [{ to: ' ' }, range(null, null)],
  ])('%j', (input, expected) => {
    expect(read(input)).toEqual(expected)
  })
})

describe('an instant', () => {
  test('as "to" belongs to the range, as "until" it does not', () => {
    const at = '2026-11-03T12:00:00.5Z'
    expect(read({ to: at })).toEqual(range(null, '2026-11-03T12:00:00.500000001Z'))
    expect(read({ until: at })).toEqual(range(null, at))
    expect(read({ to: '2026-12-31T23:59:59.999999999Z' })).toEqual(range(null, '2027-01-01T00:00:00Z'))
  })

  test('may be given as the clock of the zone shows it', () => {
    expect(read({ from: '2026-11-03 12:00', zone: 'Asia/Tokyo' })).toEqual(
      range('2026-11-03T03:00:00Z', null, 'Asia/Tokyo'),
    )
  })

  test('that the clock shows twice is refused with both readings', () => {
    const found = read({ from: '2026-10-25 02:30', zone: 'Europe/Berlin' })
    expect(found).toMatchObject({ ok: false, field: 'from' })
    expect(found).toMatchObject({ message: expect.stringContaining('2026-10-25T00:30:00Z or 2026-10-25T01:30:00Z') })
  })
})

describe('what is no range is refused at its field', () => {
  test.each<[Partial<RangeInput>, string]>([
    [{ zone: 'Europe/Atlantis' }, 'zone'],
    [{ from: '2026-13' }, 'from'],
    [{ to: '2026-00' }, 'to'],
    [{ until: 'tomorrow' }, 'until'],
    [{ from: '2026-11-30', to: '2026-11-01' }, 'to'],
    [{ from: '2026-11-01', until: '2026-11-01' }, 'until'],
    [{ to: '2026-11', until: '2026-12' }, 'until'],
  ])('%j: %s', (input, field) => {
    expect(read(input)).toMatchObject({ ok: false, field, message: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  test('an instant from itself to itself holds one instant', () => {
    expect(read({ from: '2026-11-01T00:00:00Z', to: '2026-11-01T00:00:00Z' })).toMatchObject({ ok: true })
  })
})

test('adjoining months meet exactly, in any zone', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham')
  fc.assert(
    fc.property(fc.integer({ min: 1990, max: 2060 }), fc.integer({ min: 1, max: 12 }), zone, (year, month, inside) => {
      const here = Temporal.PlainYearMonth.from({ year, month })
      const one = read({ from: `${here}`, to: `${here}`, zone: inside })
      const next = here.add({ months: 1 })
      const other = read({ from: `${next}`, to: `${next}`, zone: inside })
      expect(one.ok && one.range.until).toBe(other.ok && other.range.from)
    }),
    { numRuns: 200 },
  )
})

test('the last instant of a range is a nanosecond before its end', () => {
  const ends = fc.record({
    seconds: fc.integer({ min: -1_000, max: 1_000 }),
    nanoseconds: fc.constantFrom(0, 1, 999_999_999),
  })
  fc.assert(
    fc.property(ends, (end) => {
      const last = Temporal.Instant.from(lastInstantBefore(formatUtc(end)))
      expect(last.add({ nanoseconds: 1 }).equals(formatUtc(end))).toBe(true)
    }),
  )
  expect(lastInstantBefore('soon')).toBe('soon')
})

test('a range is said in words, to the instant', () => {
  expect(rangeWords({ from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' })).toBe(
    'from 1 Nov 2026 00:00:00 up to, not including, 1 Dec 2026 00:00:00, UTC',
  )
  expect(rangeWords({ from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00.5Z', zone: 'Europe/Berlin' })).toBe(
    'from 1 Oct 2026 00:00:00 (+02:00) up to, not including, 1 Nov 2026 00:00:00.5 (+01:00), Europe/Berlin',
  )
  const upTo = (to: string) => {
    const read = readSnapshotRange({ to, zone: 'UTC' })
    return read.ok ? rangeWords(read.range) : read.message
  }
  expect(upTo('2026-11-22 09:46:20')).toBe('from the first event up to and including 22 Nov 2026 09:46:20, UTC')
  expect(upTo('2026-11-22T09:46:20.120Z')).toBe('from the first event up to and including 22 Nov 2026 09:46:20.12, UTC')
  expect(upTo('2026-11-22')).toBe('from the first event up to, not including, 23 Nov 2026 00:00:00, UTC')
  expect(rangeWords({ from: null, until: null, zone: 'UTC' })).toBe(
    'from the first event up to the moment of reading, UTC',
  )
})
