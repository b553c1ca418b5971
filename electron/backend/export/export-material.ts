// What a file is made of: where its rows come from, which columns they have, how they are written, what is said of them.
import { type ColumnPick, wantedMembers } from '../../../shared/event-table.ts'
import { exportFileName } from '../../../shared/export-file-name.ts'
import type { Failure, Result } from '../../../shared/failure.ts'
import { failed, succeeded } from '../../../shared/failure.ts'
import type { ExportOptions, ExportSubject } from '../../../shared/file-export.ts'
import { isZone } from '../../../shared/instant.ts'
import { measureUnits, type PropertyMeanings } from '../../../shared/property-meanings.ts'
import { keyWords, scopeWords } from '../../../shared/scope-words.ts'
import { readSnapshotRange } from '../../../shared/snapshot-range.ts'
import type { RowsQuestion } from '../../../shared/snapshot-rows.ts'
import type { Verdict } from '../snapshots/reading-state.ts'
import { inOrderOfTime } from '../snapshots/slice.ts'
import type { SnapshotFile } from '../snapshots/store/snapshot-file.ts'
import { type AboutLines, aboutLines, customerLines, screenLines } from './about-lines.ts'
import { type CountedSource, heldEvents } from './event-source.ts'
import type { FileFormat } from './file-format.ts'
import { type FileSubject, searchWords } from './file-subject.ts'
import { FORMATS } from './formats.ts'
import { type AskRows, foundEvents } from './question-source.ts'
import { snapshotEvents, snapshotOrder } from './snapshot-source.ts'
import type { WantedSum } from './survey.ts'

/** What an export was opened with. */
export type ExportOrigin =
  | { of: 'screen'; subject: ScreenPart; connection: { name: string; baseUrl: string }; sources: readonly string[] }
  | { of: 'snapshot'; subject: SnapshotPart }

type ScreenPart = Extract<ExportSubject, { of: 'page' | 'selection' }>
type SnapshotPart = Extract<ExportSubject, { of: 'snapshot' }>

export interface ExportMaterial extends ColumnPick {
  source: CountedSource
  format: FileFormat
  sums: readonly WantedSum[]
  /** What the receipt says; null for a file without one. */
  subject: FileSubject | null
  fileName: string
  /** "3,914 of 312,440 rows, filtered: Type is credit". */
  words: string
  order: string
  /** Rows of the snapshot that fit its search, where a filter is set in it. */
  of: number | null
  /** What a receipt would say, also where there is none; null for rows of the screen. */
  snapshot: FileSubject | null
  verdict: Verdict | null
  close(): Promise<void>
}

export interface MaterialEffects {
  now: () => number
  /** As "Eventscope 0.1.0". */
  program: string
  /** Fails with `disk` where there is none. */
  openSnapshot: (snapshotId: string) => Promise<Result<SnapshotFile>>
  /** Asks the loaded snapshot; `slot` is a name of the asker's own. */
  askRows: (snapshotId: string, slot: string) => AskRows
  /** What the user said of a connection's properties. */
  meaningsOf: (connectionId: string) => Promise<PropertyMeanings>
  /** Awaited between the steps of a file: what somebody waits for goes first. */
  turn: () => Promise<void>
}

/** Fails with `invalid` for what cannot be exported so, with `disk` where the snapshot cannot be read, or `cancelled`. */
export async function exportMaterial(
  origin: ExportOrigin,
  options: ExportOptions,
  slot: string,
  effects: MaterialEffects,
  signal: AbortSignal,
): Promise<Result<ExportMaterial>> {
  if (!isZone(options.zone)) return failed(invalid(`The time zone ${options.zone} is not known here.`))
  return origin.of === 'screen'
    ? succeeded(screenMaterial(origin, options, await effects.meaningsOf(origin.subject.connectionId), effects))
    : snapshotMaterial(origin.subject, options, slot, effects, signal)
}

function screenMaterial(
  { subject, connection, sources }: Extract<ExportOrigin, { of: 'screen' }>,
  options: ExportOptions,
  meanings: PropertyMeanings,
  { now, program, turn }: MaterialEffects,
): ExportMaterial {
  const { filters } = subject
  const { zone, format } = options
  const rows = subject.of === 'page' ? 'this page' : 'the selected ones'
  const forCustomer = options.columns.are === 'for-the-customer'
  const about = screenLines({
    program,
    connection: forCustomer ? null : connection,
    filters: searchWords(filters),
    zone,
    rows,
  })
  const period = readSnapshotRange({ from: filters.createdAtFrom, to: filters.createdAtTo, zone })
  return {
    ...columnsAndSums(options, meanings),
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
    words: `${rowsOf(sources.length)}: ${rows}`,
    order: 'as on the screen',
    of: null,
    snapshot: null,
    verdict: null,
    close: async () => undefined,
  }
}

