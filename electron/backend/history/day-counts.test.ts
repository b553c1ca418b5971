import { describe, expect, test } from 'vitest'
import { failed, succeeded } from '../../../shared/failure.ts'
import type { AskBetween } from './ask-between.ts'
import { countDays, daysOf, differingStretches } from './day-counts.ts'

const november = { from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z', zone: 'Europe/Berlin' }

/** Counts instants (ms) between inclusive bounds. */
const serviceOf =
  (times: readonly number[], asked: string[] = []): AskBetween =>
  async (from, to) => {
    asked.push(`${from} ${to}`)
    const isIn = (at: number) => at >= Date.parse(from ?? '') && at <= Date.parse(to ?? '')
    return succeeded({ events: [], total: times.filter(isIn).length })
  }

describe('the days of a range', () => {
  test('are those of its zone, 23 and 25 hours long where its clock says so', () => {
    expect(daysOf(november)).toHaveLength(30)
    expect(daysOf(november)?.[0]).toEqual({ from: '2026-10-31T23:00:00Z', to: '2026-11-01T23:00:00Z' })
    const hours = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 3_600_000
    const october = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }
    expect(daysOf(october)?.map(hours)[24]).toBe(25)
    const march = { from: '2026-02-28T23:00:00Z', until: '2026-03-31T22:00:00Z', zone: 'Europe/Berlin' }
    expect(daysOf(march)?.map(hours)[28]).toBe(23)
  })

  test('begin and end where the range does, and are none without both ends', () => {
    const part = { from: '2026-11-01T12:00:00.5Z', until: '2026-11-02T06:00:00Z', zone: 'UTC' }
    expect(daysOf(part)).toEqual([
      { from: '2026-11-01T12:00:00.5Z', to: '2026-11-02T00:00:00Z' },
      { from: '2026-11-02T00:00:00Z', to: '2026-11-02T06:00:00Z' },
    ])
    expect(daysOf({ ...part, until: null })).toBeNull()
    expect(daysOf({ ...part, until: '2036-01-01T00:00:00Z' })).toBeNull()
  })
})

describe('a closed month checked again', () => {
  const begin = Date.parse(november.from)
  const times = Array.from({ length: 3_000 }, (_, at) => begin + at * 864_000 + 1)

  test('asks one total a day, and names the days of a late event and of one that vanished', async () => {
    const days = daysOf(november) ?? []
    const asked: string[] = []
    const kept = await countDays(days, serviceOf(times, asked))
    if (!kept.ok) throw new Error(kept.failure.kind)
    expect(asked).toHaveLength(30)
    const late = begin + 3.5 * 86_400_000
    const changed = [...times.filter((_, at) => at !== 1_234), late]
    const now = await countDays(kept.value, serviceOf(changed))
    if (!now.ok) throw new Error(now.failure.kind)
    expect(differingStretches(kept.value, now.value)).toEqual([
      { from: '2026-11-03T23:00:00Z', until: '2026-11-04T23:00:00Z' },
      { from: '2026-11-12T23:00:00Z', until: '2026-11-13T23:00:00Z' },
    ])
    expect(differingStretches(kept.value, kept.value)).toEqual([])
  })

  test('takes a day without a count for one that differs, and days that follow each other as one', () => {
    const day = (date: number, total: number | null) => ({
      from: `2026-11-0${date}T00:00:00Z`,
      to: `2026-11-0${date + 1}T00:00:00Z`,
      total,
    })
    const kept = [day(1, 5), day(2, null), day(3, 7), day(4, 8)]
    expect(differingStretches(kept, [day(1, 5), day(2, null), day(3, 9)])).toEqual([
      { from: '2026-11-02T00:00:00Z', until: '2026-11-05T00:00:00Z' },
    ])
  })

  test('ends with the first failure', async () => {
    let asked = 0
    const away: AskBetween = async () => {
      asked += 1
      return asked < 3 ? succeeded({ events: [], total: 1 }) : failed({ kind: 'cancelled' })
    }
    const told: number[] = []
    const counted = await countDays(daysOf(november) ?? [], away, (answered) => told.push(answered))
    expect(counted).toEqual({ ok: false, failure: { kind: 'cancelled' } })
    expect([asked, told]).toEqual([4, [1, 2]])
  })
})
