// figures/ describes each table of figures once: the screen draws it, and copies, reports, paper and files are made of
// it. Columns are code and never cross the bridge; answers do.
//
// A table is generic in three types. `Row` is what a row is about, such as a line of totals: columns make their cells
// of it. `Of` is what a button is pressed for, such as the events of a cell: whoever draws the table is given it on a
// press; `never` where nothing can be pressed. `By` names the orders that heads offer, such as 'count'.
import type { Property } from '../event/event.ts'
import type { Cell } from '../event/event-table.ts'
import type { KeyValue } from '../snapshot/snapshot-condition.ts'

/** Where a table stands. `copy` is also what is saved, and what a report takes. */
export type Surface = 'screen' | 'copy' | 'paper'

/** How the cells of a column are drawn. */
export type FigureKind =
  /** Cut on the screen where it is long. */
  | 'text'
  /** Read to their end. */
  | 'words'
  /** What a service sent, its unseen characters shown. */
  | 'exact'
  | 'instant'
  | 'event-type'
  /** What a row is told by. */
  | 'key'
  /** The number of a row among others. */
  | 'place'
  /** A figure as it stands. */
  | 'number'
  /** A rounded figure beside the exact one. */
  | 'rounded'
  /** A figure that is no money, whatever its cell's `currency`. */
  | 'quantity'
  /** A figure with its sign, also above zero. */
  | 'difference'
  /** A difference in percent, with its sign. */
  | 'percent'
  /** A part of a whole, in percent. */
  | 'share'
  /** A badge. */
  | 'verdict'
  /** How many events are in the figures of a row. */
  | 'coverage'
  /** No value: only buttons. */
  | 'acts'

export type FigureData = Readonly<Record<`data-${string}`, string | number | undefined>>

/** What a part of a cell is, which decides how it looks. */
export type FigureTone =
  /** Words in place of a value that there is not. */
  | 'none'
  | 'dim'
  /** A number of events, of which `why` says what is not in a figure. */
  | 'counted'
  | 'why'
  | 'warning'
  /** Parts with room between them, as many as there is room for. */
  | 'list'
  /** Two values that should be equal, "12 ≠ 15": both of them, the sign in between, and the second. */
  | 'differs'
  | 'unequal'
  | 'there'

/** What is shown of a cell, part by part. */
export type FigurePart =
  /** `cut`: the most UTF-16 units of it that are drawn. `only`: for those who see it, or for those who hear it. */
  | { text: string; tone?: FigureTone; cut?: number; isExact?: true; only?: 'sight' | 'hearing' }
  /** Parts with one tone, title and data. */
  | { parts: readonly FigurePart[]; tone?: FigureTone; title?: string; data?: FigureData }
  /** What the user calls the customer of this ID; nothing where it has no name. It is in no copy. */
  | { customer: string }
  | { property: Property }

/** A button: what a press of it does, and for what. */
export interface FigureAct<Of> {
  does: 'events' | 'explain' | 'compare' | 'open'
  of: Of
  /** The whole accessible name; absent: what the cell says. @param name of the row @param drawn what the cell says */
  label?: (name: string, drawn: string) => string
  /** The tooltip: a text, or again the accessible name (`label`), or what the cell says (`text`). */
  title?: string | { is: 'label' | 'text' }
  isPressed?: boolean
  /** The word on the button, where a cell has several. */
  words?: string
  /** The name that `label` is given in place of the row's. */
  named?: string
}

export interface FigureCell<Of> {
  /** Exact: what is copied and saved. */
  value: FigureValue
  /** Makes a figure money, drawn with at least the decimals of this currency; null: money of no known currency. */
  currency?: string | null
  /** A figure is drawn with so many decimal places at least. */
  places?: number
  /** Whether a tooltip tells all of a figure or text that is too long to be drawn whole. */
  isToldWhole?: true
  /** What the screen says in place of the value; absent: the value. */
  shown?: readonly FigurePart[]
  /** Stands behind what is shown, and is no part of the button. */
  behind?: readonly FigurePart[]
  /** The colour of the badge, of the kind `verdict`. */
  verdict?: 'good' | 'warning' | 'danger' | 'plain'
  title?: string | undefined
  /** What a press of the cell does. */
  act?: FigureAct<Of>
  /** The buttons of the kind `acts`. */
  acts?: readonly FigureAct<Of>[]
  /** A button beside `acts` copies this text. */
  copies?: { text: string; label: (name: string) => string }
  data?: FigureData
}

export interface FigureColumn<Row, Of = never, By extends string = string> {
  /** Ours, never the text of a value. */
  id: string
  head: string
  /** The head in a copy, where that is another. */
  copiedHead?: string
  /** The tooltip of the head. */
  title?: string | undefined
  kind: FigureKind
  /** Absent: everywhere. */
  on?: readonly Surface[]
  /**
   * The decimal places by which figures are aligned. A text names a scale: all figures of its columns, in a block or in
   * the table (`scaleOver`), have the places of the one with most. A number is the places themselves. Absent: each
   * figure has its own.
   */
  scale?: string | number
  /** Fills the places that a figure lacks with zeros; absent: they are blank. */
  fill?: 'zeros'
  isRowHead?: true
  /** Whether the cell of a block's first row stands for all of its rows. */
  spansBlock?: (row: Row) => boolean
  /** The order that a press of the head asks for; absent: the head is no button. */
  order?: { by: By; sorts: 'ascending' | 'descending' }
  /** Whether arrow keys stop at its buttons, in a table that is one stop for Tab (`stops`). */
  isStop?: true
  /** The time zone of the kind `instant`. */
  zone?: string
  /** Null: nothing, drawn as "–". */
  cell: (row: Row) => FigureCell<Of> | null
}

