// The chart's drawing: an axis with lines behind the bars, and a button for each bar.
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  useCallback,
  useMemo,
  useState,
} from 'react'
import { countWords, groupedDigits } from '../../../shared/exact/grouped-digits.ts'
import { notInCell } from '../../../shared/figures/line-words.ts'
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { useToolbar } from '../../ui/focus.ts'
import { axisLabels, chartAxis } from './chart-axis.ts'
import type { Bar, ChartBars, Side } from './chart-bars.ts'
import { periodWords } from './key-words.ts'
import styles from './totals-chart.module.css'
import type { MeasureChoice } from './totals-choice.ts'

const SIDE_WORDS: Record<Side, string> = { debit: 'Debit', credit: 'Credit', other: 'Other' }
const WORTH_WORDS: Record<Side, string> = { debit: 'Charged', credit: 'Taken off', other: 'Quantity' }

/** The sides of a measure are called so. */
export const sideWords = (measure: MeasureChoice) => (measure.figure === 'worth' ? WORTH_WORDS : SIDE_WORDS)

/** The drawing is so high, which the style sheet stretches. */
const HEIGHT = 1_000
/** They are CSS pixels, as the style sheet has them. */
const MOST_BAR_WIDTH = 72
const LEAST_BAR_WIDTH = 8
/** It stands until the room is measured. */
const USUAL_WIDTH = 1_000

interface DrawingProps {
  chart: ChartBars
  every: Period
  /** Counts have no halves. */
  isWhole: boolean
  /** The unit behind a figure, with a space before it. */
  named: string
  /** The name of a bar's only figure; null: named by its side. */
  single: string | null
  /** The sides are called so. */
  words: Record<Side, string>
  onShow: (bar: Bar) => void
}

export function ChartDrawing({ chart, every, isWhole, named, single, words, onShow }: DrawingProps) {
  const { bars } = chart
  const axis = useMemo(() => chartAxis(chart.above, chart.below, chart.largest, isWhole), [chart, isWhole])
  const whole = axis.top + axis.bottom
  const [pointed, setPointed] = useState<{ bar: Bar; place: BarPlace } | null>(null)
  const [room, width] = useWidth()
  const labels = useMemo(() => {
    const barWidth = Math.min(MOST_BAR_WIDTH, Math.max(LEAST_BAR_WIDTH, (width || USUAL_WIDTH) / bars.length))
    return axisLabels(
      bars.map(({ period }) => period),
      every,
      barWidth,
    )
  }, [bars, every, width])
  const toolbar = useToolbar<HTMLDivElement>()
  const away = () => setPointed(null)
  const point = ({ currentTarget }: FocusEvent | PointerEvent, bar: Bar) =>
    setPointed({ bar, place: placeOf(currentTarget) })
  const isShown = pointed !== null && bars.includes(pointed.bar)
  return (
    <div className={styles.chart} data-chart>
      <div className={`${common.smallHint} ${common.numbers} ${styles.scale}`} aria-hidden>
        {axis.ticks.map(({ at, text }) => (
          <span key={at} style={heightOf(axis.top - at, whole)}>
            {text}
          </span>
        ))}
      </div>
      {/* Scrolls where there are fewer than eight pixels for each bar. */}
      <div ref={room} className={styles.room} onScroll={away}>
        <div
          {...toolbar}
          role="toolbar"
          aria-label="Bars"
          className={styles.bars}
          style={{ minWidth: bars.length * LEAST_BAR_WIDTH }}
          onPointerLeave={away}
          onBlur={away}
          onKeyDown={(pressed: KeyboardEvent<HTMLDivElement>) => {
            if (pressed.key === 'Escape') away()
            toolbar.onKeyDown(pressed)
          }}
        >
          {axis.ticks.map(({ at }) => (
            <span
              key={at}
              className={styles.line}
              data-zero={at === 0 || undefined}
              style={heightOf(axis.top - at, whole)}
            />
          ))}
          {bars.map((bar, at) => {
            const label = labels.get(at)
            return (
              <button
                key={bar.period}
                type="button"
                className={styles.bar}
                data-period={bar.period}
                data-cut={bar.isCut || undefined}
                aria-label={barName(bar, every, named, single, words)}
                onPointerEnter={(entered) => point(entered, bar)}
                onFocus={(focused) => point(focused, bar)}
                onClick={() => onShow(bar)}
              >
                <svg
                  viewBox={`0 0 10 ${HEIGHT}`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  className={styles.drawn}
                >
                  {whole > 0 && <Parts bar={bar} line={(axis.top / whole) * HEIGHT} unit={HEIGHT / whole} />}
                </svg>
                <span className={styles.label} data-edge={label?.edge} aria-hidden>
                  {label?.text}
                </span>
              </button>
            )
          })}
        </div>
      </div>
      {isShown && <ChartCard {...pointed} every={every} named={named} single={single} words={words} />}
    </div>
  )
}

/**
 * The width of an element, as it changes. Mantine's own hook is in no chunk yet, and its place would be among what a
 * start loads.
 * @returns a ref, and the width in CSS pixels: 0 until it is measured
 */
function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

const heightOf = (from: number, whole: number): CSSProperties => ({
  top: `calc(var(--chart-height) * ${whole === 0 ? 1 : from / whole})`,
})

function placeOf(bar: Element): BarPlace {
  const around = (bar.closest('[data-chart]') ?? bar).getBoundingClientRect()
  const { left, right } = bar.getBoundingClientRect()
  return { left: left - around.left, right: right - around.left, width: around.width }
}

/** The least height, so that even the smallest figure is visible, and that of one too small for any height. */
const LEAST = 6
const LEAST_OF_NONE = 4

/** The parts of a bar, stacked from the zero line up and down. @param line its place @param unit a height of 1 */
function Parts({ bar, line, unit }: { bar: Bar; line: number; unit: number }) {
  let [up, down] = [line, line]
  return bar.parts.map(({ side, isBelow, height }) => {
    const length = height === 0 ? LEAST_OF_NONE : Math.max(LEAST, height * unit)
    if (!isBelow) up -= length
    const y = isBelow ? down : up
    if (isBelow) down += length
    return <rect key={side} data-side={side} x={1} width={8} y={Math.max(0, y)} height={length} />
  })
}

function barName(
  { period, line, parts, duplicated, isCut }: Bar,
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
    ...notInBar(line),
    events,
    ...duplicated.map((one) => duplicatesInWords(one, named)),
    ...(isCut ? ['only part of it is in this snapshot'] : []),
  ]
  const name = words.join(', ')
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
}

