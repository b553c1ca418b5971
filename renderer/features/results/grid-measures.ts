// How wide the grid's columns and how high its rows are: fixed by the room there is, never by a page's contents, so that
// paging moves nothing. All in CSS pixels.

/** What a column asks for: between `least` and `most`, `share` hundredths of the room where that lies between. */
export interface Width {
  least: number
  most: number
  share: number
}

/** A checkbox, and the mark of a row that does not fit. */
export const SELECT_WIDTH = 48

/** Each column's width; the last takes the room that is left, so that the table always fills it. */
export function columnWidths(wanted: readonly Width[], room: number): number[] {
  const widths = wanted.map(({ least, most, share }) =>
    Math.max(least, Math.min(Math.floor((room * share) / 100), most)),
  )
  const last = wanted.at(-1)
  if (last === undefined) return []
  const before = widths.slice(0, -1)
  const left = room - SELECT_WIDTH - before.reduce((sum, width) => sum + width, 0)
  return [...before, Math.max(last.least, left)]
}

export const HEAD_HEIGHT = 30
const ROWS_IN_SIGHT = 25
const HIGHEST = 30
/** Still a target that a finger or an unsteady hand hits (WCAG 2.5.8 asks for 24). */
const LOWEST = 25

/** What stands above and below the rows: the bar and the footer. */
const BESIDE_ROWS = 44 + 44

/** 25 rows in sight where a pane of this height allows it: 30 px each, in lower windows less. */
export function rowHeight(paneHeight: number): number {
  const fitting = Math.floor((paneHeight - BESIDE_ROWS - HEAD_HEIGHT) / ROWS_IN_SIGHT)
  return Math.max(LOWEST, Math.min(fitting, HIGHEST))
}

/** Rows that PageUp and PageDown pass over: those that `room` shows below the heads, less one so that a line stays in sight. */
export function rowsPerScreen(room: number, height: number): number {
  return Math.max(1, Math.floor((room - HEAD_HEIGHT) / height) - 1)
}
