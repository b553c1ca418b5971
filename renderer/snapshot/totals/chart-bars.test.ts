import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { answer, cell, figure, line } from '../../../shared/snapshot/fixtures/some-totals.ts'
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { chartBars, chartPeriods } from './chart-bars.ts'
import type { MeasureChoice } from './totals-choice.ts'

const SUM: MeasureChoice = { figure: 'sum', properties: ['amount'] }
const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03']
const day = (text: string, total: Parameters<typeof cell>[0], unit: string | null = 'EUR') =>
  line(text, [unit], total ?? {}, 'time')

test('debits stand above the line and credits below, whichever sign they were sent with', () => {
  const lines = [
    day('2026-11-01', { debit: figure('100'), credit: figure('25') }),
    day('2026-11-03', { debit: figure('-10'), credit: figure('-50') }),
  ]
  const { bars, above, below, largest } = chartBars(SUM, answer(lines, []), { units: ['EUR'] }, DAYS)
  expect(bars.map(({ parts }) => parts.map(({ side, isBelow, height }) => [side, isBelow, height]))).toEqual([
    [
      ['debit', false, 1],
      ['credit', true, 0.25],
    ],
    [],
    [
      ['debit', true, 0.1],
      ['credit', true, 0.5],
    ],
  ])
  expect([above, below, largest]).toEqual([1, 0.6, '100'])
})

test('another currency is not drawn on the same scale', () => {
  const lines = [day('2026-11-01', { debit: figure('5') }), day('2026-11-01', { debit: figure('9999') }, 'JPY')]
  const { bars, largest } = chartBars(SUM, answer(lines, []), { units: ['EUR'] }, DAYS)
  expect(bars[0]?.parts).toEqual([{ side: 'debit', text: '5', isBelow: false, height: 1 }])
  expect(largest).toBe('5')
})

test('heights hold where no double does, and the texts stay exact', () => {
  const huge = `1${'0'.repeat(400)}`
  const lines = [
    day('2026-11-01', { debit: figure(huge) }),
    day('2026-11-02', { debit: figure(`5${'0'.repeat(399)}`) }),
  ]
  const { bars } = chartBars(SUM, answer(lines, []), { units: ['EUR'] }, DAYS)
  expect(bars.map(({ parts }) => parts[0]?.height)).toEqual([1, 0.5, undefined])
  expect(bars[0]?.parts[0]?.text).toBe(huge)
})

test('events are drawn by what they are, and a cut period says so', () => {
  const counted = { ...line('2026-11-01', [], { count: 6 }, 'time'), cells: [cell({ count: 3 }), cell({ count: 2 })] }
  const columns = [
    { kind: 'string' as const, text: 'debit' },
    { kind: 'string' as const, text: 'credit' },
  ]
  const { bars } = chartBars(
    { figure: 'count' },
    answer([counted], [], { by: [], columns, cut: ['2026-11-01'] }),
    { units: [] },
    DAYS,
  )
  expect(bars[0]?.parts.map(({ side, text }) => [side, text])).toEqual([
    ['debit', '3'],
    ['credit', '2'],
    ['other', '1'],
  ])
  expect(bars.map(({ isCut }) => isCut)).toEqual([true, false, false])
})

test('what came twice is said of its period and unit, a credit without its sign', () => {
  const worth = (charged: string | null, reduces: string | null) => ({
    worth: { charged, reduces, quantity: null, unruled: 0, notValued: [], share: { charged: null, reduces: null } },
  })
  const drawn = answer([day('2026-11-01', worth('900.00', null)), day('2026-11-03', worth('900.00', '-99.20'))], [])
  const duplicated = answer(
    [
      day('2026-11-01', worth('40.00', null)),
      day('2026-11-01', worth('7.00', null), 'USD'),
      day('2026-11-03', worth('0.00', '-49.60')),
    ],
    [],
  )
  const { bars } = chartBars({ figure: 'worth' }, drawn, { units: ['EUR'] }, DAYS, duplicated)
  expect(bars.map((bar) => bar.duplicated)).toEqual([
    [{ side: 'charged', text: '40.00' }],
    [],
    [{ side: 'credited', text: '49.60' }],
  ])
  expect(chartBars({ figure: 'worth' }, drawn, { units: ['EUR'] }, DAYS).bars.flatMap((bar) => bar.duplicated)).toEqual(
    [],
  )
})

/** Days by the calendar, hour for hour by the clock: nothing of it shared with what is tested. */
function reference(every: Period, from: string, until: string, zone: string): string[] {
  const texts = new Set<string>()
  const end = Temporal.Instant.from(until).epochMilliseconds
  for (let at = Temporal.Instant.from(from).epochMilliseconds; at < end; at += 900_000) {
    const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    const date = here.toPlainDate()
    const text = {
      hour: () => `${date}T${String(here.hour).padStart(2, '0')}:00${here.offset}`,
      day: () => date.toString(),
      week: () => date.subtract({ days: date.dayOfWeek - 1 }).toString(),
      month: () => date.toPlainYearMonth().toString(),
    }[every]()
    texts.add(text)
  }
  return [...texts]
}

describe('periods of a chart', () => {
  const ranges = [
    ['Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
    ['Europe/Berlin', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
    // Half an hour of daylight saving.
    ['Australia/Lord_Howe', '2026-03-31T13:00:00Z', '2026-04-30T13:30:00Z'],
    ['Asia/Kathmandu', '2026-11-01T00:00:00Z', '2026-11-08T12:34:56.5Z'],
    // There was no 30 Dec 2011 there.
    ['Pacific/Apia', '2011-12-25T10:00:00Z', '2012-01-05T10:00:00Z'],
    ['UTC', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ] as const
  const everies = ['hour', 'day', 'week', 'month'] as const
  test.each(ranges.flatMap((range) => everies.map((every) => [every, ...range] as const)))(
    'every %s in %s from %s are those of the clock',
    (every, zone, from, until) => {
      const wanted = reference(every, from, until, zone)
      expect(chartPeriods(every, [], { from, until }, zone)).toEqual(wanted)
      // Those with events are among them, and change nothing.
      expect(chartPeriods(every, wanted.slice(1, 3), { from, until }, zone)).toEqual(wanted)
    },
  )

  test('without a range go from the first to the last that has events', () => {
    const open = { from: null, until: null }
    expect(chartPeriods('day', ['2026-11-04', '2026-11-02'], open, 'UTC')).toEqual([
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
    ])
    expect(chartPeriods('day', [], open, 'UTC')).toEqual([])
    expect(chartPeriods('month', ['2026-01', '2026-03'], open, 'America/New_York')).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
    ])
  })

  test('over thousands of years are those that have events, in the order of time', () => {
    const open = { from: null, until: null }
    expect(chartPeriods('hour', ['2026-11-04T01:00+00:00', '0001-01-01T00:00+00:00'], open, 'UTC')).toEqual([
      '0001-01-01T00:00+00:00',
      '2026-11-04T01:00+00:00',
    ])
  })
})
