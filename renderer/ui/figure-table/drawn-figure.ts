// The figures of a table as they are drawn: those of one scale with their points below one another.
import type {
  FigureBlock,
  FigureCell,
  FigureColumn,
  FigurePart,
  FigureTable,
} from '../../../shared/figures/figure-table.ts'
import { standingOn } from '../../../shared/figures/figure-table.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { shortened } from '../excerpt.ts'
import { alignedFigure, columnPlaces, figureText, NO_FIGURE, withPlaces, withSign } from '../figure-text.ts'

/** The exact digits that are drawn, before they are aligned; null: there is no figure. */
function digitsOf({ kind }: Pick<FigureColumn<never>, 'kind'>, cell: FigureCell<unknown> | null): string | null {
  if (cell?.value?.kind !== 'number') return null
  const { text } = cell.value
  if (cell.places !== undefined) return withPlaces(text, cell.places)
  const currency = kind === 'quantity' ? null : cell.currency
  return currency === undefined ? text : moneyText(text, currency)
}

/** How many decimal places each scale has. */
export type Scales = ReadonlyMap<string, number>

/** Of each block; the same for all where the table has one scale. */
export function scalesOf<Row, Of>(table: FigureTable<Row, Of>): (block: FigureBlock<Row, Of>) => Scales {
  const { columns, blocks: all } = standingOn(table, 'screen')
  const scaled = columns.filter(({ scale }) => typeof scale === 'string')
  const of = (blocks: readonly FigureBlock<Row, Of>[]): Scales => {
    const places = new Map<string, number>()
    for (const { rows } of blocks)
      for (const row of rows)
        for (const column of scaled) {
          const name = String(column.scale)
          places.set(name, Math.max(places.get(name) ?? 0, columnPlaces([digitsOf(column, column.cell(row.of))])))
        }
    return places
  }
  if (table.scaleOver === 'table') {
    const whole = of(all)
    return () => whole
  }
  const byBlock = new Map(all.map((block) => [block.id, of([block])]))
  return ({ id }) => byBlock.get(id) ?? new Map()
}

export function drawnFigure<Row, Of>(
  column: FigureColumn<Row, Of>,
  cell: FigureCell<Of> | null,
  scales: Scales,
): string {
  const { kind, scale, fill } = column
  const digits = digitsOf(column, cell)
  if (digits === null) return NO_FIGURE
  if (kind === 'share') return `${digits}%`
  if (kind === 'percent') return `${withSign(figureText(digits, 2))}%`
  const places = typeof scale === 'number' ? scale : scale === undefined ? 0 : (scales.get(scale) ?? 0)
  const text = fill === 'zeros' ? figureText(digits, places) : alignedFigure(digits, places)
  return kind === 'difference' ? withSign(text) : text
}

/** Whether a column has figures, which stand at its end. */
export const isOfFigures = ({ kind }: Pick<FigureColumn<never, unknown>, 'kind'>) =>
  kind === 'number' ||
  kind === 'rounded' ||
  kind === 'quantity' ||
  kind === 'difference' ||
  kind === 'percent' ||
  kind === 'share'

/** Of a text that a cell holds, and of what is told to whoever points at it. */
export const CELL_CHARACTERS = 80
export const TITLE_CHARACTERS = 2_000

/** What parts say to who sees them, with each as long as it is drawn. */
export const shownText = (parts: readonly FigurePart[]): string =>
  parts
    .map((part) => {
      if ('parts' in part) return shownText(part.parts)
      return 'text' in part && part.only !== 'hearing' ? shortened(part.text, part.cut ?? CELL_CHARACTERS) : ''
    })
    .join('')
