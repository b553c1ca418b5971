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

/** A cell that is not empty. Its kind is no number for text that only looks like one; `unsure`: `sourceOrText` judges it. */
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
 * The cells of a row with its type, its code and its properties.
 * @param plain undoes what the format did to a text
 */
export function namedCells(
  cells: readonly (ReadCell | null)[],
  receipt: Receipt,
  plain: (text: string) => string,
): ShownRow {
  const { fields } = receipt.resources[0].schema
  const unsure = new Set<string>()
  const textOf = (isField: (field: FileField) => boolean) => {
    const cell = cells[fields.findIndex(isField)] ?? null
    return cell && plain(cell.text)
  }
  const properties = fields.flatMap(({ property, type }, at): Property[] => {
    if (property === undefined) return []
    const cell = cells[at] ?? null
    if (cell === null) return []
    const text = plain(cell.text)
    if (cell.kind !== 'unsure') return [{ name: property, kind: cell.kind, text }]
    const { kind, isSure } = type === 'string' ? ({ kind: 'string', isSure: true } as const) : sourceOrText(text)
    if (!isSure) unsure.add(property)
    return [{ name: property, kind, text }]
  })
  return {
    eventType: textOf(isEventType),
    eventCode: textOf(isEventCode),
    properties,
    ...(unsure.size > 0 && { unsure }),
  }
}

/** The field's column is `event_type (2)` if a property has that name. */
const isColumnOf =
  (key: 'eventType' | 'eventCode', wanted = eventField(key).name) =>
  ({ name, property }: FileField) =>
    property === undefined && (name === wanted || name.startsWith(`${wanted} (`))
const isEventType = isColumnOf('eventType')
const isEventCode = isColumnOf('eventCode')

export const NO_CODES = 'the event codes are not in the file'

/**
 * Why columns do not show what a sum was made of; null where they do.
 * @param has which fields of events are in it.
 * @param columnsOf those of a property. A column of mixed kinds does not show which of its cells were texts.
 */
export function whyHiddenInColumns(
  { property, by: names, byCode, figures }: ReceiptSum,
  has: { types: boolean; codes: boolean },
  columnsOf: (property: string) => readonly { isOfTexts: boolean }[],
): string | null {
  if (figures.some(({ type }) => type !== undefined) && !has.types) return 'the event types are not in the file'
  if (byCode && !has.codes) return NO_CODES
  const by = unitProperties({ by: names, byCode })
  if ([property, ...by].some((name) => columnsOf(name).length === 0)) return 'not all of its columns are in the file'
  if (by.flatMap(columnsOf).some(({ isOfTexts }) => !isOfTexts)) return 'its units are of mixed kinds'
  return figures.some(({ units }) => units.some((unit) => unit?.isWellFormed() === false))
    ? 'a unit holds half a character'
    : null
}

/** `RowReader.whyHidden` for files with rows of cells. */
export const whyHiddenInCells: RowReader['whyHidden'] = (sum, receipt) =>
  whyHiddenInColumns(sum, fieldsIn(receipt), (property) =>
    columnsOf(property, receipt).map(({ type }) => ({ isOfTexts: type === 'string' })),
  )

/** `RowReader.hasCodes` for files with rows of cells. */
export const hasCodesInCells: RowReader['hasCodes'] = (receipt) => fieldsIn(receipt).codes

function fieldsIn({ resources: [{ schema }] }: Receipt) {
  return { types: schema.fields.some(isEventType), codes: schema.fields.some(isEventCode) }
}

/** The columns of a property. */
export const columnsOf = (property: string, receipt: Receipt) =>
  receipt.resources[0].schema.fields.filter((one) => one.property === property)
