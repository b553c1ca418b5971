// The focus for a field whose pane is only being opened.
import type { RefObject } from 'react'

/** About a second: after that, the focus stays where the user has moved it. */
const MOST_FRAMES = 60

/** From the next frame on, once the field is there and not hidden. Gives up after about a second. */
export function focusOnceShown(field: RefObject<HTMLElement | null>, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const element = field.current
    if (element?.checkVisibility({ visibilityProperty: true })) element.focus()
    else if (frames > 1) focusOnceShown(field, frames - 1)
  })
}
