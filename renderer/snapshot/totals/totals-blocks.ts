// The rows of the table "Totals": a block for each currency or unit, with a heading and an "All" of its own.
import type { TotalsAnswer, TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { lineUnit } from './totals-lines.ts'

export type DrawnRow =
  | { of: 'heading'; id: string; words: string }
  /** `row` is its place among the lines, from 0, headings not counted. */
  | { of: 'line' | 'all'; line: TotalsLine; row: number }

export interface TotalsRows {
  /** In the table's body. */
  body: DrawnRow[]
  /** Below it: "All" where there is only one block. */
  foot: DrawnRow[]
  /** The place in `body` of each line that has one. */
  places: number[]
  /** By their `row`. */
  lines: TotalsLine[]
}

/**
 * The lines of a block keep their order.
 * @param unitHead what tells blocks apart; null where there is one, without a heading
 */
export function totalsRows(answer: Pick<TotalsAnswer, 'lines' | 'all'>, unitHead: string | null): TotalsRows {
  const lines: TotalsLine[] = []
  const drawn =
    (of: 'line' | 'all') =>
    (line: TotalsLine): DrawnRow => ({ of, line, row: lines.push(line) - 1 })
  if (unitHead === null) {
    const body = answer.lines.map(drawn('line'))
    return { body, foot: answer.all.map(drawn('all')), places: body.map((_, at) => at), lines }
  }
  const blocks = new Map<string, { lines: TotalsLine[]; all: TotalsLine[] }>()
  const blockOf = ({ units }: TotalsLine) => {
    const id = JSON.stringify(units)
    const known = blocks.get(id) ?? { lines: [], all: [] }
    blocks.set(id, known)
    return known
  }
  for (const line of answer.all) blockOf(line).all.push(line)
  for (const line of answer.lines) blockOf(line).lines.push(line)
  const body: DrawnRow[] = []
  const places: number[] = []
  for (const [id, block] of blocks) {
    const first = block.lines[0] ?? block.all[0]
    if (first !== undefined) body.push({ of: 'heading', id, words: blockWords(first, unitHead) })
    for (const row of [...block.lines.map(drawn('line')), ...block.all.map(drawn('all'))]) {
      places.push(body.length)
      body.push(row)
    }
  }
  return { body, foot: [], places, lines }
}

/** "EUR", "No money", "currency not known". */
function blockWords(line: TotalsLine, unitHead: string): string {
  const unit = lineUnit(line)
  if (unit === null) return `${unitHead} not known`
  return unit
}
