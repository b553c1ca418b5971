// A row of a table of figures: its cells as their columns say, each of which may be a button; and its figures, those of
// one scale with their points below one another.
import { Button, VisuallyHidden } from '@mantine/core'
import { Fragment, memo, type ReactNode } from 'react'
import {
  type FigureAct,
  type FigureBlock,
  type FigureCell,
  type FigureColumn,
  type FigurePart,
  type FigureRow,
  type FigureTable,
  type FigureTone,
  standingOn,
} from '../../../shared/figures/figure-description.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { Badge } from '../badge.tsx'
import common from '../common.module.css'
import { CopyButton } from '../copy-button.tsx'
import { CustomerName } from '../customer-name.tsx'
import dataTable from '../data-table.module.css'
import { CellButton } from '../data-table.tsx'
import { EventType, ExactText, InstantText, PropertyValue } from '../exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../excerpt.ts'
import {
  alignedFigure,
  columnPlaces,
  figureText,
  isDrawnWhole,
  NO_FIGURE,
  withPlaces,
  withSign,
} from '../figure-text.ts'
import styles from './figure-table.module.css'

interface FigureCellsProps<Row, Of> {
  columns: readonly FigureColumn<Row, Of>[]
  row: FigureRow<Row, Of>
  scales: Scales
  /** How many rows its block has, where it is the first of them; else 0. */
  blockRows: number
  /** It counts among all rows, from 0. */
  index: number
  /** Whether it says which of all rows it is, as not all may be in the document. */
  isCounted: boolean
  /** The column of the one stop of its table, null where that is in another row; undefined: each button is a stop. */
  stop: number | null | undefined
  onAct: (act: FigureAct<Of>) => void
}

