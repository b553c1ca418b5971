// The number of events in each stretch of time: bars that are buttons, one tab stop. A click narrows the search to one.
import { useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Distribution, TimeUnit } from '../../../shared/search/time-search.ts'
import { rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { useToolbar } from '../../ui/focus.ts'
import { dayWords, longDayWords } from '../../ui/instant-words.ts'
import styles from './over-time.module.css'

type Bin = Extract<Distribution, { kind: 'counted' }>['bins'][number]

interface SpreadChartProps {
  bins: readonly Bin[]
  unit: TimeUnit
  zone: string
  onChoose: (bin: Bin) => void
}

export function SpreadChart({ bins, unit, zone, onChoose }: SpreadChartProps) {
  const [pointed, setPointed] = useState<Bin | null>(null)
  const most = bins.reduce((largest, { count }) => Math.max(largest, count), 1)
  const words = (bin: Bin) => `${stretchWords(bin.from, unit, zone)}: ${countWords(bin.count, 'event')}`
  const [first, last] = [bins[0], bins.at(-1)]
  return (
    <figure className={styles.chart} aria-label="Events over time">
      <div className={styles.bars} role="toolbar" aria-label="Bars" {...useToolbar<HTMLDivElement>()}>
        {bins.map((bin) => (
          <button
            key={bin.from}
            type="button"
            className={styles.bar}
            aria-label={words(bin)}
            title={`${countWords(bin.count, 'event')} ${rangeWords({ from: bin.from, until: bin.to, zone })}`}
            onClick={() => onChoose(bin)}
            onMouseEnter={() => setPointed(bin)}
            onMouseLeave={() => setPointed(null)}
            onFocus={() => setPointed(bin)}
            onBlur={() => setPointed(null)}
          >
            <span
              className={styles.height}
              // A single event among millions must still be visible.
              style={{ height: bin.count === 0 ? 0 : `max(2px, ${(bin.count / most) * 100}%)` }}
            />
          </button>
        ))}
      </div>
      <figcaption className={styles.under}>
        <span>{first && stretchWords(first.from, unit, zone)}</span>
        <b aria-hidden>{pointed && words(pointed)}</b>
        <span>{last && stretchWords(last.from, unit, zone)}</span>
      </figcaption>
    </figure>
  )
}

/** The stretch that begins at `from`, RFC 3339: "Tue 3 Nov 2026", "3 Nov 14:00", "Week from 2 Nov 2026", "Nov 2026". */
function stretchWords(from: string, unit: TimeUnit, zone: string): string {
  const seen = inZone(from, zone)
  if (seen === null) return from
  const { date, time } = seen
  const year = date.slice(0, 4)
  switch (unit) {
    case 'second':
      return `${dayWords(date)} ${time}`
    case 'minute':
    case 'hour':
      return `${dayWords(date)} ${time.slice(0, 5)}`
    case 'day':
      return longDayWords(date)
    case 'week':
      return `Week from ${dayWords(date)} ${year}`
    case 'month':
      return `${dayWords(date).split(' ')[1]} ${year}`
    case 'year':
      return year
    default:
      return unit satisfies never
  }
}
