// A file of rows of the screen: what is known of them is what was searched for.
import { exportFileName } from '../../../shared/export/export-file-name.ts'
import type { ExportOptions, ExportSubject } from '../../../shared/export/file-export.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { screenLines } from './about-lines.ts'
import { heldEvents } from './event-source.ts'
import { columnsAndSums, type ExportMaterial, type MaterialEffects, rowsWords } from './export-material.ts'
import { filterPairs } from './file-subject.ts'
import { FORMATS } from './formats.ts'

export interface ScreenOrigin {
  subject: Extract<ExportSubject, { of: 'page' | 'selection' }>
  connection: { name: string; baseUrl: string }
  /** Exact texts. */
  sources: readonly string[]
}

export async function screenMaterial(
  { subject, connection, sources }: ScreenOrigin,
  options: ExportOptions,
  { now, program, turn, meaningsOf }: MaterialEffects,
): Promise<ExportMaterial> {
  const { filters } = subject
  const { zone, format } = options
  const rows = subject.of === 'page' ? 'this page' : 'the selected rows'
  const forCustomer = options.columns.are === 'for-the-customer'
  const about = screenLines({
    program,
    connection: forCustomer ? null : connection,
    filters: filterPairs(filters),
    zone,
    rows,
  })
  const period = readSnapshotRange({ from: filters.createdAtFrom, to: filters.createdAtTo, zone })
  return {
    ...columnsAndSums(options, await meaningsOf(subject.connectionId)),
    source: { ...heldEvents(sources), breathe: turn },
    format: FORMATS[format].make({ ...options, about }),
    subject: null,
    fileName: exportFileName({
      connectionName: connection.name,
      customerId: filters.customerId,
      period: period.ok ? period.range : { from: null, until: null, zone },
      what: subject.of,
      format,
      now: now(),
    }),
    words: `${rowsWords(sources.length)}: ${rows}`,
    order: 'as on the screen',
    of: null,
    snapshot: null,
    verdict: null,
    close: async () => undefined,
  }
}
