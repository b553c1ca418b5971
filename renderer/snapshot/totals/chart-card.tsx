// What a bar of the chart stands for, beside it while it is pointed at or has the focus. Its accessible name says the same.
import { countWords, groupedDigits } from '../../../shared/exact/grouped-digits.ts'
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { Bar, Side } from './chart-bars.ts'
import { periodWords } from './key-words.ts'
import styles from './totals-chart.module.css'

/** In CSS pixels, in the box around the chart. */
export interface BarPlace {
  left: number
  right: number
  /** Of the box. */
  width: number
}

interface ChartCardProps {
  bar: Bar
  place: BarPlace
  every: Period
  /** As for the bars. */
  named: string
  single: string | null
  words: Record<Side, string>
}

const GAP = 6

export function ChartCard({ bar, place, every, named, single, words }: ChartCardProps) {
  const { left, right, width } = place
  const beside = (left + right) / 2 > width / 2 ? { right: width - left + GAP } : { left: right + GAP }
  return (
    <div aria-hidden className={styles.card} style={beside}>
      <b>{periodWords(bar.period, every)}</b>
      {bar.parts.map(({ side, text }) => (
        <span key={side} className={styles.legend} data-side={side}>
          {single ?? words[side]} {shortened(groupedDigits(text).replace(/^-/, '−'), 40)}
          {shortened(named, 40)}
        </span>
      ))}
      <span>{countWords(bar.line?.total.count ?? 0, 'event')}</span>
      {bar.twice.map((one) => (
        <span key={one.side} className={styles.twice}>
          {twiceInWords(one, shortened(named, 40))}
        </span>
      ))}
      {bar.isCut && <span>Only part of it is in this snapshot</span>}
    </div>
  )
}

/** "480.00 EUR possibly charged twice". @param named the unit, with a space before it */
export const twiceInWords = ({ side, text }: Bar['twice'][number], named: string) =>
  `${shortened(groupedDigits(text), 40)}${named} possibly ${side} twice`
