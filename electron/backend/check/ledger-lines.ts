// What every format of a file gives: its lines, one after the other, each cell as it stands.
import { MOST_COLUMNS, MOST_LINES } from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'

/**
 * Texts as they stand; null: empty. `number`: a JSON number, where the format knows numbers. `time`: a date-time of a
 * workbook, which has no offset.
 */
export type ReadCell = string | null | { number: string } | { time: string }

/** @returns whether to go on. @param line where it begins, from 1 */
export type TakeLine = (line: number, cells: readonly ReadCell[]) => boolean

/** As the questions' turns are: awaited between steps, and the place where work that nobody waits for ends. */
export interface Breathing {
  breathe(): Promise<void> | undefined
}

/** Goes through all lines; bytes that were read are told. A sentence where it cannot go on, else null. */
export type ReadLines = (take: TakeLine, turn: Breathing, report?: (bytes: number) => void) => Promise<string | null>

export const tooManyColumns = (columns: number) =>
  `This file has ${grouped(columns)} columns; ${MOST_COLUMNS} are the most. Leave out those that are not needed.`

export const TOO_MANY_LINES = `This file has more than ${grouped(MOST_LINES)} lines, which are the most. Split it by days or by customers, and check each part.`

/** Whether a line says nothing. */
export const isBlank = (cells: readonly ReadCell[]) => cells.every((cell) => cell === null || cell === '')

/** A cell as text, however it is kept. */
export function cellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? cell : 'number' in cell ? cell.number : cell.time
}