const LONGEST_NAME = 1_000

const notInBar = (line: Bar['line']): string[] =>
  [line === null ? null : notInCell(line.total)].filter((words) => words !== null)

/** They are CSS pixels in the box around the chart. */
interface BarPlace {
  left: number
  right: number
  /** The box is so wide. */
  width: number
}

interface ChartCardProps {
  bar: Bar
  place: BarPlace
  every: Period
  /** It is as for the bars. */
  named: string
  single: string | null
  words: Record<Side, string>
}

const GAP = 6

/** What a bar stands for, beside it while it is pointed at or has the focus. Its accessible name says the same. */
function ChartCard({ bar, place, every, named, single, words }: ChartCardProps) {
  const { left, right, width } = place
  const beside = (left + right) / 2 > width / 2 ? { right: width - left + GAP } : { left: right + GAP }
  return (
    <div aria-hidden className={`${common.box} ${styles.card}`} style={beside}>
      <b>{periodWords(bar.period, every)}</b>
      {bar.parts.map(({ side, text }) => (
        <span key={side} className={styles.legend} data-side={side}>
          {single ?? words[side]} {shortened(groupedDigits(text), 40)}
          {shortened(named, 40)}
        </span>
      ))}
      {notInBar(bar.line).map((words) => (
        <span key={words}>{words}</span>
      ))}
      <span>{countWords(bar.line?.total.count ?? 0, 'event')}</span>
      {bar.duplicated.map((one) => (
        <span key={one.side} className={styles.twice}>
          {duplicatesInWords(one, shortened(named, 40))}
        </span>
      ))}
      {bar.isCut && <span>Only part of it is in this snapshot</span>}
    </div>
  )
}

/** "480.00 EUR possibly charged twice". @param named the unit, with a space before it */
const duplicatesInWords = ({ side, text }: Bar['duplicated'][number], named: string) =>
  `${shortened(groupedDigits(text), 40)}${named} possibly ${side} twice`
