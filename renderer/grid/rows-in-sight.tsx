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

/** Scrolls a row into sight, drawn or not; `now`: synchronously, which effects must not request. */
export type Reveal = (row: number, now: boolean) => void

export interface GridRowsProps {
  count: number
  /** Each row's height in CSS pixels. */
  height: number
  /** This is what scrolls, and the height of what is in sight of it. */
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

/** Where the list stands, as last rendered. */
interface Held {
  /** The view that it is of: other rows begin at their first. */
  view: string
  place: LongPlace
  /** Where the scroll bar stood when the place asked for another; null: it stands where the place says. */
  barFrom: number | null
}

/** Rows beyond either edge, so that scrolling a little shows no gap. */
const OVERSCAN = 8
const AT_FIRST: LongPlace = { top: 0, scrolled: 0 }
/** Browsers without a `scrollend` event need it. */
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
    // The bar moves by a distance, not to a place: what the browser scrolled meanwhile, and is yet to tell, stays.
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
    /** Renders the list there, and has the bar put there where the browser has it elsewhere. */
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
    const place = revealSegment(before, index * height, (index + 1) * height, list)
    if (place === before) return
    const barFrom = scroll.current?.scrollTop ?? before.scrolled
    const show = () => setHeld({ view, place, barFrom })
    // Drawn and scrolled to before it takes the focus.
    if (now) flushSync(show)
    else show()
  })

  // The box of a very long list is shorter than the list, whose rows stand in it so much higher than in the list.
  const moved = place.top - place.scrolled
  const inSight = Math.floor(place.top / height)
  const last = Math.min(count - 1, Math.ceil((place.top + list.room) / height) - 1)
  useEffect(() => onSight?.(Math.max(0, inSight), last), [onSight, inSight, last])

  // Rows before `moved / height` would stand above the top of the box.
  const first = Math.max(0, inSight - OVERSCAN, Math.ceil(moved / height))
  const behind = Math.min(count - 1, last + OVERSCAN)
  const drawn = rowsBetween(first, behind, pinned, count)
  const lines: ReactNode[] = []
  let at = 0
  for (const index of drawn) {
    // A pinned row that would stand above it is at the top of the box, or right behind another.
    const wanted = Math.max(0, index * height - moved)
    if (wanted > at) lines.push(gap(wanted - at, index))
    at = Math.max(at, wanted) + height
    lines.push(row(index))
  }
  const rest = boxHeight(list) - at
  if (rest > 0) lines.push(gap(rest, count))
  return lines
}

/** Where the list is by the browser's scroll bar: the last rendered state may be a step behind. */
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

// The scroll position of a list that is taller than browsers let an element be. Its box is shorter than the list, so
// that one pixel of the scroll bar may stand for several of the list: both positions are kept. What is done by wheel or
// key moves the list by as many pixels as it says, which takes the bar out of proportion; it is put back once nothing
// scrolls. A list that is not as tall has the same position in both.

/** Firefox stops at 17 million CSS pixels, Chromium at 33, and less when zoomed in. */
export const TALLEST = 6_000_000
/** The bar goes pixel by pixel at either end, so that it is at its end when the list is. */
const EXACT_ENDS = 20_000

/** It counts CSS pixels. */
export interface LongList {
  /** All rows are so high. */
  height: number
  /** The rows in sight have so much. */
  room: number
}

interface LongPlace {
  /** So much of the list is above what is in sight. */
  top: number
  /** So much of its box is, which is what the browser's scroll bar says. */
  scrolled: number
}

/** The rows' box is made so tall. */
export const boxHeight = ({ height }: Pick<LongList, 'height'>) => Math.min(height, TALLEST)

const lastTop = ({ height, room }: LongList) => Math.max(0, height - room)
const lastScrolled = (list: LongList) => Math.max(0, boxHeight(list) - list.room)

/** The scroll bar's place for one of the list. */
export const scrolledFor = (top: number, list: LongList) => mapped(top, lastTop(list), lastScrolled(list))

/** The list's place for one of the scroll bar. */
export const topFor = (scrolled: number, list: LongList) => mapped(scrolled, lastScrolled(list), lastTop(list))

/** Maps a place from 0 to `last` onto 0 to `lastThere`: pixel by pixel at either end, in between in proportion. */
function mapped(place: number, last: number, lastThere: number): number {
  if (last === lastThere) return Math.max(0, Math.min(place, last))
  if (place <= EXACT_ENDS) return Math.max(0, place)
  if (place >= last - EXACT_ENDS) return lastThere - Math.max(0, last - place)
  const part = (place - EXACT_ENDS) / (last - 2 * EXACT_ENDS)
  return EXACT_ENDS + part * (lastThere - 2 * EXACT_ENDS)
}

/** No wheel and no key goes so far at once, only the scroll bar's thumb. */
const mostByWheel = ({ room }: LongList) => Math.max(2 * room, 2_000)

/**
 * Tells where the list is once the browser has scrolled to `scrolled`: by as much, or for a drag of the thumb to the
 * part of the list that it points at. `scrolled` is another than was given where the bar has to be set, because it came
 * to its end before the list did.
 */
export function afterScroll(before: LongPlace, scrolled: number, list: LongList): LongPlace {
  const by = scrolled - before.scrolled
  if (by === 0) return before
  if (Math.abs(by) > mostByWheel(list)) return { top: topFor(scrolled, list), scrolled }
  const top = Math.max(0, Math.min(before.top + by, lastTop(list)))
  return settledNearEnds({ top, scrolled }, list)
}

/** Puts the bar where it belongs once nothing scrolls, at a whole pixel: browsers round what they are given. */
export function withBarInPlace({ top, scrolled }: LongPlace, list: LongList): LongPlace {
  const belongs = Math.round(scrolledFor(top, list))
  return { top, scrolled: Math.abs(belongs - scrolled) <= 1 ? scrolled : belongs }
}

/** Brings the segment of the list from `from` to `to` into sight, and moves it no more than that takes. */
export function revealSegment(before: LongPlace, from: number, to: number, list: LongList): LongPlace {
  const top = from < before.top ? from : to > before.top + list.room ? to - list.room : before.top
  const by = top - before.top
  if (by === 0) return before
  const bounded = Math.max(0, Math.min(top, lastTop(list)))
  return Math.abs(by) > mostByWheel(list)
    ? { top: bounded, scrolled: scrolledFor(bounded, list) }
    : settledNearEnds({ top: bounded, scrolled: before.scrolled + by }, list)
}

/** Puts the bar in place at once near either end: it would come to its end before the list, or after it. */
function settledNearEnds(place: LongPlace, list: LongList): LongPlace {
  const isNearEnd = place.scrolled < EXACT_ENDS / 2 || place.scrolled > lastScrolled(list) - EXACT_ENDS / 2
  return isNearEnd ? withBarInPlace(place, list) : place
}