/** A column whose cells say a value and nothing else. @param more what else the column is */
export const valueColumn = <Row, Of = never>(
  id: string,
  head: string,
  kind: FigureKind,
  saidOf: (row: Row) => FigureValue,
  more: Partial<FigureColumn<Row, Of, never>> = {},
): FigureColumn<Row, Of, never> => ({ id, head, kind, cell: (row) => ({ value: saidOf(row) }), ...more })

export interface FigureRow<Row, Of = never> {
  /** Unique in its table. */
  id: string
  of: Row
  /** What the row is called in the accessible names of its buttons, part by part. */
  name: readonly string[]
  data?: FigureData
  /** What a click anywhere in the row does, one on its button included. */
  act?: FigureAct<Of>
}

/** Rows that belong together, such as those of one currency. */
export interface FigureBlock<Row, Of = never> {
  id: string
  /** A line above the rows. `as`: heard as a cell, as the head of the rows, or, where these say it too, not at all. */
  heading?: { text: string; as: 'cell' | 'head' | 'sight' }
  /** `apart`: in a body of its own. `foot`: below the others, in sight while they scroll. Absent: with the others. */
  stands?: 'apart' | 'foot'
  data?: FigureData
  /** Absent: everywhere. */
  on?: readonly Surface[]
  rows: readonly FigureRow<Row, Of>[]
}

export interface FigureTable<Row, Of = never, By extends string = string> {
  /** The accessible name. */
  name: string
  columns: readonly FigureColumn<Row, Of, By>[]
  blocks: readonly FigureBlock<Row, Of>[]
  /** Among which figures a named `scale` of columns is common. */
  scaleOver: 'block' | 'table'
  /**
   * Makes the table one stop for Tab, with arrow keys from row to row, each of which is pressed, or from cell to cell.
   * With `cells` only the rows in sight are in the document, however many there are. Absent: each button is a stop.
   */
  stops?: 'rows' | 'cells'
  /** Which of the orders that heads offer its rows are in. */
  order?: By
  /** What the screen says below the rows, of those that are not among them. */
  more?: string | null
  /** Rows that a copy has below the others: of what is in no table, or of a table with columns of its own. */
  copiedBelow?: readonly FigureValue[][]
}

export interface CopiedTable {
  heads: string[]
  rows: FigureValue[][]
}

/** The columns and blocks of a table that stand on a surface. */
export function standingOn<Row, Of, By extends string>(table: FigureTable<Row, Of, By>, surface: Surface) {
  const isThere = ({ on }: { on?: readonly Surface[] }) => on === undefined || on.includes(surface)
  return { columns: table.columns.filter(isThere), blocks: table.blocks.filter(isThere) }
}

/** A table as a copy has it: every row, with the exact values of its cells. */
export function copiedTable<Row, Of, By extends string>(table: FigureTable<Row, Of, By>): CopiedTable {
  const { columns, blocks } = standingOn(table, 'copy')
  return {
    heads: columns.map(({ head, copiedHead }) => (copiedHead ?? head).toWellFormed()),
    rows: [
      ...blocks.flatMap(({ rows }) => rows.map(({ of }) => columns.map(({ cell }) => cell(of)?.value ?? null))),
      ...(table.copiedBelow ?? []),
    ],
  }
}

/** The most UTF-16 units of a text that the screen draws. */
const LISTED_CHARACTERS = 200

/** Makes a table of values without a description: a column for each head, of figures where it holds one. */
export function listedTable(name: string, { heads, rows }: CopiedTable): FigureTable<readonly FigureValue[]> {
  return {
    name,
    columns: heads.map((head, at) => {
      const isOfNumbers = rows.some((row) => row[at]?.kind === 'number')
      return {
        id: String(at),
        head,
        kind: isOfNumbers ? 'number' : 'words',
        scale: String(at),
        cell: (row) => {
          const value = row[at] ?? null
          const shown = value === null ? [] : [{ text: value.text, cut: LISTED_CHARACTERS }]
          return { value, ...(value?.kind !== 'number' && { shown }) }
        },
      }
    }),
    blocks: [{ id: 'all', rows: rows.map((row, at) => ({ id: String(at), of: row, name: [] })) }],
    scaleOver: 'table',
  }
}

/** What a cell is copied and saved as. A `day`, such as 2026-10-01, is a date in a spreadsheet. Null: nothing. */
export type FigureValue = Cell | { kind: 'day'; text: string }

/** Lone surrogates are replaced, which no clipboard accepts. */
export const textValue = (words: string | null | undefined): Cell =>
  words == null ? null : { kind: 'string', text: words.toWellFormed() }

/** @param exact a plain decimal */
export const numberValue = (exact: string | number | null | undefined): Cell =>
  exact == null ? null : { kind: 'number', text: String(exact) }

/** The value of a key that a table is grouped by. @param words what it is called, where it is no day */
export const keyValue = (value: KeyValue | null | undefined, words: string): FigureValue =>
  value?.kind === 'time' && /^\d{4}-\d{2}-\d{2}$/.test(value.text)
    ? { kind: 'day', text: value.text }
    : textValue(words)
