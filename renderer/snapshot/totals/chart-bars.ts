// The bars of the chart: one for each period, named by its exact figures. Only heights are approximate.
import { compareDecimals, type Decimal, readPlain, ZERO } from '../../../shared/exact/decimal.ts'
import { blockOf } from '../../../shared/figures/line-words.ts'
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { periodText } from '../../../shared/snapshot/snapshot-periods.ts'
import type { TotalsAnswer, TotalsCell, TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { parseInstant } from '../../../shared/time/instant.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'
import type { MeasureChoice } from './totals-choice.ts'

export type Side = 'debit' | 'credit' | 'other'

/** A figure of a bar: those above the zero line are stacked on each other, and so are those below it. */
interface BarPart {
  side: Side
  /** The figure, a plain decimal. */
  text: string
  /** Below the line: credits, and what is negative. */
  isBelow: boolean
  /** Relative to the largest part of all bars, from 0 to 1. */
  height: number
}

export interface Bar {
  period: string
  /** Null where nothing happened. */
  line: TotalsLine | null
  parts: BarPart[]
  /** So much of it came twice, as plain decimals without a sign. */
  duplicated: { side: DuplicatesSide; text: string }[]
  /** The snapshot holds only a part of this period. */
  isCut: boolean
}

export type DuplicatesSide = 'charged' | 'credited'

export interface ChartBars {
  bars: Bar[]
  /** The heights of the longest stack above the line, and of the longest below it, relative to the largest part. */
  above: number
  below: number
  /** The figure of the largest part, whose height is 1, without its sign; null where nothing is drawn. */
  largest: string | null
}

/** One of an answer's units, and, where nothing is added across event codes, one of these codes. */
export type DrawnUnits = Pick<TotalsLine, 'units' | 'code'>

/**
 * @param units which of the answer's units are drawn: figures of different units never share a scale
 * @param periods of the bars, in their order
 * @param duplicated the answer about the events that came twice alone; null: there are none
 */
export function chartBars(
  measure: MeasureChoice,
  answer: TotalsAnswer,
  units: DrawnUnits,
  periods: readonly string[],
  duplicated: TotalsAnswer | null = null,
): ChartBars {
  const lines = linesByPeriod(answer, units)
  const duplicatedLines = duplicated === null ? null : linesByPeriod(duplicated, units)
  const cut = new Set(answer.cut)
  const columns = periods.map((period) => {
    const line = lines.get(period) ?? null
    return { period, line, figures: line === null ? [] : figuresOf(measure, line, answer) }
  })
  const allFigures = columns.flatMap(({ figures }) => figures)
  const largestSize = allFigures.map(({ value }) => sizeOf(value)).reduce(larger, ZERO)
  const largest = allFigures.find(({ value }) => compareDecimals(sizeOf(value), largestSize) === 0)
  const bars = columns.map(({ period, line, figures }): Bar => {
    const parts = figures.map(({ side, text, value }): BarPart => {
      // Credits go below the line, whatever their sign.
      const isBelow = side === 'credit' || value.digits < 0n
      return { side, text, isBelow, height: shareOf(sizeOf(value), largestSize) }
    })
    const duplicatedLine = duplicatedLines?.get(period)
    return { period, line, parts, duplicated: duplicatesOf(duplicatedLine), isCut: cut.has(period) }
  })
  const longestStack = (isBelow: boolean) =>
    bars.reduce((most, { parts }) => {
      const height = parts.reduce((sum, part) => (part.isBelow === isBelow ? sum + part.height : sum), 0)
      return Math.max(most, height)
    }, 0)
  return {
    bars,
    above: longestStack(false),
    below: longestStack(true),
    largest: largest?.text.replace('-', '') ?? null,
  }
}

const larger = (a: Decimal, b: Decimal) => (compareDecimals(a, b) < 0 ? b : a)

/** Whether a plain decimal is another number than 0: "0.00" and "-0" are none. */
const isOtherThanZero = (text: string) => /[1-9]/.test(text)

function linesByPeriod({ lines }: TotalsAnswer, units: DrawnUnits): Map<string, TotalsLine> {
  const name = blockOf(units)
  const linesOfUnits = lines.filter((line) => blockOf(line) === name)
  return new Map(linesOfUnits.map((line) => [line.keys[0]?.text ?? '', line]))
}

/** Tells what came twice of a period, charged and credited. What reduces was credited: it is said without its sign. */
function duplicatesOf(line: TotalsLine | undefined): Bar['duplicated'] {
  const { charged = null, reduces = null } = line?.total.worth ?? {}
  const unlessZero = (side: DuplicatesSide, text: string | null) =>
    text === null || !isOtherThanZero(text) ? [] : [{ side, text }]
  return [...unlessZero('charged', charged), ...unlessZero('credited', reduces?.replace(/^-/, '') ?? null)]
}

/** The figures of a line that are drawn, without those that are zero. */
function figuresOf(measure: MeasureChoice, line: TotalsLine, answer: TotalsAnswer) {
  const part = (side: Side, text: string | null | undefined) =>
    text === null || text === undefined || !isOtherThanZero(text) ? [] : [{ side, text, value: readPlain(text) }]
  const { total } = line
  switch (measure.figure) {
    case 'sum':
      return [
        ...part('debit', total.debit?.exact),
        ...part('credit', total.credit?.exact),
        ...part('other', total.neither?.exact),
      ]
    case 'count':
      return countsOf(line, answer).flatMap(({ side, count }) => part(side, String(count)))
    case 'worth':
      return [
        ...part('debit', total.worth?.charged),
        ...part('credit', total.worth?.reduces),
        ...part('other', total.worth?.quantity),
      ]
    case 'min':
    case 'max':
      return part('other', total[measure.figure])
  }
}

/** The counts of a line by type of event, which the chart's question is split by. */
function countsOf({ cells, total }: TotalsLine, { columns }: TotalsAnswer): { side: Side; count: number }[] {
  const countOf = (type: string) => {
    const at = columns.findIndex((column) => column?.kind === 'string' && column.text === type)
    return (cells[at] as TotalsCell | undefined)?.count ?? 0
  }
  const [debit, credit] = [countOf('debit'), countOf('credit')]
  return [
    { side: 'debit', count: debit },
    { side: 'credit', count: credit },
    { side: 'other', count: total.count - debit - credit },
  ]
}

/** Takes the sign away. */
const sizeOf = ({ digits, scale }: Decimal): Decimal => ({ digits: digits < 0n ? -digits : digits, scale })

/** The resolution of heights; no screen has more pixels. */
const STEPS = 10_000n

/** How much of the whole a part is, from 0 to 1. */
function shareOf(part: Decimal, whole: Decimal): number {
  if (whole.digits === 0n) return 0
  const scale = Math.max(part.scale, whole.scale)
  const at = ({ digits, scale: ownScale }: Decimal) => digits * 10n ** BigInt(scale - ownScale)
  return Number((at(part) * STEPS) / at(whole)) / Number(STEPS)
}

/** Short enough never to step over a period: some clocks shift by half an hour, one skipped a whole day. */
const STEP_SECONDS: Record<Period, number> = { hour: 1_800, day: 43_200, week: 3 * 86_400, month: 14 * 86_400 }
/** With more steps through a range, the chart shows only the periods that have events. */
const MOST_STEPS = 40_000
/** A day and an hour: `secondsOf` takes a period for one in UTC, and no zone is further from that. */
const ZONE_SECONDS = 90_000

export interface ChartRange {
  /** RFC 3339; null: open. `until` does not belong to it. */
  from: string | null
  until: string | null
}

/**
 * The periods of a range, empty ones too, and those outside it that have events; only those that have events where that
 * would be too many. A side of the range that is open ends where the events do. Periods are named as answers name them:
 * a day is "2026-10-01".
 * @param seen those that have events
 * @param zone by whose clock periods begin; one that `isZone` knows
 * @returns in the order of time
 */
export function chartPeriods(
  every: Period,
  seen: readonly string[],
  { from, until }: ChartRange,
  zone: string,
): string[] {
  const aheadOfUtc = zoneClock(zone)
  const periodAt = (seconds: number) => periodText(every, seconds, aheadOfUtc(seconds))
  const ordered = inTime(seen)
  const seenSeconds = seen.map(secondsOf).filter((seconds) => seconds !== null)
  const [firstSeen, lastSeen] = [least(seenSeconds), most(seenSeconds)]
  const [rangeFrom, rangeUntil] = [from, until].map((edge) => (edge === null ? undefined : parseInstant(edge)?.seconds))
  const rangeStart = rangeFrom ?? firstSeen
  const rangeEnd = rangeUntil === undefined ? lastSeen : rangeUntil - 1
  if (rangeStart === null || rangeEnd === null) return [...seen]
  const start = Math.min(rangeStart, firstSeen ?? rangeStart)
  const end = Math.max(rangeEnd, lastSeen ?? rangeEnd)
  const step = STEP_SECONDS[every]
  if ((end - start) / step > MOST_STEPS) return ordered

  const firstPeriod = rangeFrom === undefined ? ordered[0] : periodAt(rangeFrom)
  const lastPeriod = rangeUntil === undefined ? ordered.at(-1) : periodAt(rangeEnd)
  const withEvents = new Set(seen)
  const periods = new Set<string>()
  let isInRange = false
  // The clock of the zone is asked at every step, from before the first period to behind the last: wherever its name of
  // the period changes, another one has begun.
  for (let at = start - ZONE_SECONDS; at <= end + ZONE_SECONDS + step; at += step) {
    const period = periodAt(at)
    if (period === firstPeriod) isInRange = true
    if (isInRange || withEvents.has(period)) periods.add(period)
    // A period takes several steps: the range ends with the last step of its last one.
    if (period === lastPeriod && periodAt(at + step) !== lastPeriod) isInRange = false
  }
  return [...periods]
}

/**
 * Tells when a period begins, in seconds since the epoch, as if in UTC.
 * @param period "2026-10", "2026-10-01" or "2026-10-01T13:00+02:00"
 */
function secondsOf(period: string): number | null {
  return parseInstant(beginning(period))?.seconds ?? null
}

function beginning(period: string): string {
  if (period.length === 'yyyy-mm'.length) return `${period}-01T00:00:00Z`
  if (period.length === 'yyyy-mm-dd'.length) return `${period}T00:00:00Z`
  return period.replace(/^(.{16})/, '$1:00')
}

const inTime = (seen: readonly string[]) => [...seen].sort((a, b) => (secondsOf(a) ?? 0) - (secondsOf(b) ?? 0))

const least = (list: readonly number[]) => list.reduce<number | null>((a, b) => (a === null || b < a ? b : a), null)
const most = (list: readonly number[]) => list.reduce<number | null>((a, b) => (a === null || b > a ? b : a), null)
