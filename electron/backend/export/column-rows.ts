// What CSV and Excel files have in common: rows of cells below a row of column heads.
import type { Property } from '../../../shared/event/event.ts'
import { eventField } from '../../../shared/event/event-fields.ts'
import type { SummedRow } from '../../../shared/worth/property-sum.ts'
import type { Receipt } from './receipt.ts'
import { type RowReader, UnreadableFile } from './row-reader.ts'

/** A cell that is not empty. `isNumber` is false for text that only looks like a number. */
export interface ReadCell {
  text: string
  isNumber: boolean
}

/** @throws UnreadableFile if the heads are not those in the receipt */
export function checkHeads(cells: readonly (ReadCell | null)[], receipt: Pick<Receipt, 'resources'>): void {
  const expected = receipt.resources[0].schema.fields.map(({ name }) => name)
  const found = expected.map((_, at) => cells[at]?.text ?? '')
  const at = found.findIndex((head, index) => head !== expected[index])
  if (at >= 0)
    throw new UnreadableFile(`Its field ${at + 1} is "${found[at]}", but the receipt says "${expected[at]}".`)
  if (cells.length > expected.length)
    throw new UnreadableFile(`It has ${cells.length} fields, but the receipt says ${expected.length}.`)
}

/** The cells of a row with its type and properties. @param plain undoes what the format did to a text */
export function namedCells(
  cells: readonly (ReadCell | null)[],
  receipt: Receipt,
  plain: (text: string) => string,
): SummedRow {
  const { fields } = receipt.resources[0].schema
  const type = cells[fields.findIndex(isEventType)] ?? null
  return {
    eventType: type && plain(type.text),
    properties: fields.flatMap(({ property }, at): Property[] => {
      const cell = cells[at] ?? null
      if (property === undefined || cell === null) return []
      return [{ name: property, kind: cell.isNumber ? 'number' : 'string', text: plain(cell.text) }]
    }),
  }
}

type Field = Receipt['resources'][0]['schema']['fields'][number]

const EVENT_TYPE = eventField('eventType').name
/** The field's column is `event_type (2)` if a property has that name. */
const isEventType = ({ name, property }: Field) =>
  property === undefined && (name === EVENT_TYPE || name.startsWith(`${EVENT_TYPE} (`))

/** `RowReader.whyHidden` for files with columns. */
export const whyHiddenInColumns: RowReader['whyHidden'] = ({ property, by, figures }, receipt) => {
  const { fields } = receipt.resources[0].schema
  if (figures.some(({ type }) => type !== undefined) && !fields.some(isEventType))
    return 'the event types are not in the file'
  if ([property, ...by].some((name) => columnsOf(name, receipt).length === 0))
    return 'not all of its columns are in the file'
  // A column of mixed kinds does not show which of its cells were texts.
  if (by.flatMap((name) => columnsOf(name, receipt)).some(({ type }) => type !== 'string'))
    return 'its units are of mixed kinds'
  return figures.some(({ units }) => units.some((unit) => unit?.isWellFormed() === false))
    ? 'a unit holds half a character'
    : null
}

/** The columns of a property. */
export const columnsOf = (property: string, receipt: Receipt) =>
  receipt.resources[0].schema.fields.filter((one) => one.property === property)
