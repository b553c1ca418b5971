// This is what a format offers for checking a file against its receipt. The parsers behind it share nothing with what
// writes the files.
import type { Property, PropertyKind } from '../../../shared/event/event.ts'
import { eventField } from '../../../shared/event/event-fields.ts'
import { type SummedRow, unitProperties } from '../../../shared/worth/property-sum.ts'
import { type FileField, type Receipt, type ReceiptSum, UnreadableFile } from './receipt.ts'

/** A file from its first byte to its last, once. */
export interface FileBytes {
  chunks: AsyncIterable<Uint8Array>
  /** The file lies there, for a format that is read here and there; absent where there are only its `chunks`. */
  path?: string
  /** How many bytes it has, where that is known before they are read. */
  size?: number | undefined
  /** The most that is held of it at once, where a format must be read as a whole. */
  mostHeld: number
}

/**
 * An event as a file shows it. `unsure`: properties of which it does not show whether what they sent was text; their
 * kind is then the likelier one.
 */
export interface ShownRow extends SummedRow {
  unsure?: ReadonlySet<string>
}

export interface RowReader {
  /**
   * Row by row the event type, the event code and the properties that have columns of their own.
   * @throws UnreadableFile where the file says otherwise
   */
  rows(file: FileBytes, receipt: Receipt): AsyncGenerator<ShownRow>
  /** Why a file of this format does not show what a sum was made of; null where it does. */
  whyHidden(sum: Receipt['eventscope']['sums'][number], receipt: Receipt): string | null
  /** Whether a file of this format shows the code of each event. */
  hasCodes(receipt: Receipt): boolean
}

/** It is read as a whole, and has more than `mostHeld` bytes: its rows are not looked at. */
export class TooLargeToHold extends Error {}

/** Holds a file for a format whose directory is at its end. @throws TooLargeToHold */
export async function readWhole(file: FileBytes): Promise<Buffer> {
  const { chunks, length } = await heldChunks(file)
  return Buffer.concat(chunks, length)
}

/** The same, in memory that a worker shares. @throws TooLargeToHold */
export async function readShared(file: FileBytes): Promise<SharedArrayBuffer> {
  const { chunks, length } = await heldChunks(file)
  const shared = new SharedArrayBuffer(length)
  const bytes = new Uint8Array(shared)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return shared
}

async function heldChunks({ chunks, mostHeld }: FileBytes): Promise<{ chunks: Uint8Array[]; length: number }> {
  const held: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > mostHeld) throw new TooLargeToHold()
    held.push(chunk)
  }
  return { chunks: held, length }
}

// CSV and Excel files have rows of cells below a row of column heads in common.

/** A cell that is not empty. Text that only looks like a number is none; `unsure`: `sourceOrText` judges it. */
export interface ReadCell {
  text: string
  kind: 'number' | 'string' | 'json' | 'unsure'
}

/** Tells what a text that may be the source of another kind of value more likely is. */
export const sourceOrText = (text: string): { kind: PropertyKind; isSure: boolean } =>
  /^(?:null|true|false)$|^[[{]/.test(text) ? { kind: 'json', isSure: false } : { kind: 'string', isSure: true }

/** @param at from 0 */
export const otherField = (at: number, found: string, stated: string): UnreadableFile =>
  new UnreadableFile(`Its field ${at + 1} is "${found}", but the receipt says "${stated}".`)

/** @throws UnreadableFile if the heads are not those in the receipt */
export function checkHeads(cells: readonly (ReadCell | null)[], receipt: Pick<Receipt, 'resources'>): void {
  const expected = receipt.resources[0].schema.fields.map(({ name }) => name)
  const found = expected.map((_, at) => cells[at]?.text ?? '')
  const at = found.findIndex((head, index) => head !== expected[index])
  if (at >= 0) throw otherField(at, found[at] ?? '', expected[at] ?? '')
  if (cells.length > expected.length)
    throw new UnreadableFile(`It has ${cells.length} fields, but the receipt says ${expected.length}.`)
}

/**
 * Reads the type, the code and the properties of rows from their cells.
 * @param plain undoes what the format did to a text
 */
export function cellsReader(
  { resources: [{ schema }] }: Receipt,
  plain: (text: string) => string,
): (cells: readonly (ReadCell | null)[]) => ShownRow {
  const { fields } = schema
  const [type, code] = [placeOf(fields, 'eventType'), placeOf(fields, 'eventCode')]
  return (cells) => {
    const unsure = new Set<string>()
    const textAt = (at: number) => {
      const cell = cells[at] ?? null
      return cell && plain(cell.text)
    }
    const properties = fields.flatMap(({ property, type }, at): Property[] => {
      const cell = cells[at] ?? null
      if (property === undefined || cell === null) return []
      const text = plain(cell.text)
      if (cell.kind !== 'unsure') return [{ name: property, kind: cell.kind, text }]
      const { kind, isSure } = type === 'string' ? ({ kind: 'string', isSure: true } as const) : sourceOrText(text)
      if (!isSure) unsure.add(property)
      return [{ name: property, kind, text }]
    })
    return { eventType: textAt(type), eventCode: textAt(code), properties, ...(unsure.size > 0 && { unsure }) }
  }
}

// What the columns of a file show: where a field of events stands, and which columns a property has. What stands beside
// a text in a Parquet file is neither.

/**
 * The place of a field of events, from 0; -1: it is not in the file. It is called `event_type (2)` where a property has
 * its name.
 */
export function placeOf(fields: readonly FileField[], key: 'eventType' | 'eventCode'): number {
  const wanted = eventField(key).name
  return fields.findIndex(
    ({ name, property, beside }) =>
      property === undefined && beside === undefined && (name === wanted || name.startsWith(`${wanted} (`)),
  )
}

/** `RowReader.hasCodes` for files of columns. */
export const hasCodeColumn: RowReader['hasCodes'] = ({ resources: [{ schema }] }) =>
  placeOf(schema.fields, 'eventCode') >= 0

/** The columns with the values of a property: several where an event repeats its name. */
export const propertyColumns = (fields: readonly FileField[], name: string) =>
  fields.filter(({ property, beside }) => property === name && beside === undefined)

export const NO_CODES = 'the event codes are not in the file'

/** `RowReader.whyHidden` for files of columns. */
export function whyHiddenInColumns(
  { property, by: names, byCode, figures }: ReceiptSum,
  fields: readonly FileField[],
): string | null {
  const isTyped = figures.some(({ type }) => type !== undefined)
  if (isTyped && placeOf(fields, 'eventType') < 0) return 'the event types are not in the file'
  if (byCode && placeOf(fields, 'eventCode') < 0) return NO_CODES
  const by = unitProperties({ by: names, byCode })
  if ([property, ...by].some((name) => propertyColumns(fields, name).length === 0))
    return 'not all of its columns are in the file'
  // A column of mixed kinds does not show which of its cells were texts, unless their kinds stand beside it.
  const tellsTexts = ({ name, type }: FileField) =>
    type === 'string' || fields.some(({ beside, column }) => beside === 'kind' && column === name)
  if (!by.flatMap((name) => propertyColumns(fields, name)).every(tellsTexts)) return 'its units are of mixed kinds'
  return figures.some(({ units }) => units.some((unit) => unit?.isWellFormed() === false))
    ? 'a unit holds half a character'
    : null
}