function FigureCells<Row, Of>(props: FigureCellsProps<Row, Of>) {
  const { columns, row, scales, blockRows, index, isCounted, stop, onAct } = props
  const { id, of, data, act } = row
  const name = row.name.map((part) => shortened(part, CELL_CHARACTERS)).join(', ')
  return (
    <tr
      key={id}
      className={act && styles.pressed}
      aria-rowindex={isCounted ? index + 2 : undefined}
      {...data}
      onClick={act && (() => onAct(act))}
    >
      {columns.map((column, at) => {
        const isSpanning = column.spansBlock?.(of) === true
        // The cell of the block's first row stands for this one too.
        if (isSpanning && blockRows === 0) return null
        const Cell = column.isRowHead ? 'th' : 'td'
        const cell = column.cell(of)
        const title = cell === null ? undefined : titleOf(cell)
        return (
          <Cell
            key={column.id}
            scope={column.isRowHead && 'row'}
            rowSpan={isSpanning ? blockRows : undefined}
            className={styles[column.kind]}
            data-number={isOfFigures(column) || undefined}
            title={title === undefined ? undefined : shortened(title, TITLE_CHARACTERS)}
            {...cell?.data}
          >
            {cell === null ? (
              NO_FIGURE
            ) : (
              <Content
                column={column}
                cell={cell}
                name={name}
                scales={scales}
                place={stop === undefined ? null : { row: index, at, isStop: stop === at }}
                isOfRow={act !== undefined}
                onAct={onAct}
              />
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

/** Drawn again only where something of it is another. */
export const FigureLine = memo(FigureCells) as typeof FigureCells

const titleOf = ({ title, value, isToldWhole }: FigureCell<unknown>) =>
  title ?? (isToldWhole && value !== null && !isDrawnWhole(value.text) ? value.text : undefined)

/** A button has it in a table with one stop. */
interface StopPlace {
  row: number
  at: number
  isStop: boolean
}

interface ContentProps<Row, Of> extends Pick<FigureCellsProps<Row, Of>, 'scales' | 'onAct'> {
  column: FigureColumn<Row, Of>
  cell: FigureCell<Of>
  name: string
  /** Null: each button is a stop. */
  place: StopPlace | null
  /** Whether its row is what is pressed. */
  isOfRow: boolean
}

function Content<Row, Of>(props: ContentProps<Row, Of>): ReactNode {
  const { column, cell, name, scales, place, isOfRow, onAct } = props
  const { value, shown, behind = [], act } = cell
  if (column.kind === 'acts') return <Acts cell={cell} name={name} onAct={onAct} />
  const said = value?.kind === 'number' ? drawnFigure(column, cell, scales) : (value?.text ?? NO_FIGURE)
  const text = shown === undefined ? said : shownText(shown)
  const drawn = shown === undefined ? drawnValue(column, cell, text) : shown.map(drawnPart)
  // Nothing is behind a figure that there is not.
  const isPressed = act !== undefined && (value !== null || shown !== undefined)
  return (
    <>
      {isPressed ? (
        <ActButton act={act} name={name} text={text} place={place} onAct={isOfRow ? undefined : onAct}>
          {drawn}
        </ActButton>
      ) : (
        drawn
      )}
      {behind.map(drawnPart)}
    </>
  )
}

function drawnValue<Row, Of>(
  { kind, zone = 'UTC' }: FigureColumn<Row, Of>,
  { value, verdict }: FigureCell<Of>,
  text: string,
) {
  switch (kind) {
    case 'exact':
      return <ExactText text={text} />
    case 'instant':
      return value === null || value.text === '' ? NO_FIGURE : <InstantText text={text} zone={zone} />
    case 'verdict':
      return (
        <Badge wraps tone={verdict} className={styles.verdict} title={text}>
          {text}
        </Badge>
      )
    case 'event-type':
      return <EventType type={value?.text ?? null} />
    default:
      return isOfFigures({ kind }) ? text : shortened(text, CELL_CHARACTERS)
  }
}

const TONES: Record<FigureTone, string | undefined> = {
  none: styles.none,
  dim: common.dim,
  counted: dataTable.counted,
  why: styles.why,
  warning: common.warning,
  list: styles.list,
  differs: styles.differs,
  unequal: styles.unequal,
  there: styles.there,
}

function drawnPart(part: FigurePart, at: number): ReactNode {
  if ('customer' in part) return <CustomerName key={at} id={part.customer} />
  if ('property' in part) return <PropertyValue key={at} property={part.property} quoted />
  if ('parts' in part) {
    return (
      <span key={at} className={part.tone && TONES[part.tone]} title={part.title} {...part.data}>
        {part.parts.map(drawnPart)}
      </span>
    )
  }
  const { text, tone, isExact, only, cut } = part
  const drawn = isExact ? <Exact text={text} cut={cut} /> : shortened(text, cut ?? CELL_CHARACTERS)
  if (only === 'hearing') return <VisuallyHidden key={at}>{drawn}</VisuallyHidden>
  if (tone === undefined && only === undefined) return <Fragment key={at}>{drawn}</Fragment>
  return (
    <span key={at} className={tone && TONES[tone]} aria-hidden={only === 'sight' || undefined}>
      {drawn}
    </span>
  )
}

const Exact = ({ text, cut }: { text: string; cut: number | undefined }) =>
  cut === undefined ? (
    <ExactText text={text} part={beginning(text, ONE_LINE)} />
  ) : (
    <ExactText text={shortened(text, cut)} />
  )

interface ActButtonProps<Of> {
  act: FigureAct<Of>
  name: string
  /** This is what the cell says, as it is drawn. */
  text: string
  place: StopPlace | null
  /** Absent: its row does it. */
  onAct: ((act: FigureAct<Of>) => void) | undefined
  children: ReactNode
}

/** Its tooltip is words of its own, or says again what the button is called, or what is drawn on it. */
function ActButton<Of>({ act, name, text, place, onAct, children }: ActButtonProps<Of>) {
  const label = act.label?.(name, text.trimEnd())
  const { title } = act
  return (
    <CellButton
      aria-label={label}
      aria-pressed={act.isPressed}
      title={typeof title === 'object' ? (title.is === 'label' ? label : text) : title}
      {...(place && { tabIndex: place.isStop ? 0 : -1, 'data-row': place.row, 'data-at': place.at })}
      onClick={onAct && (() => onAct(act))}
    >
      {children}
    </CellButton>
  )
}

function Acts<Of>({ cell, name, onAct }: Pick<ContentProps<never, Of>, 'cell' | 'name' | 'onAct'>) {
  const { acts = [], copies } = cell
  return (
    <span className={common.rowActions}>
      {acts.map((act) => (
        <Button
          key={act.words}
          variant="subtle"
          size="compact-xs"
          aria-label={act.label?.(act.named === undefined ? name : shortened(act.named, CELL_CHARACTERS), '')}
          onClick={() => onAct(act)}
        >
          {act.words}
        </Button>
      ))}
      {copies !== undefined && <CopyButton text={copies.text} label={copies.label(name)} />}
    </span>
  )
}

/** The exact digits that are drawn, before they are aligned; null: there is no figure. */
function digitsOf({ kind }: Pick<FigureColumn<never>, 'kind'>, cell: FigureCell<unknown> | null): string | null {
  if (cell?.value?.kind !== 'number') return null
  const { text } = cell.value
  // A currency adds the decimals that it has; a quantity has none, nor has money of no known currency (null).
  if (cell.places !== undefined) return withPlaces(text, cell.places)
  const currency = kind === 'quantity' ? null : cell.currency
  return currency === undefined ? text : moneyText(text, currency)
}

/** How many decimal places each scale has, by its name: that of the figure with most. */
type Scales = ReadonlyMap<string, number>

/** Gives the scales of each block; the same for all where the table has one scale. */
export function scalesOf<Row, Of>(table: FigureTable<Row, Of>): (block: FigureBlock<Row, Of>) => Scales {
  const { columns, blocks: all } = standingOn(table, 'screen')
  const scaled = columns.filter(({ scale }) => typeof scale === 'string')
  const scalesOver = (blocks: readonly FigureBlock<Row, Of>[]): Scales => {
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
    const whole = scalesOver(all)
    return () => whole
  }
  const byBlock = new Map(all.map((block) => [block.id, scalesOver([block])]))
  return ({ id }) => byBlock.get(id) ?? new Map()
}

function drawnFigure<Row, Of>(column: FigureColumn<Row, Of>, cell: FigureCell<Of> | null, scales: Scales): string {
  const { kind, scale, fill } = column
  const digits = digitsOf(column, cell)
  if (digits === null) return NO_FIGURE
  if (kind === 'share') return `${digits}%`
  if (kind === 'percent') return `${withSign(figureText(digits, 2))}%`
  // A column says its places itself, or names the scale that has them; without either a figure has its own.
  const places = typeof scale === 'string' ? (scales.get(scale) ?? 0) : (scale ?? 0)
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

/** It cuts a text that a cell holds, and what is told to whoever points at it. */
const CELL_CHARACTERS = 80
export const TITLE_CHARACTERS = 2_000

/** Tells what parts say to who sees them, with each as long as it is drawn. */
export const shownText = (parts: readonly FigurePart[]): string =>
  parts
    .map((part) => {
      if ('parts' in part) return shownText(part.parts)
      return 'text' in part && part.only !== 'hearing' ? shortened(part.text, part.cut ?? CELL_CHARACTERS) : ''
    })
    .join('')
