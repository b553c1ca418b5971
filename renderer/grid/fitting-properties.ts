// How many properties a line has room for: those that nobody could see are not drawn, which saves a tenth of a page flip
// (bench/browse.ts). Told by counting characters, because asking the browser would cost more than it saves.
import type { Property } from '../../shared/event/event.ts'
import { ONE_LINE } from '../ui/excerpt.ts'

/** In CSS pixels, at the 12 px of the grid's lines: at most what one of Inter's narrow letters takes, another letter, one of JetBrains Mono. */
const NARROW = 2.7
const WIDE = 4.9
const MONOSPACED = 7.2
/** Between two properties, see events-grid.module.css. */
const GAP = 14

/**
 * How many of `properties`, from the first one, may begin within `room` CSS pixels. Never too few: where some are left
 * out, the others run over the line's end, or are too many to draw. Anything but printable ASCII counts as nothing wide.
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

/** In UTF-16 units. More than is seen of a line, and as much as a browser lays out in each of 200. */
const MOST_UNPRINTABLE = 1_000

/** ASCII that can be seen: it hides nothing, and each sign has a width. */
export const PRINTABLE = /^[\x20-\x7e]*$/

function leastNameWidth(name: string): number {
  if (!PRINTABLE.test(name)) return 0
  const narrow = name.length - name.replaceAll(/[ !"'(),./:;I[\\\]`fijlrt{|}*-]/g, '').length
  return narrow * NARROW + (name.length - narrow) * WIDE
}
