// The axis beside the chart's bars: round figures from the line to a top that no bar is above.

export interface ChartAxis {
  /** The ends of the drawing, relative to the longest part: above the line and below it. */
  top: number
  bottom: number
  /** From the top down; `at` is relative to the longest part, below zero below the line. */
  ticks: { at: number; text: string }[]
}

/** Of ten, so that a half of it is round as well. */
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

/** As short as there is room for: "7,500", "20M", "1E40". */
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