async function snapshotMaterial(
  asked: SnapshotPart,
  options: ExportOptions,
  slot: string,
  effects: MaterialEffects,
  signal: AbortSignal,
): Promise<Result<ExportMaterial>> {
  const opened = await effects.openSnapshot(asked.snapshotId)
  if (!opened.ok) return opened
  const file = opened.value
  const state = file.state()
  const { header } = file
  if (state.verdict === null) {
    await file.close()
    return failed(NOT_FINISHED)
  }
  const slices = inOrderOfTime(file.slices())
  const fitting = slices.reduce((sum, { kept, missing }) => sum + kept - (options.misses ? 0 : missing), 0)
  const found = await foundRows(file)
  if (!found.ok) {
    await file.close()
    return found
  }
  const { source, order } = found.value
  const conditions = asked.scope === null ? null : scopeWords(asked.scope)
  const subject: FileSubject = {
    program: effects.program,
    header,
    state,
    slices,
    includesMisses: options.misses,
    filtered: conditions === null ? null : { words: conditions, of: fitting },
    order,
  }
  const forCustomer = options.columns.are === 'for-the-customer'
  const about: AboutLines = forCustomer ? customerLines(subject) : aboutLines(subject)
  const { from } = header.range
  const until = state.until ?? header.range.until
  return succeeded({
    ...columnsAndSums(options, await effects.meaningsOf(header.connection.id)),
    source: toldWhereGone(source, file.header.id, effects),
    format: FORMATS[options.format].make({ ...options, about }),
    subject: forCustomer ? null : subject,
    fileName: exportFileName({
      connectionName: header.connection.name,
      customerId: header.search.customerId,
      period: { from, until: state.verdict.soFar ? null : until, zone: header.range.zone },
      what: conditions === null ? 'all' : 'filtered',
      format: options.format,
      now: effects.now(),
    }),
    words:
      conditions === null
        ? rowsOf(source.rows)
        : `${count(source.rows)} of ${rowsOf(fitting)}, filtered: ${conditions}`,
    order,
    of: conditions === null ? null : fitting,
    snapshot: subject,
    verdict: state.verdict,
    close: file.close,
  })

  async function foundRows(journal: SnapshotFile): Promise<Result<{ source: CountedSource; order: string }>> {
    const { first, misses } = options
    const where = asked.scope?.where ?? []
    if (where.length === 0 && asked.sort === null) {
      return succeeded({ source: snapshotEvents(journal, first, misses), order: snapshotOrder(journal, first) })
    }
    const newest = first === 'newest' ? NEWEST_FIRST : null
    const sort = asked.sort ?? newest
    const ask = effects.askRows(asked.snapshotId, slot)
    const events = await foundEvents(ask, { scope: { where, misses }, sort }, signal)
    if (!events.ok) return events
    return succeeded({ source: events.value.source, order: orderWords(asked.sort, journal, first) })
  }
}

const NEWEST_FIRST: RowsQuestion['sort'] = { key: { of: 'field', field: 'createdAt' }, descending: true }

function orderWords(sort: RowsQuestion['sort'], journal: SnapshotFile, first: ExportOptions['first']): string {
  if (sort !== null) return `by ${keyWords(sort.key)}, ${sort.descending ? 'largest' : 'smallest'} first`
  return first === 'newest' ? 'newest first' : snapshotOrder(journal)
}

/** A snapshot that is deleted under way says so, and not which file is missing. */
function toldWhereGone(
  source: CountedSource,
  snapshotId: string,
  { openSnapshot, turn }: MaterialEffects,
): CountedSource {
  return {
    rows: source.rows,
    breathe: turn,
    async *pieces() {
      for await (const piece of source.pieces()) {
        if (piece.ok) {
          yield piece
          continue
        }
        const still = await openSnapshot(snapshotId)
        if (still.ok) await still.value.close()
        return yield still.ok ? piece : failed(DELETED)
      }
    },
  }
}

const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'export', message })
export const NOT_FINISHED = invalid(
  'This snapshot is not read to its end. Go on with it, or stop it and keep what is there.',
)
const DELETED: Failure = { kind: 'disk', detail: 'The snapshot was deleted while its events were written.' }

function columnsAndSums(
  { columns, properties, sums }: ExportOptions,
  meanings: PropertyMeanings,
): ColumnPick & { sums: readonly WantedSum[] } {
  const pick: ColumnPick = {
    ...(columns.are === 'chosen' ? { chosen: columns.columns } : {}),
    ...(columns.are === 'for-the-customer' ? { leave: columns.leave } : {}),
    together: properties === 'one',
  }
  // What is internal is not summed for a customer either.
  const isInternal = columns.are === 'for-the-customer' ? wantedMembers(pick).property : () => true
  return {
    ...pick,
    sums: sums.filter(isInternal).map((property) => ({ property, ...measureUnits([property], meanings) })),
  }
}

const count = (figure: number) => figure.toLocaleString('en-US')
const rowsOf = (rows: number) => (rows === 1 ? '1 row' : `${count(rows)} rows`)
