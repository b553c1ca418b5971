// figures/ A table of figures as one description: the screen draws it, and copies, reports, paper and files are made of
// it. Columns are code and never cross the bridge; answers do.
import type { Property } from '../event/event.ts'
import type { Cell } from '../event/event-table.ts'
import type { KeyValue } from '../snapshot/snapshot-condition.ts'

/** A table stands on one of these. `copy` is also what is saved, and what a report takes. */
export type Surface = 'screen' | 'copy' | 'paper'

/**
 * How the cells of a column are drawn. `text` is cut on the screen, `words` are read to their end; `exact` is what a
 * service sent, its unseen characters shown. Of figures, `number` stands as it is, `quantity` without zeros at its end,
 * `difference` with its sign; `percent` is one of a difference, `share` one of a whole. `rounded` is one beside the
 * exact one. `key` is what a row is told by, `place` a number among others, `verdict` a badge, `coverage` how many
 * events are in the figures of a row; `acts` has no value: only buttons.
 */
export type FigureKind =
  | 'text'
  | 'words'
  | 'exact'
  | 'instant'
  | 'event-type'
  | 'key'
  | 'place'
  | 'number'
  | 'rounded'
  | 'quantity'
  | 'difference'
  | 'percent'
  | 'share'
  | 'verdict'
  | 'coverage'
  | 'acts'

export type FigureData = Readonly<Record<`data-${string}`, string | number | undefined>>

/**
 * `none`: in place of a value that there is not. `counted`: how many events, before `why` not all. `list`: parts apart
 * from one another, as many as there is room for. `differs`: one value in place of another, which is `there`; `unequal`
 * stands between them.
 */
export type FigureTone = 'none' | 'dim' | 'counted' | 'why' | 'warning' | 'list' | 'differs' | 'unequal' | 'there'

/** This is what is shown of a cell, part by part. */
export type FigurePart =
  /** `cut`: in UTF-16 units. `only`: for who sees it, or for who hears it. */
  | { text: string; tone?: FigureTone; cut?: number; isExact?: true; only?: 'sight' | 'hearing' }
  /** They belong together. */
  | { parts: readonly FigurePart[]; tone?: FigureTone; title?: string; data?: FigureData }
  /** This is what the user calls the customer of this ID; nothing where it has no name. It is in no copy. */
  | { customer: string }
  | { property: Property }

/** Drawn as a button. */
export interface FigureAct<Of> {
  does: 'events' | 'explain' | 'compare' | 'open'
  of: Of
  /** The whole accessible name; absent: what the cell says. @param name of the row @param drawn what the cell says */
  label?: (name: string, drawn: string) => string
  /** It is shown to whoever points at it: `label` is the accessible name again, `text` what the cell says. */
  title?: string | { is: 'label' | 'text' }
  isPressed?: boolean
  /** This is what stands on it, where a cell has several. */
  words?: string
  /** It stands in place of the name of its row. */
  named?: string
}

export interface FigureCell<Of> {
  /** Exact: what is copied and saved. */
  value: FigureValue
  /** It is of a figure that is money: it has at least the decimals of its currency. Null: none is known. */
  currency?: string | null
  /** A figure is drawn with so many decimal places at least. */
  places?: number
  /** Whether all digits are told to whoever points at it, where they are not drawn. */
  isToldWhole?: true
  /** It is there only where the screen says it otherwise than by the value. */
  shown?: readonly FigurePart[]
  /** It stands behind what is shown, and is no part of what is pressed. */
  behind?: readonly FigurePart[]
  /** The kind `verdict` has it. */
  verdict?: 'good' | 'warning' | 'danger' | 'plain'
  title?: string | undefined
  act?: FigureAct<Of>
  /** The kind `acts` has them. */
  acts?: readonly FigureAct<Of>[]
  /** A button beside `acts` copies this text. */
  copies?: { text: string; label: (name: string) => string }
  data?: FigureData
}

export interface FigureColumn<Row, Of = never, By extends string = string> {
  /** Ours, never the text of a value. */
  id: string
  head: string
  /** A copy has it where it is another. */
  copiedHead?: string
  /** It is shown to whoever points at the head. */
  title?: string | undefined
  kind: FigureKind
  /** Absent: everywhere. */
  on?: readonly Surface[]
  /** Columns of one name have figures of as many decimal places; absent: each figure its own, a number: so many. */
  scale?: string | number
  /** What figures lack of their places is blank unless it is filled with zeros. */
  fill?: 'zeros'
  isRowHead?: true
  /** One cell for all rows of a block, at its first. */
  spansBlock?: (row: Row) => boolean
  /** Asked of whoever pages; absent: the head is no button. */
  order?: { by: By; sorts: 'ascending' | 'descending' }
  /** Whether arrow keys stop at its buttons. */
  isStop?: true
  /** The kind `instant` has it. */
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
  /** This is what it is called in the names of its figures, part by part. */
  name: readonly string[]
  data?: FigureData
  /** A click anywhere in it does this, one on its button too. */
  act?: FigureAct<Of>
}

export interface FigureBlock<Row, Of = never> {
  id: string
  /** `cell`: a line is heard as a cell. `head`: as the head of its rows. `sight`: not heard, as its rows say it too. */
  heading?: { text: string; as: 'cell' | 'head' | 'sight' }
  /** Absent: among the others, in one body. `apart`: a body of its own. `foot`: what stays in sight below them. */
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
  /** The figures that have their scale together. */
  scaleOver: 'block' | 'table'
  /**
   * One stop for Tab, and arrow keys within: from row to row, each of which is pressed; or from cell to cell, and then
   * only the rows in sight are in the document, however many there are. Absent: each button is a stop.
   */
  stops?: 'rows' | 'cells'
  /** Its rows are in this one of the orders that heads offer. */
  order?: By
  /** Below it the screen says how many rows there are besides. */
  more?: string | null
  /** What a copy has below its rows: what is said of those that are in no table, or a table with columns of its own. */
  copiedBelow?: readonly FigureValue[][]
}

export interface CopiedTable {
  heads: string[]
  rows: FigureValue[][]
}

/** The parts of it that stand there. */
export function standingOn<Row, Of, By extends string>(table: FigureTable<Row, Of, By>, surface: Surface) {
  const isThere = ({ on }: { on?: readonly Surface[] }) => on === undefined || on.includes(surface)
  return { columns: table.columns.filter(isThere), blocks: table.blocks.filter(isThere) }
}

/** Every row, with the exact values of its cells. */
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

/** It cuts a text on the screen, in UTF-16 units. */
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

/** A day such as 2026-10-01 is a date in a spreadsheet. Null: nothing. */
export type FigureValue = Cell | { kind: 'day'; text: string }

/** Lone surrogates are replaced, which no clipboard accepts. */
export const textValue = (words: string | null | undefined): Cell =>
  words == null ? null : { kind: 'string', text: words.toWellFormed() }

/** @param exact a plain decimal */
export const numberValue = (exact: string | number | null | undefined): Cell =>
  exact == null ? null : { kind: 'number', text: String(exact) }

/** Tells what a table is grouped by; a day is a date. @param words of any other key, and where there is no value */
export const keyValue = (value: KeyValue | null | undefined, words: string): FigureValue =>
  value?.kind === 'time' && /^\d{4}-\d{2}-\d{2}$/.test(value.text)
    ? { kind: 'day', text: value.text }
    : textValue(words)
