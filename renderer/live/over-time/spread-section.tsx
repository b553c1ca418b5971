// The number of events in each stretch of time, counted on demand.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { failureSentence } from '../../../shared/failure/failure-words.ts'
import { knownTotal } from '../../../shared/search/paging.ts'
import type { Distribution, TimeEdges, TimeUnit } from '../../../shared/search/time-search.ts'
import { rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { readDateInput } from '../../../shared/time/date-input.ts'
import { inZone } from '../../../shared/time/instant.ts'
import common from '../../ui/common.module.css'
import { useToolbar } from '../../ui/focus.ts'
import { dayWords, longDayWords } from '../../ui/instant-words.ts'
import type { ShownRows } from '../store/search-state.ts'
import type { Spread, TimeAnswer } from '../store/time-questions.ts'
import styles from './over-time.module.css'
import type { SpreadOffer } from './time-offer.ts'

type Bin = Extract<Distribution, { kind: 'counted' }>['bins'][number]

interface SpreadSectionProps {
  spread: TimeAnswer<Spread>
  offer: SpreadOffer
  /** In which stretches begin. */
  zone: string
  /** Whether times beside it are shown in another. */
  isOtherZone: boolean
  shown: ShownRows
  onCount: (stretches: TimeEdges) => void
  onChoose: (bin: Bin) => void
}

/** The chart, or the button that counts for it and says what that costs, or why it cannot. */
export function SpreadSection({ spread, offer, zone, isOtherZone, shown, onCount, onChoose }: SpreadSectionProps) {
  if (spread.state === 'answered' && spread.answer.kind === 'counted') {
    const { bins, unit, total, requests } = spread.answer
    return (
      <div data-slot="spread">
        <SpreadChart bins={bins} unit={unit} zone={zone} onChoose={onChoose} />
        <p className={common.dim}>
          {countWords(total, 'event')}
          {requests > 0 && `, ${countWords(requests, 'request')}`}. {countDoubt(total, shown)}
          {isOtherZone && `Days and hours are those of ${zone.replaceAll('_', ' ')}. `}
          Click a bar to see its events.
        </p>
      </div>
    )
  }
  const isAsking = spread.state === 'asking'
  const trouble = troubleWords(spread)
  return (
    <div className={styles.count} data-slot="spread">
      {trouble !== null && (
        <p role="alert" className={common.danger}>
          {trouble}
        </p>
      )}
      {offer.kind === 'not' && !isAsking ? (
        <p className={common.dim}>{offer.why}</p>
      ) : (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={isAsking || undefined}
            onClick={() => offer.kind === 'edges' && onCount(offer)}
          >
            {isAsking ? 'Counting…' : 'Count over time'}
          </Button>
          {offer.kind === 'edges' && !isAsking && <span className={common.dim}>{stretchesWords(offer)}</span>}
        </>
      )}
    </div>
  )
}

/** "in 30 days, 31 requests", "in 20 stretches of 3 hours, 21 requests". */
function stretchesWords({ unit, count, edges, requests }: Extract<SpreadOffer, { kind: 'edges' }>): string {
  const bins = edges.length - 1
  const words = count === 1 ? countWords(bins, unit) : `${countWords(bins, 'bar')} of ${count} ${unit}s`
  return `in ${words}, ${countWords(requests, 'request')}`
}

function countDoubt(total: number, { request, answer }: ShownRows): string {
  const counted = knownTotal(request, answer.page)
  return counted === null || counted === total
    ? ''
    : `The table’s total is ${grouped(counted)}; the difference lies outside this range, or came about in the meantime. `
}

/** Why there is no count, or null: nobody asked yet, or it is on its way. */
function troubleWords(spread: TimeAnswer<Spread>): string | null {
  if (spread.state === 'failed') return failureSentence(spread.failure)
  return spread.state === 'answered' && spread.answer.kind === 'untrusted'
    ? `Cannot be determined: ${spread.answer.words}`
    : null
}

interface SpreadChartProps {
  bins: readonly Bin[]
  unit: TimeUnit
  zone: string
  onChoose: (bin: Bin) => void
}

/** Bars that are buttons, one tab stop. A click narrows the search to one. */
function SpreadChart({ bins, unit, zone, onChoose }: SpreadChartProps) {
  const [pointed, setPointed] = useState<Bin | null>(null)
  const most = bins.reduce((largest, { count }) => Math.max(largest, count), 1)
  const words = (bin: Bin) => `${stretchWords(bin.from, unit, zone)}: ${countWords(bin.count, 'event')}`
  const [first, last] = [bins[0], bins.at(-1)]
  return (
    <figure aria-label="Events over time">
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

/**
 * The stretch that begins at `from`, RFC 3339: "Tue 3 Nov 2026", "3 Nov 14:00", "Week from 2 Nov 2026", "Nov 2026". An hour that
 * the clock shows twice is told from the other by its offset: "25 Oct 02:00 (+01:00)".
 */
function stretchWords(from: string, unit: TimeUnit, zone: string): string {
  const seen = inZone(from, zone)
  if (seen === null) return from
  const { date, time, offset } = seen
  const year = date.slice(0, 4)
  const clock = (digits: number) => {
    const isTwice = readDateInput(`${date} ${time}`, zone, 'from').kind === 'ambiguous'
    return `${dayWords(date)} ${time.slice(0, digits)}${isTwice ? ` (${offset})` : ''}`
  }
  switch (unit) {
    case 'second':
      return clock(8)
    case 'minute':
    case 'hour':
      return clock(5)
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
