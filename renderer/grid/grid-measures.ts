// How wide the grid's columns and how high its rows are: fixed by the choice of columns, never by the room or by a page's
// contents, so that neither paging nor opening the details moves anything. All in CSS pixels.

/** A checkbox, and the mark of a row with a problem. */
export const SELECT_WIDTH = 44

/** At either side of a cell. */
export const PADDING = 6
/** What one figure of JetBrains Mono takes at the 12 px of the grid's lines. */
export const MONOSPACED = 7.2

/** Each column's width as it was asked for; the last takes the room that is left, so that the table always fills it. */
export function columnWidths(wanted: readonly number[], room: number): number[] {
  const last = wanted.at(-1)
  if (last === undefined) return []
  const before = wanted.slice(0, -1)
  const left = room - SELECT_WIDTH - before.reduce((sum, width) => sum + width, 0)
  return [...before, Math.max(last, left)]
}

/** How many figures fit a cell of this width. */
export function figuresIn(width: number): number {
  return Math.max(1, Math.floor((width - 2 * PADDING + 0.5) / MONOSPACED))
}

export const HEAD_HEIGHT = 32
const ROWS_IN_SIGHT = 25
const HIGHEST = 30
/** Still a target that a finger or an unsteady hand hits (WCAG 2.5.8 asks for 24). */
const LOWEST = 25

/** What is above and below the rows: the stripe and the header, the bar, the footer. */
const BESIDE_ROWS = 52 + 44 + 44

/**
 * 25 rows in sight where a window of this height allows it: 30 px each, in lower windows less. By the window, so that nothing
 * that comes and goes above or below the rows makes them higher or lower.
 */
export function rowHeight(windowHeight: number): number {
  const fitting = Math.floor((windowHeight - BESIDE_ROWS - HEAD_HEIGHT) / ROWS_IN_SIGHT)
  return Math.max(LOWEST, Math.min(fitting, HIGHEST))
}

/** Rows that PageUp and PageDown pass over: those that `room` shows below the heads, less one so that a line stays in sight. */
export function rowsPerScreen(room: number, height: number): number {
  return Math.max(1, Math.floor((room - HEAD_HEIGHT) / height) - 1)
}
