// The chart's drawing: a scale beside it, and a button for each bar.
import { countWords, groupedDigits } from '../../../shared/exact/grouped-digits.ts'
import type { Period } from '../../../shared/snapshot/snapshot-key.ts'
import { useToolbar } from '../../ui/use-toolbar.ts'
import { type Bar, type chartBars, markText, type Side, scaleMarks } from './chart-bars.ts'
import { periodWords, shortPeriod } from './key-words.ts'
import styles from './totals-chart.module.css'
import type { MeasureChoice } from './totals-choice.ts'

const SIDE_WORDS: Record<Side, string> = { debit: 'Debit', credit: 'Credit', other: 'Neither' }
const WORTH_WORDS: Record<Side, string> = { debit: 'Charged', credit: 'Reduces', other: 'Quantity' }

/** What the sides of a measure are called. */
export const sideWords = (measure: MeasureChoice) => (measure.figure === 'worth' ? WORTH_WORDS : SIDE_WORDS)

/** In CSS pixels, as the style sheet has them. */
const HEIGHT = 150

export function Scale({ largest, above, below }: { largest: string | null; above: number; below: number }) {
  const whole = above + below
  if (whole === 0 || above === 0) return <div className={styles.scale} />
  const most = Number(largest)
  return (
    <div className={styles.scale} aria-hidden>
      {scaleMarks(largest)
        .map((mark) => ({ mark, from: (above - mark / most) / whole }))
        .filter(({ from }) => from >= 0)
        .map(({ mark, from }) => (
          <span key={mark} style={{ top: from * HEIGHT }}>
            {markText(mark)}
          </span>
        ))}
    </div>
  )
}

interface BarsProps {
  chart: ReturnType<typeof chartBars>
  every: Period
  /** The unit behind a figure, with a space before it. */
  named: string
  /** The name of a bar's only figure; null: named by its side. */
  single: string | null
  /** Of the sides. */
  words: Record<Side, string>
  onShow: (bar: Bar) => void
}

/** The space that a label needs, in CSS pixels. */
const LABEL_WIDTH = 40
const USUAL_WIDTH = 1_000

export function Bars({ chart, every, named, single, words, onShow }: BarsProps) {
  const toolbar = useToolbar<HTMLDivElement>()
  const { bars, above, below } = chart
  const whole = above + below
  const labelEach = Math.max(1, Math.ceil((bars.length * LABEL_WIDTH) / Math.max(USUAL_WIDTH, bars.length * 8)))
  return (
    // Scrolls where there are fewer than eight pixels for each bar.
    <div className={styles.room}>
      <div {...toolbar} role="toolbar" aria-label="Bars" className={styles.bars} style={{ minWidth: bars.length * 8 }}>
        {bars.map((bar, at) => (
          <button
            key={bar.period}
            type="button"
            className={styles.bar}
            data-period={bar.period}
            data-cut={bar.isCut || undefined}
            aria-label={barName(bar, every, named, single, words)}
            title={barName(bar, every, named, single, words)}
            onClick={() => onShow(bar)}
          >
            <svg viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className={styles.drawn}>
              {whole > 0 && <Parts bar={bar} line={(above / whole) * HEIGHT} unit={HEIGHT / whole} />}
            </svg>
            <span className={styles.label} aria-hidden>
              {at % labelEach === 0 ? shortPeriod(bar.period, every, bars[at - labelEach]?.period ?? null) : ''}
            </span>
          </button>
        ))}
        {whole > 0 && <span className={styles.line} style={{ top: (above / whole) * HEIGHT }} />}
      </div>
    </div>
  )
}

/** Parts of one side are stacked. @param line where the line is. @param unit how long the longest part is */
function Parts({ bar, line, unit }: { bar: Bar; line: number; unit: number }) {
  let [up, down] = [line, line]
  return bar.parts.map(({ side, isBelow, height }) => {
    // Even the smallest figure is visible.
    const length = height === 0 ? 0.6 : Math.max(1, height * unit)
    if (!isBelow) up -= length
    const y = isBelow ? down : up
    if (isBelow) down += length
    return <rect key={side} data-side={side} x={1} width={8} y={Math.max(0, y)} height={length} />
  })
}

function barName(
  { period, line, parts, isCut }: Bar,
  every: Period,
  named: string,
  single: string | null,
  sides: Record<Side, string>,
): string {
  const figures = parts.map(({ side, text }) => `${single ?? sides[side]} ${groupedDigits(text)}${named}`)
  const events = countWords(line?.total.count ?? 0, 'event')
  const words = [
    periodWords(period, every),
    ...figures,
    events,
    ...(isCut ? ['only part of it is in this snapshot'] : []),
  ]
  const name = words.join(', ')
  return name.length > 400 ? `${name.slice(0, 400)}…` : name
}
