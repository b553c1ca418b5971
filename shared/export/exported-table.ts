// A table of figures on its way into a file: what crosses the bridge, and the outcome.
import { z } from 'zod'
import { isJsonNumber, NOT_A_NUMBER } from '../exact/exact-number.ts'

/** A text, a number as it is exactly, or a day such as 2026-10-01; null: nothing. */
export const exportedCellSchema = z.union([
  z.string(),
  z.object({
    number: z.string().refine(isJsonNumber, NOT_A_NUMBER),
    /** Drawn with its sign, where that can be. */
    isDifference: z.literal(true).optional(),
  }),
  z.object({ day: z.iso.date() }),
  z.null(),
])

/** This is what tables are saved as: they are for spreadsheets. */
export const TABLE_FORMATS = ['xlsx', 'csv'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

export const tableHeadSchema = z.object({
  format: z.enum(TABLE_FORMATS),
  /** It says of what it is: the file's name is made of both. */
  of: z.string().max(10_000),
  name: z.string().max(200),
  heads: z.array(z.string()).min(1).max(1_000),
  /** It tells where the figures come from: on the sheet "About" of an Excel file, and in every receipt. */
  source: z.array(z.tuple([z.string(), z.string()])).max(100),
})
export const tableRowsSchema = z.array(z.array(exportedCellSchema).max(1_000)).max(50_000)
export type ExportedTable = z.infer<typeof tableHeadSchema> & { rows: z.infer<typeof tableRowsSchema> }

/** `address`: of the file as it is made, good once and for a minute; null where it is written elsewhere. */
export type OpenedTable = { kind: 'opened'; tableId: string; address: string | null } | { kind: 'dismissed' }

/** `asText`: figures of more digits than a spreadsheet keeps, which are text in an Excel file. */
export type ExportedTableOutcome =
  | { kind: 'saved'; path: string; asText: number }
  /** `receipt`: its address, good once and for a minute. */
  | { kind: 'download'; receipt: string; asText: number }

/** Writes it as it was sent; empty for nothing. */
export function textOfCell(cell: ExportedTable['rows'][number][number]): string {
  if (cell === null || typeof cell === 'string') return cell ?? ''
  return 'number' in cell ? cell.number : cell.day
}
