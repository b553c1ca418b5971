// The rows of a long table that are in sight, with room in place of the others.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react'

/** In CSS pixels, as the style sheet has them. */
const ROW_HEIGHT = 30
const HEAD_HEIGHT = 31
/** Rows beyond either edge, so that scrolling a little shows no gap. */
const OVERSCAN = 20

export interface RowsInSightHandle {
  scrollTo: (index: number) => void
}

interface RowsInSightProps {
  count: number
  scroll: RefObject<HTMLElement | null>
  /** Always drawn, wherever it is. */
  pinned: number
  row: (index: number) => ReactNode
  handle: Ref<RowsInSightHandle>
}

/** Of ten thousand rows, only those in sight and the focused one are in the document. */
export function RowsInSight({ count, scroll, pinned, row, handle }: RowsInSightProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: HEAD_HEIGHT,
    // Rows under the sticky head and foot are not in sight.
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT * 2,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      return pinned < 0 || pinned >= count ? inSight : [...new Set([...inSight, pinned])].toSorted((a, b) => a - b)
    },
  })
  useImperativeHandle(handle, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index) }), [virtualizer])
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index)
  const gapBefore = (place: number) => (drawn[place] ?? count) - (drawn[place - 1] ?? -1) - 1
  return (
    <>
      {drawn.flatMap((index, place) => [gap(gapBefore(place), index), row(index)])}
      {gap(gapBefore(drawn.length), count)}
    </>
  )
}

/** Takes the space of undrawn rows before `index`. */
function gap(rows: number, index: number): ReactNode {
  return rows === 0 ? null : (
    <tr key={`gap before ${index}`} aria-hidden>
      <td style={{ height: rows * ROW_HEIGHT, padding: 0, border: 0 }} />
    </tr>
  )
}
