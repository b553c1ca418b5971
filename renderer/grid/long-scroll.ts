// The scroll position of a list that is taller than browsers let an element be: the scroll bar's way is shorter than the list's, so
// both are kept, and what is done by wheel or key moves the list by as many pixels as it says.

/** Firefox stops at 17 million CSS pixels, Chromium at 33, and less when zoomed in. */
export const TALLEST = 6_000_000
/** At either end the bar goes pixel by pixel, so that it is at its end when the list is. */
const EXACT_ENDS = 20_000

/** In CSS pixels. */
export interface LongList {
  /** Of all rows. */
  height: number
  /** Of the rows in sight. */
  room: number
}

export interface LongPlace {
  /** What of the list is above the first row in sight. */
  top: number
  /** What the browser's scroll bar says. */
  scrolled: number
}

/** As tall as the rows' box is made. */
export const boxHeight = ({ height }: Pick<LongList, 'height'>) => Math.min(height, TALLEST)

const lastTop = ({ height, room }: LongList) => Math.max(0, height - room)
const lastScrolled = (list: LongList) => Math.max(0, boxHeight(list) - list.room)

/** The scroll bar's place for one of the list. */
export function scrolledFor(top: number, list: LongList): number {
  const [lastOfList, lastOfBar] = [lastTop(list), lastScrolled(list)]
  if (lastOfList === lastOfBar) return Math.max(0, Math.min(top, lastOfList))
  if (top <= EXACT_ENDS) return Math.max(0, top)
  if (top >= lastOfList - EXACT_ENDS) return lastOfBar - Math.max(0, lastOfList - top)
  const part = (top - EXACT_ENDS) / (lastOfList - 2 * EXACT_ENDS)
  return EXACT_ENDS + part * (lastOfBar - 2 * EXACT_ENDS)
}

/** The list's place for one of the scroll bar. */
export function topFor(scrolled: number, list: LongList): number {
  const [lastOfList, lastOfBar] = [lastTop(list), lastScrolled(list)]
  if (lastOfList === lastOfBar) return Math.max(0, Math.min(scrolled, lastOfList))
  if (scrolled <= EXACT_ENDS) return Math.max(0, scrolled)
  if (scrolled >= lastOfBar - EXACT_ENDS) return lastOfList - Math.max(0, lastOfBar - scrolled)
  const part = (scrolled - EXACT_ENDS) / (lastOfBar - 2 * EXACT_ENDS)
  return EXACT_ENDS + part * (lastOfList - 2 * EXACT_ENDS)
}

/** So far at once goes no wheel and no key, only the scroll bar's thumb. */
const mostByWheel = ({ room }: LongList) => Math.max(2 * room, 2_000)

/**
 * Where the list is once the browser has scrolled to `scrolled`: by as much, or for a drag of the thumb to the part of the
 * list that it points at. `scrolled` is another than was given where the bar has to be set, because it came to its end
 * before the list did.
 */
export function afterScroll(before: LongPlace, scrolled: number, list: LongList): LongPlace {
  const by = scrolled - before.scrolled
  if (by === 0) return before
  if (Math.abs(by) > mostByWheel(list)) return { top: topFor(scrolled, list), scrolled }
  const top = Math.max(0, Math.min(before.top + by, lastTop(list)))
  const isNearEnd = scrolled < EXACT_ENDS / 2 || scrolled > lastScrolled(list) - EXACT_ENDS / 2
  return isNearEnd ? withBarInPlace({ top, scrolled }, list) : { top, scrolled }
}

/** Once nothing scrolls any more the bar is put where it belongs, at a whole pixel: browsers round what they are given. */
export function withBarInPlace({ top, scrolled }: LongPlace, list: LongList): LongPlace {
  const belongs = Math.round(scrolledFor(top, list))
  return { top, scrolled: Math.abs(belongs - scrolled) <= 1 ? scrolled : belongs }
}

/** Brings the stretch from `from` to `to` into sight, and moves no more than that takes. */
export function revealStretch(before: LongPlace, from: number, to: number, list: LongList): LongPlace {
  const top = from < before.top ? from : to > before.top + list.room ? to - list.room : before.top
  const by = top - before.top
  if (by === 0) return before
  const bounded = Math.max(0, Math.min(top, lastTop(list)))
  return Math.abs(by) > mostByWheel(list)
    ? { top: bounded, scrolled: scrolledFor(bounded, list) }
    : settledNearEnds({ top: bounded, scrolled: before.scrolled + by }, list)
}

function settledNearEnds(place: LongPlace, list: LongList): LongPlace {
  const isNearEnd = place.scrolled < EXACT_ENDS / 2 || place.scrolled > lastScrolled(list) - EXACT_ENDS / 2
  return isNearEnd ? withBarInPlace(place, list) : place
}
