// Which periods of the chart are named below their bars: as many as there is room for, so that no two of them touch.
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { shortPeriod } from './key-words.ts'

export interface AxisLabel {
  text: string
  /** Where it would be cut off: the first begins with its bar, the last ends with its own. */
  edge: 'start' | 'end' | undefined
}

/** In CSS pixels, of the smallest type: what a character takes at most, what stays free between two, and how close they are calm. */
const CHARACTER = 7
const GAP = 8
const CALM = 48

/** Every how many periods a label may stand. */
const STEPS: Record<Period, readonly number[]> = {
  hour: [1, 2, 3, 4, 6, 12, 24, 48, 72, 96, 168, 336, 744],
  day: [1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 180, 365, 744],
  week: [1, 2, 3, 4, 8, 13, 26, 52, 104, 260, 744],
  month: [1, 2, 3, 4, 6, 12, 24, 60, 120, 240, 744],
}

/** @param barWidth in CSS pixels. @returns by the place of the bar */
export function axisLabels(periods: readonly string[], every: Period, barWidth: number): Map<number, AxisLabel> {
  for (const step of STEPS[every]) {
    if (step * barWidth < CALM) continue
    const labels = labelsAt(stopsOf(periods, every, step), periods, every, barWidth)
    if (!doTouch(labels, periods.length, barWidth)) return labels
  }
  return labelsAt([0], periods, every, barWidth)
}

/** Hours are named by the clock, from midnight on; anything else from the first one on. */
function stopsOf(periods: readonly string[], every: Period, step: number): number[] {
  const places = periods.map((_, at) => at)
  if (every !== 'hour') return places.filter((at) => at % step === 0)
  const hourOf = (at: number) => Number(periods[at]?.slice(11, 13))
  if (step <= 24) return places.filter((at) => hourOf(at) % step === 0)
  return places.filter((at) => hourOf(at) === 0).filter((_, day) => day % (step / 24) === 0)
}

function labelsAt(
  stops: readonly number[],
  periods: readonly string[],
  every: Period,
  barWidth: number,
): Map<number, AxisLabel> {
  const last = periods.length - 1
  return new Map(
    stops.map((at, index) => {
      const before = index === 0 ? null : (periods[stops[index - 1] ?? 0] ?? null)
      const text = shortPeriod(periods[at] ?? '', every, before)
      const isWider = text.length * CHARACTER > barWidth
      const edge = at === 0 ? 'start' : at === last ? 'end' : undefined
      return [at, { text, edge: isWider ? edge : undefined }]
    }),
  )
}

function doTouch(labels: ReadonlyMap<number, AxisLabel>, bars: number, barWidth: number): boolean {
  let end = Number.NEGATIVE_INFINITY
  for (const [at, { text, edge }] of labels) {
    const width = text.length * CHARACTER
    const middle = (at + 0.5) * barWidth
    const begin = edge === 'start' ? 0 : edge === 'end' ? bars * barWidth - width : middle - width / 2
    if (begin < end + GAP) return true
    end = begin + width
  }
  return false
}
