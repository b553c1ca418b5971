// The axes of the chart: round figures beside its bars, and below them the names of as many periods as there is room
// for.
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { shortPeriod } from './key-words.ts'

export interface ChartAxis {
  /** The ends of the drawing, relative to the longest part: above the line and below it. */
  top: number
  bottom: number
  /** They go from the top down; `at` is relative to the longest part, below zero below the line. */
  ticks: { at: number; text: string }[]
}

/** Steps between two marks, times a power of ten. */
const ROUND = [1, 1.25, 2, 2.5, 5, 10]

/**
 * @param above and `below` are the longest stacks, relative to the longest part
 * @param largest that part's figure, a plain decimal; null: nothing is drawn
 * @param isWhole of counts, which have no halves
 */
export function chartAxis(above: number, below: number, largest: string | null, isWhole: boolean): ChartAxis {
  const unit = Number(largest)
  const longest = Math.max(above, below) * unit
  const line = { at: 0, text: '0' }
  if (largest === null || above + below === 0) return { top: 0, bottom: 0, ticks: [] }
  // At most two steps reach the end of the longest bar.
  const step = roundStep(longest / 2, isWhole)
  // What no double holds is drawn without an axis.
  if (step === null) return { top: above, bottom: below, ticks: [line] }
  const steps = Math.ceil((above * unit) / step - SLACK)
  const top = (steps * step) / unit
  const ticks = Array.from({ length: steps }, (_, at) => tick((steps - at) * step, unit))
  const down = Array.from({ length: Math.floor((below * unit) / step + SLACK) }, (_, at) =>
    tick(-(at + 1) * step, unit),
  )
  return { top, bottom: below, ticks: [...ticks, line, ...down] }
}

/** Doubles that should be equal are not always. */
const SLACK = 1e-9

const tick = (value: number, unit: number) => ({ at: value / unit, text: markText(value) })

/** The next round figure that is not below `least`; null where no double is. */
function roundStep(least: number, isWhole: boolean): number | null {
  if (!Number.isFinite(least) || least <= 1e-9 || least > 1e300) return null
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ROUND.map((one) => one * power).find(
    (one) => one >= least * (1 - SLACK) && (!isWhole || Number.isInteger(one)),
  )
  return step ?? 10 * power
}

/** Writes it as short as there is room for: "7,500", "20M", "1E40". */
export function markText(mark: number): string {
  const size = Math.abs(mark)
  const text =
    size >= 1e15 || (size < 1e-5 && size > 0)
      ? size.toLocaleString('en-US', { notation: 'scientific' })
      : size.toLocaleString(
          'en-US',
          size >= 1e6 ? { notation: 'compact', maximumFractionDigits: 2 } : { maximumFractionDigits: 8 },
        )
  return mark < 0 ? `−${text}` : text
}

interface AxisLabel {
  text: string
  /** Where it would be cut off: the first begins with its bar, the last ends with its own. */
  edge: 'start' | 'end' | undefined
}

/**
 * They are CSS pixels of the smallest type: what a character takes, and what stays free between two, at least and
 * calmly.
 */
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

/** No two of them touch. @param barWidth in CSS pixels. @returns by the place of the bar */
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
