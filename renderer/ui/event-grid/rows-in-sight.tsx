// Of a long list only the rows in sight are in the document, and those that have to be there wherever they stand.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { HEAD_HEIGHT } from './grid-measures.ts'

export interface GridRowsProps {
  count: number
  /** Each row's height in CSS pixels. */
  height: number
  /** What scrolls. */
  scroll: RefObject<HTMLElement | null>
  /** Rows that are drawn wherever they stand; -1 is none. */
  pinned: readonly number[]
  /** Draws one row, as a `tr` of that height with its place as key. */
  row: (index: number) => ReactNode
}

/** Rows beyond either edge, so that scrolling a little shows no gap. */
const OVERSCAN = 20

export function RowsInSight({ count, height, scroll, pinned, row }: GridRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    scrollMargin: HEAD_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const there = pinned.filter((index) => index >= 0 && index < count)
      return [...new Set([...defaultRangeExtractor(range), ...there])].toSorted((a, b) => a - b)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it knows was measured with the height before
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index)
  const gapBefore = (place: number) => (drawn[place] ?? count) - (drawn[place - 1] ?? -1) - 1
  return (
    <>
      {drawn.flatMap((index, place) => [gap(gapBefore(place) * height, index), row(index)])}
      {gap(gapBefore(drawn.length) * height, count)}
    </>
  )
}

/** Holds the place of the rows before `index` that are not drawn. */
function gap(height: number, index: number): ReactNode {
  return height === 0 ? null : (
    <tr key={`gap before ${index}`} aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
