// Keeps a restored window on a screen that is there: monitors are unplugged and rearranged between runs. Without electron, to be tested.
import type { Rectangle } from 'electron'

/** The window's bounds, no larger than the work area and wholly inside it. All in the same pixels. */
export function clampToWorkArea(bounds: Rectangle, workArea: Rectangle): Rectangle {
  const width = Math.min(bounds.width, workArea.width)
  const height = Math.min(bounds.height, workArea.height)
  return {
    x: Math.max(workArea.x, Math.min(bounds.x, workArea.x + workArea.width - width)),
    y: Math.max(workArea.y, Math.min(bounds.y, workArea.y + workArea.height - height)),
    width,
    height,
  }
}
