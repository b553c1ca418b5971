// The choices of the dialog "Export": remembered for each connection, and turned into options.
import { z } from 'zod'
import { EVENT_FIELDS } from '../../../shared/event/event-fields.ts'
import type { ChosenColumn } from '../../../shared/event/event-table.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { columnsSchema, type ExportOptions } from '../../../shared/export/file-export.ts'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import { isZone } from '../../../shared/time/instant.ts'
import { isRequestName } from '../../../shared/worth/property-meanings.ts'
import type { Remembered } from '../../ui/remembered-value.ts'

const draftSchema = z.object({
  format: z.enum(FILE_FORMATS),
  /** `customer`: all except internal ones. */
  columns: z.enum(['all', 'screen', 'chosen', 'customer']),
  /** In file order; null: not chosen yet. */
  chosen: columnsSchema.nullable(),
  /** Columns left out for customers; null: not chosen yet, which leaves out those named like request identifiers. */
  internal: columnsSchema.nullable(),
  properties: z.enum(['columns', 'one']),
  /** It is as typed; null: the one in which instants are shown. */
  zone: z.string().max(200).nullable(),
  /** It is as typed. */
  separator: z.string().max(200),
  decimal: z.enum(['.', ',']),
  guarded: z.boolean(),
  first: z.enum(['newest', 'oldest']),
  /** The property that is summed; null: none. */
  sum: z.string().max(10_000).nullable(),
})
export type ExportDraft = z.infer<typeof draftSchema>

export const FIRST_DRAFT: ExportDraft = {
  format: 'xlsx',
  columns: 'all',
  chosen: null,
  internal: null,
  properties: 'columns',
  zone: null,
  separator: 'Comma',
  decimal: '.',
  guarded: true,
  first: 'oldest',
  sum: null,
}

/** The remembered draft if it is still valid, else the default. */
export const readExportDraft = (text: string | null): ExportDraft => parseKept(text, draftSchema) ?? FIRST_DRAFT

/** The draft is as it was left on a connection. Silent: the file is written as chosen all the same. */
export const REMEMBERED_DRAFT: Remembered<ExportDraft> = {
  name: 'export',
  read: readExportDraft,
  writtenAfterMs: 1_000,
  isSilent: true,
}

const SIGNS_BY_NAME = { Comma: ',', Semicolon: ';', Tab: '\t' } as const

/** Their names, as they are offered. */
export const SEPARATORS = Object.keys(SIGNS_BY_NAME)

/** What may be typed as a separator, in small letters, and which it is; "\\t" is a backslash and a letter. */
const SIGNS = new Map<string, ExportOptions['separator']>([
  ...Object.entries(SIGNS_BY_NAME).map(([name, sign]) => [name.toLowerCase(), sign] as const),
  [',', ','],
  [';', ';'],
  ['\t', '\t'],
  ['\\t', '\t'],
])

/** A separator typed as a character or by name; null if it is neither. */
export function readSeparator(typed: string): ExportOptions['separator'] | null {
  // A tab alone would be trimmed away.
  return SIGNS.get(typed === '\t' ? typed : typed.trim().toLowerCase()) ?? null
}

/** A draft with another separator; a semicolon proposes the comma as the decimal sign, as Excel does. */
export function withSeparator(draft: ExportDraft, separator: string): ExportDraft {
  const sign = readSeparator(separator)
  if (sign === null || sign === readSeparator(draft.separator)) return { ...draft, separator }
  return { ...draft, separator, decimal: sign === ';' ? ',' : '.' }
}

/** This is what reading a draft depends on. */
export interface DraftContext {
  /** The columns of the table, left to right. */
  onScreen: readonly ChosenColumn[]
  /** Properties of the sampled rows. */
  properties: readonly string[]
  /** Instants are shown in it. */
  zone: string
  /** Whether rows that miss a filter of their snapshot's search are shown. */
  misses: boolean
}

export type DraftField = 'columns' | 'zone' | 'separator'

export type OptionsReading =
  | { ok: true; options: ExportOptions }
  | { ok: false; problems: Partial<Record<DraftField, string>> }

/** Problems are sentences for the user. Options that the chosen format ignores need not be valid. */
export function readOptions(draft: ExportDraft, context: DraftContext): OptionsReading {
  const { format, properties, decimal, guarded, first, sum } = draft
  const zone = draft.zone?.trim() ?? context.zone
  const separator = readSeparator(draft.separator)
  const columns = columnsOf(draft, context)
  const isZoned = format === 'xlsx'
  const problems: Partial<Record<DraftField, string>> = {
    ...(columns === null ? { columns: 'Choose at least one column.' } : {}),
    ...(isZoned && !isZone(zone)
      ? {
          zone:
            zone === ''
              ? 'Enter a time zone such as Europe/Berlin or UTC.'
              : `The time zone “${zone}” is not known here.`,
        }
      : {}),
    ...(format === 'csv' && separator === null ? { separator: 'Choose a comma, a semicolon or a tab.' } : {}),
  }
  if (columns === null || Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    options: {
      format,
      columns,
      properties,
      guarded,
      first,
      misses: context.misses,
      // Options that the format ignores need not be valid.
      zone: isZone(zone) ? zone : context.zone,
      separator: separator ?? ',',
      decimal: separator === null ? '.' : decimal,
      sums: sum === null ? [] : [sum],
    },
  }
}

/** Null where none would be left. */
function columnsOf(draft: ExportDraft, context: DraftContext): ExportOptions['columns'] | null {
  switch (draft.columns) {
    case 'all':
      return { are: 'all' }
    case 'screen':
    case 'chosen': {
      const columns = draft.columns === 'screen' ? context.onScreen : (draft.chosen ?? context.onScreen)
      return columns.length === 0 ? null : { are: 'chosen', columns: [...columns] }
    }
    case 'customer': {
      const leave = internalColumns(draft, context.properties)
      const isAnyLeft = allColumns(context.properties).some((one) => !leave.some((left) => isSame(left, one)))
      return isAnyLeft ? { are: 'for-the-customer', leave: [...leave] } : null
    }
  }
}

/** Every known column, fields first. */
export const allColumns = (properties: readonly string[]): ChosenColumn[] => [
  ...EVENT_FIELDS.map(({ key }): ChosenColumn => ({ field: key })),
  ...properties.map((property): ChosenColumn => ({ property })),
]

/** The columns left out for customers. */
export const internalColumns = (
  { internal }: Pick<ExportDraft, 'internal'>,
  properties: readonly string[],
): readonly ChosenColumn[] => internal ?? properties.filter(isRequestName).map((property) => ({ property }))

/** Whether both choose the same field or property. */
export const isSame = (one: ChosenColumn, other: ChosenColumn) =>
  'field' in one
    ? 'field' in other && one.field === other.field
    : 'property' in other && one.property === other.property
