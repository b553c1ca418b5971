// Where the roving focus of the grid goes: the keys of the ARIA grid pattern, apart from any DOM.

/** `row` -1 is the column heads; rows and columns count from 0 in their order on screen. */
export interface GridPlace {
  row: number
  column: number
}

export interface GridSize {
  rows: number
  columns: number
  /** Rows that one screenful holds: the step of PageUp and PageDown. */
  pageRows: number
}

/** The place that `key` leads to, or null when the key does not move the focus. `control` is Ctrl, or Cmd on a Mac. */
export function placeAfter(key: string, control: boolean, from: GridPlace, size: GridSize): GridPlace | null {
  const target = targetOf(key, control, from, size)
  return target && placeWithin(target, size)
}

/** The nearest existing place: pages differ in rows, and columns can be hidden. */
export function placeWithin({ row, column }: GridPlace, { rows, columns }: GridSize): GridPlace {
  return { row: between(-1, row, rows - 1), column: between(0, column, columns - 1) }
}

function targetOf(key: string, control: boolean, { row, column }: GridPlace, size: GridSize): GridPlace | null {
  const lastColumn = size.columns - 1
  switch (key) {
    case 'ArrowUp':
      return control ? { row: 0, column } : { row: row - 1, column }
    case 'ArrowDown':
      return control ? { row: size.rows - 1, column } : { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: control ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: control ? lastColumn : column + 1 }
    case 'Home':
      return control ? { row: 0, column: 0 } : { row, column: 0 }
    case 'End':
      return control ? { row: size.rows - 1, column: lastColumn } : { row, column: lastColumn }
    case 'PageUp':
      return control ? null : { row: Math.max(row - size.pageRows, Math.min(row, 0)), column }
    case 'PageDown':
      return control ? null : { row: row + size.pageRows, column }
    default:
      return null
  }
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
