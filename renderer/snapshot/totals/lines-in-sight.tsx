// Of ten thousand lines, only those in sight and the focused one are in the document.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react'

/** In CSS pixels, as the style sheet has them. */
const LINE_HEIGHT = 30
const HEAD_HEIGHT = 31
/** Lines beyond either edge, so that scrolling a little shows no gap. */
const OVERSCAN = 20

export interface LinesInSightHandle {
  scrollTo: (index: number) => void
}

interface LinesInSightProps {
  count: number
  scroll: RefObject<HTMLElement | null>
  /** Always drawn, wherever it is. */
  pinned: number
  line: (index: number) => ReactNode
  handle: Ref<LinesInSightHandle>
}

export function LinesInSight({ count, scroll, pinned, line, handle }: LinesInSightProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    scrollMargin: HEAD_HEIGHT,
    // Lines under the sticky head and foot are not in sight.
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: LINE_HEIGHT * 2,
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
      {drawn.flatMap((index, place) => [gap(gapBefore(place), index), line(index)])}
      {gap(gapBefore(drawn.length), count)}
    </>
  )
}

/** Takes the space of undrawn lines before `index`. */
function gap(lines: number, index: number): ReactNode {
  return lines === 0 ? null : (
    <tr key={`gap before ${index}`} aria-hidden>
      <td style={{ height: lines * LINE_HEIGHT, padding: 0, border: 0 }} />
    </tr>
  )
}
