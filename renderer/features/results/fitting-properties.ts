// How many properties a line has room for: those that nobody could see are not drawn, which saves a tenth of a page flip
// (bench/browse.ts). Told by counting characters, because asking the browser would cost more than it saves.
import type { Property } from '../../../shared/event.ts'
import { ONE_LINE_LENGTH } from '../../ui/property-value.tsx'

/** In CSS pixels, at the 12 px of the grid's lines: at most what one of Inter's narrow letters takes, another letter, one of JetBrains Mono. */
const NARROW = 2.7
const WIDE = 4.9
const MONOSPACED = 7.2
/** Between two properties, see events-grid.module.css. */
const GAP = 14

/**
 * How many of `properties`, from the first one, may begin within `room` CSS pixels. Never too few: where some are left
 * out, the others run over the line's end. Anything but printable ASCII counts as nothing wide.
 */
export function fittingProperties(properties: readonly Property[], room: number): number {
  let left = room
  let count = 0
  for (const { name, text } of properties) {
    if (left <= 0) break
    left -=
      leastNameWidth(name) + (PRINTABLE.test(text) ? Math.min(text.length, ONE_LINE_LENGTH) * MONOSPACED : 0) + GAP
    count += 1
  }
  return count
}

/** ASCII that can be seen: it hides nothing, and each sign has a width. */
export const PRINTABLE = /^[\x20-\x7e]*$/

function leastNameWidth(name: string): number {
  if (!PRINTABLE.test(name)) return 0
  const narrow = name.length - name.replaceAll(/[ !"'(),./:;I[\\\]`fijlrt{|}*-]/g, '').length
  return narrow * NARROW + (name.length - narrow) * WIDE
}
