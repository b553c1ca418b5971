// How wide the grid's columns and how high its rows are: fixed by the choice of columns, never by the room or by a
// page's contents, so that neither paging nor opening the details moves anything. All in CSS pixels.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Property } from '../../shared/event/event.ts'
import { ONE_LINE } from '../ui/excerpt.ts'

/** A checkbox, and the mark of a row with a problem. */
export const SELECT_WIDTH = 44

/** It is at either side of a cell. */
export const PADDING = 6
/** One figure of JetBrains Mono takes so much at the 12 px of the grid's lines. */
export const MONOSPACED = 7.2

/** Each column's width as it was asked for; the last takes the room that is left, so that the table always fills it. */
export function columnWidths(wanted: readonly number[], room: number): number[] {
  const last = wanted.at(-1)
  if (last === undefined) return []
  const before = wanted.slice(0, -1)
  const left = room - SELECT_WIDTH - before.reduce((sum, width) => sum + width, 0)
  return [...before, Math.max(last, left)]
}

/** How many monospaced characters fit a cell of this width. */
export function charactersIn(width: number): number {
  return Math.max(1, Math.floor((width - 2 * PADDING + 0.5) / MONOSPACED))
}

export const HEAD_HEIGHT = 32
const ROWS_IN_SIGHT = 25
const HIGHEST = 30
/** Still a target that a finger or an unsteady hand hits (WCAG 2.5.8 asks for 24). */
const LOWEST = 25

/** These are above and below the rows: the stripe and the header, the bar, the footer. */
const BESIDE_ROWS = 52 + 44 + 44

/**
 * 25 rows in sight where a window of this height allows it: 30 px each, in lower windows less. It goes by the window,
 * so that nothing that comes and goes above or below the rows makes them higher or lower.
 */
export function rowHeight(windowHeight: number): number {
  const fitting = Math.floor((windowHeight - BESIDE_ROWS - HEAD_HEIGHT) / ROWS_IN_SIGHT)
  return Math.max(LOWEST, Math.min(fitting, HIGHEST))
}

/**
 * Rows that PageUp and PageDown pass over: those that `room` shows below the heads, less one so that a line stays in
 * sight.
 */
export function rowsPerScreen(room: number, height: number): number {
  return Math.max(1, Math.floor((room - HEAD_HEIGHT) / height) - 1)
}

// How many properties a line has room for: those that nobody could see are not drawn, which saves a tenth of a page
// flip (bench/browse.ts). Told by counting characters, because asking the browser would cost more than it saves.

/** One of Inter's narrow letters takes so much at most at the 12 px of the grid's lines, and another letter. */
const NARROW = 2.7
const WIDE = 4.9
/** It lies between two properties, see events-grid.module.css. */
const GAP = 14

/**
 * How many of `properties`, from the first one, may begin within `room` CSS pixels. They are never too few: where some
 * are left out, the others run over the line's end, or are too many to draw. Anything but printable ASCII counts as
 * nothing wide.
 */
export function fittingProperties(properties: readonly Property[], room: number): number {
  let left = room
  let count = 0
  let unprintable = 0
  for (const { name, text } of properties) {
    if (left <= 0 || unprintable > MOST_UNPRINTABLE) break
    const [shownName, shownText] = [name.slice(0, ONE_LINE.characters), text.slice(0, ONE_LINE.characters)]
    left -= leastNameWidth(shownName) + (PRINTABLE.test(shownText) ? shownText.length * MONOSPACED : 0) + GAP
    for (const shown of [shownName, shownText]) if (!PRINTABLE.test(shown)) unprintable += shown.length
    count += 1
  }
  return count
}

/** It counts UTF-16 units. More than is seen of a line, and as much as a browser lays out in each of 200. */
const MOST_UNPRINTABLE = 1_000

/** ASCII that can be seen: it hides nothing, and each sign has a width. */
export const PRINTABLE = /^[\x20-\x7e]*$/

function leastNameWidth(name: string): number {
  if (!PRINTABLE.test(name)) return 0
  const narrow = name.length - name.replaceAll(/[ !"'(),./:;I[\\\]`fijlrt{|}*-]/g, '').length
  return narrow * NARROW + (name.length - narrow) * WIDE
}

// The room that there is, as React state. Not a container query: those made the layout of rows three times as slow.

/** CSS pixels inside an element's border and beside its scrollbars. */
export interface Room {
  width: number
  height: number
}

/** A ref for an element, and the room inside it. */
export interface Measured<E extends HTMLElement> {
  ref: RefObject<E | null>
  room: Room
}

/** Measures before the first paint, and again on each resize. */
export function useRoom<E extends HTMLElement>(): Measured<E> {
  const ref = useRef<E>(null)
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      setRoom((now) => {
        const { clientWidth: width, clientHeight: height } = element
        return now.width === width && now.height === height ? now : { width, height }
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, room }
}
