// Of a long list, only the rows in sight and pinned ones are in the document.
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { HEAD_HEIGHT } from './grid-measures.ts'
import { afterScroll, boxHeight, type LongList, type LongPlace, revealStretch, withBarInPlace } from './long-scroll.ts'

/** Scrolls a row into sight, drawn or not; `now`: synchronously, which effects must not request. */
export type Reveal = (row: number, now: boolean) => void

export interface GridRowsProps {
  count: number
  /** Each row's height in CSS pixels. */
  height: number
  /** What scrolls, and the height of what is in sight of it. */
  scroll: RefObject<HTMLElement | null>
  room: number
  /** Rows that are always drawn; -1: none. */
  pinned: readonly number[]
  /** Draws one row, as a `tr` of that height with its place as key. */
  row: (index: number) => ReactNode
  reveal: RefObject<Reveal | null>
  /** Changes when other rows are shown: from the first. */
  view: string
  /** Called with the rows in sight, `last` inclusive. */
  onSight?: ((first: number, last: number) => void) | undefined
}

interface Held {
  view: string
  place: LongPlace
  /** Where the scroll bar stood when it was to be put at the place's; null where it is there. */
  barFrom: number | null
}

/** Rows beyond either edge, so that scrolling a little shows no gap. */
const OVERSCAN = 8
const AT_FIRST: LongPlace = { top: 0, scrolled: 0 }
/** For browsers without a `scrollend` event. */
const OVER_AFTER_MS = 160

export function RowsInSight({ count, height, scroll, room, pinned, row, reveal, view, onSight }: GridRowsProps) {
  const list = { height: count * height, room: Math.max(height, room - HEAD_HEIGHT) }
  const [held, setHeld] = useState<Held>({ view, place: AT_FIRST, barFrom: null })
  const place = held.view === view ? held.place : AT_FIRST
  const latest = useRef({ list, place, view })
  useLayoutEffect(() => {
    latest.current = { list, place, view }
  })
  useLayoutEffect(() => {
    if (held.barFrom === null || !scroll.current) return
    // By as much, not to it: what was scrolled meanwhile, and is yet to be told, stays.
    scroll.current.scrollTop += held.place.scrolled - held.barFrom
  }, [scroll, held])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at their first
  useLayoutEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0
  }, [scroll, view])
  useEffect(() => {
    const element = scroll.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function move(next: LongPlace) {
      const bar = element?.scrollTop ?? 0
      const barFrom = Math.abs(next.scrolled - bar) > 1 ? bar : null
      if (next !== latest.current.place) setHeld({ view: latest.current.view, place: next, barFrom })
    }
    function onScroll() {
      clearTimeout(timer)
      timer = setTimeout(
        () => move(withBarInPlace(placeNow(latest.current, element), latest.current.list)),
        OVER_AFTER_MS,
      )
      move(placeNow(latest.current, element))
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroll])
  useImperativeHandle(reveal, () => (index, now) => {
    const { list, view } = latest.current
    const before = placeNow(latest.current, scroll.current)
    const place = revealStretch(before, index * height, (index + 1) * height, list)
    if (place === before) return
    const barFrom = scroll.current?.scrollTop ?? before.scrolled
    const show = () => setHeld({ view, place, barFrom })
    // Drawn and scrolled to before it takes the focus.
    if (now) flushSync(show)
    else show()
  })

  // How far the list has been moved in its box, which is shorter.
  const moved = place.top - place.scrolled
  const inSight = Math.floor(place.top / height)
  const last = Math.min(count - 1, Math.ceil((place.top + list.room) / height) - 1)
  useEffect(() => onSight?.(Math.max(0, inSight), last), [onSight, inSight, last])

  const first = Math.max(0, inSight - OVERSCAN, Math.ceil(moved / height))
  const behind = Math.min(count - 1, last + OVERSCAN)
  const drawn = rowsBetween(first, behind, pinned, count)
  const lines: ReactNode[] = []
  let at = 0
  for (const index of drawn) {
    const wanted = Math.max(0, index * height - moved)
    if (wanted > at) lines.push(gap(wanted - at, index))
    at = Math.max(at, wanted) + height
    lines.push(row(index))
  }
  const rest = boxHeight(list) - at
  if (rest > 0) lines.push(gap(rest, count))
  return lines
}

/** The last rendered state may be a step behind the browser. */
function placeNow({ list, place }: { list: LongList; place: LongPlace }, element: HTMLElement | null): LongPlace {
  const scrolled = element?.scrollTop ?? place.scrolled
  return Math.abs(scrolled - place.scrolled) <= 1 ? place : afterScroll(place, scrolled, list)
}

function rowsBetween(first: number, last: number, pinned: readonly number[], count: number): number[] {
  const rows = new Set<number>()
  for (let row = first; row <= last; row += 1) rows.add(row)
  for (const row of pinned) if (row >= 0 && row < count) rows.add(row)
  return [...rows].sort((a, b) => a - b)
}

/** Takes the space of undrawn rows before `index`. */
function gap(height: number, index: number): ReactNode {
  return (
    <tr key={`gap before ${index}`} aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
