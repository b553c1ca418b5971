// The axes of the chart: round figures beside its bars, and below them the names of as many periods as there is room
// for.
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { shortPeriod } from './key-words.ts'

/**
 * A bar is a stack of parts above the zero line, such as debits, and one below it, such as credits. All lengths are
 * relative: 1 is that of the largest part of any bar, so that a stack of two parts may be longer than 1.
 */
export interface ChartAxis {
  /** How far the drawing reaches above the zero line and below it; neither is negative. */
  top: number
  bottom: number
  /** They go from the top down; `at` is the distance from the zero line, negative below it. */
  ticks: { at: number; text: string }[]
}

/**
 * Marks an axis with round figures. A largest part of "933.30", and beside it a stack below the line of 0.4 of that,
 * give the ticks 1,000, 500 and 0, and a top of 1,000 / 933.30.
 * @param above and `below`: the lengths of the longest stack above the zero line, and of the longest below it
 * @param largest the figure of the largest part, whose length is 1, as a plain decimal; null: nothing is drawn
 * @param isWhole whether figures are counts, between which no tick stands at a half
 */
export function chartAxis(above: number, below: number, largest: string | null, isWhole: boolean): ChartAxis {
  if (largest === null || above + below === 0) return { top: 0, bottom: 0, ticks: [] }
  const figureOfOne = Number(largest)
  const zeroTick = { at: 0, text: '0' }
  // At most two steps reach the end of the longest stack.
  const step = roundStep((Math.max(above, below) * figureOfOne) / 2, isWhole)
  // What no double holds is drawn without an axis.
  if (step === null) return { top: above, bottom: below, ticks: [zeroTick] }
  const tick = (figure: number) => ({ at: figure / figureOfOne, text: markText(figure) })
  // Above the line the drawing ends with a tick, so that every bar is read against a figure at its top. Below it ends
  // with the longest stack: a whole step for a few small credits would leave the bars above it less of the height.
  const stepsAbove = Math.ceil((above * figureOfOne) / step - SLACK)
  const stepsBelow = Math.floor((below * figureOfOne) / step + SLACK)
  const ticksAbove = Array.from({ length: stepsAbove }, (_, at) => tick((stepsAbove - at) * step))
  const ticksBelow = Array.from({ length: stepsBelow }, (_, at) => tick(-(at + 1) * step))
  return { top: (stepsAbove * step) / figureOfOne, bottom: below, ticks: [...ticksAbove, zeroTick, ...ticksBelow] }
}

/** Doubles that should be equal are not always: a stack that ends so close to a step ends with it. */
const SLACK = 1e-9

/** A round figure is one of these times a power of ten. */
const ROUND = [1, 1.25, 2, 2.5, 5, 10]

/** The smallest round figure that is not below `least`; null where that is too small or too large for a double. */
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

/** A character of the smallest type takes at most so many CSS pixels. */
const CHARACTER = 7
/** So many CSS pixels are free between two labels at least. */
const GAP = 8
/** A label begins so many CSS pixels after the one before at least, however short both are: more would be unrest. */
const CALM = 48

/** Every how many periods a label may stand. With the last, only the first of a page of 744 bars has one. */
const STEPS: Record<Period, readonly number[]> = {
  hour: [1, 2, 3, 4, 6, 12, 24, 48, 72, 96, 168, 336, 744],
  day: [1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 180, 365, 744],
  week: [1, 2, 3, 4, 8, 13, 26, 52, 104, 260, 744],
  month: [1, 2, 3, 4, 6, 12, 24, 60, 120, 240, 744],
}

/** As many labels as fit, no two of which touch. @param barWidth in CSS pixels @returns by the place of their bar */
export function axisLabels(periods: readonly string[], every: Period, barWidth: number): Map<number, AxisLabel> {
  for (const step of STEPS[every]) {
    if (step * barWidth < CALM) continue
    const labels = labelsAt(labelledBars(periods, every, step), periods, every, barWidth)
    if (!doTouch(labels, periods.length, barWidth)) return labels
  }
  return labelsAt([0], periods, every, barWidth)
}

/**
 * The places of the bars that have a label, one every `step` periods. Hours are named by the clock, from midnight on,
 * at more than 24 every few midnights; anything else from the first one on.
 */
function labelledBars(periods: readonly string[], every: Period, step: number): number[] {
  const places = periods.map((_, at) => at)
  if (every !== 'hour') return places.filter((at) => at % step === 0)
  const hourOf = (at: number) => Number(periods[at]?.slice(11, 13))
  if (step <= 24) return places.filter((at) => hourOf(at) % step === 0)
  return places.filter((at) => hourOf(at) === 0).filter((_, day) => day % (step / 24) === 0)
}

/** The labels of these bars. One that is wider than its bar stays within the chart at its first and last bar. */
function labelsAt(
  labelled: readonly number[],
  periods: readonly string[],
  every: Period,
  barWidth: number,
): Map<number, AxisLabel> {
  const last = periods.length - 1
  return new Map(
    labelled.map((at, index) => {
      const before = index === 0 ? null : (periods[labelled[index - 1] ?? 0] ?? null)
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
