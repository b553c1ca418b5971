// Which hour, day, week or month each row is in, by the clock of a zone.

import type { Period } from '../../../../shared/snapshot/snapshot-condition.ts'
import { periodText, weekOf } from '../../../../shared/snapshot/snapshot-periods.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot-range.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { zoneClock } from '../../../../shared/time/zone-clock.ts'
import { fieldColumn, type LoadedEvents } from './loaded-events.ts'
import { inSteps, type Turn } from './turn.ts'

/** `codes`: the number of each row's period, 0 if its time is not known; an index into `texts`. */
export interface PeriodCodes {
  codes: Uint32Array
  texts: string[]
}

const DAY = 86_400

/** An hour that the clock shows twice counts as two, named by their offsets. @param zone known to `isZone` */
export async function periodCodes(table: LoadedEvents, every: Period, zone: string, turn: Turn): Promise<PeriodCodes> {
  const created = fieldColumn(table, 'createdAt')
  const { seconds } = table.instants
  const clock = zoneClock(zone)
  const numbers = new Map<number, number>()
  const texts = ['']
  const ofTexts = new Uint32Array(created.values.size + 1)
  await inSteps(ofTexts.length, turn, (from, to) => {
    for (let id = Math.max(from, 1); id < to; id += 1) {
      const at = seconds[id] ?? Number.NaN
      if (Number.isNaN(at)) continue
      const offset = clock(at)
      const local = at + offset
      const day = Math.floor(local / DAY)
      const key = keyOf(every, local, day, offset)
      let number = numbers.get(key)
      if (number === undefined) {
        number = texts.push(periodText(every, at, offset)) - 1
        numbers.set(key, number)
      }
      ofTexts[id] = number
    }
  })
  const codes = new Uint32Array(table.rows)
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) codes[row] = ofTexts[created.codes[row] ?? 0] ?? 0
  })
  return { codes, texts }
}

/** Tells periods apart; offsets go from -23:59 to +23:59. */
function keyOf(every: Period, local: number, day: number, offset: number): number {
  switch (every) {
    case 'hour':
      return Math.floor(local / 3_600) * 200_000 + offset
    case 'day':
      return day
    case 'week':
      return weekOf(day)
    case 'month':
      return monthOf(day)
    default:
      return every satisfies never
  }
}

const months = new Map<number, number>()

/** Months since the year 0. */
function monthOf(day: number): number {
  let month = months.get(day)
  if (month === undefined) {
    const date = new Date(day * DAY * 1_000)
    month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    if (months.size > 100_000) months.clear()
    months.set(day, month)
  }
  return month
}

/** The periods that a range covers only in part, at either end. */
export function cutPeriods({ from, until }: SnapshotRange, every: Period, zone: string): string[] {
  const clock = zoneClock(zone)
  const textAt = (seconds: number) => periodText(every, seconds, clock(seconds))
  return [from, until].flatMap((edge) => {
    const at = edge === null ? null : parseInstant(edge)
    if (at === null) return []
    const text = textAt(at.seconds)
    return at.nanoseconds > 0 || textAt(at.seconds - 1) === text ? [text] : []
  })
}
