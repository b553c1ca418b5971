// This is what a file is made of: where its rows come from, which columns they have, how they are written, what is said
// of them.
import { type ColumnPick, wantedMembers } from '../../../shared/event/event-table.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { exportFileName } from '../../../shared/export/export-file-name.ts'
import type { ExportOptions, ExportSubject } from '../../../shared/export/file-export.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { ExpectedShapes } from '../../../shared/shape/expected-shapes.ts'
import { conditionsWords, keyWords } from '../../../shared/snapshot/condition-words.ts'
import type { SnapshotVerdict } from '../../../shared/snapshot/snapshot.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import type { RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import { isZone, unknownZone } from '../../../shared/time/instant.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { type WantedSum, wantedSum } from '../../../shared/worth/property-sum.ts'
import type { WorthRules } from '../../../shared/worth/worth-rules.ts'
import type { SnapshotFile } from '../snapshots/store/snapshot-file.ts'
import { inOrderOfTime } from '../snapshots/time-slice.ts'
import { type AboutLines, aboutLines, customerLines, screenLines } from './about-lines.ts'
import { exportRefusal } from './delivery.ts'
import {
  type AskRows,
  type CountedSource,
  eventOrder,
  foundEvents,
  heldEvents,
  snapshotEvents,
} from './event-source.ts'
import type { FileFormat } from './file-format.ts'
import type { KeptShapes } from './file-shapes.ts'
import { type FileSubject, filteredWords } from './file-subject.ts'
import { type KeptRules, partValuing, type Valuing, valuingOf } from './file-worth.ts'
import { FORMATS } from './formats.ts'

export interface ExportMaterial extends ColumnPick {
  source: CountedSource
  format: FileFormat
  sums: readonly WantedSum[]
  /** Null: there are no rules to value the events by. */
  valuing: Valuing | null
  /** The rules that are kept cannot be read. */
  areRulesUnreadable: boolean
  /** Null: nothing is expected of the events, or it is no business of the file. */
  expected: ExpectedShapes | null
  /** The shapes that are kept cannot be read. */
  areShapesUnreadable: boolean
  /** The receipt says this; null for a file without one. */
  subject: FileSubject | null
  fileName: string
  /** "3,914 of 312,440 events: type = credit". */
  words: string
  order: string
  /** Rows of the snapshot that fit its search, where a filter is set in it. */
  of: number | null
  /** This is what a receipt would say, also where there is none; null for rows of the screen. */
  snapshot: FileSubject | null
  verdict: SnapshotVerdict | null
  close(): Promise<void>
}

export interface MaterialEffects {
  now: () => number
  /** It reads as "Eventscope 0.1.0". */
  program: string
  /** Fails with `disk` where there is none. */
  openSnapshot: (snapshotId: string) => Promise<Result<SnapshotFile>>
  /** Asks the loaded snapshot; `slot` is a name of the asker's own. */
  askRows: (snapshotId: string, slot: string) => AskRows
  /** Tells what the user said of what a connection's events are worth. */
  rulesOf: (connectionId: string) => Promise<KeptRules>
  /** The user expects this of a connection's events. */
  shapesOf: (connectionId: string) => Promise<KeptShapes>
  /** Awaited between the steps of a file: what somebody waits for goes first. */
  turn: () => Promise<void>
}

/** Null where there is none. */
export const zoneProblem = ({ zone }: ExportOptions): Failure | null =>
  isZone(zone) ? null : exportRefusal(unknownZone(zone))

const isForCustomer = ({ columns }: ExportOptions) => columns.are === 'for-the-customer'

/** Tells what follows from the options, and from what the user said of a connection's events. */
async function chosenMaterial(
  options: ExportOptions,
  connectionId: string,
  about: AboutLines,
  valuingBy: (rules: WorthRules) => Valuing,
  { rulesOf, shapesOf }: MaterialEffects,
) {
  const forCustomer = isForCustomer(options)
  const rules = await rulesOf(connectionId)
  const shapes = forCustomer ? null : await shapesOf(connectionId)
  return {
    ...columnsAndSums(options, rules.meanings),
    // What its events are worth is no business of a file for the customer: it names neither prices nor rules.
    valuing: forCustomer || rules.rules === null ? null : valuingBy(rules.rules),
    areRulesUnreadable: rules.areUnreadable,
    expected: shapes === 'unreadable' ? null : shapes,
    areShapesUnreadable: shapes === 'unreadable',
    format: FORMATS[options.format].make({ ...options, about }),
  }
}

/** Tells which columns there are and what is summed, as the options have it. */
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
    // One that is asked for twice is added up once.
    sums: [...new Set(sums)].filter(isInternal).map((property) => wantedSum(property, meanings)),
  }
}

// A file of rows of the screen: what is known of them is what was searched for.

interface ScreenRows {
  subject: Extract<ExportSubject, { of: 'page' | 'selection' }>
  /** `billingZone` null: it has none. */
  connection: { name: string; baseUrl: string; billingZone: string | null }
  /** Exact texts. */
  sources: readonly string[]
}

/** Gathers all that it takes to write a file of these rows. */
export async function screenMaterial(
  { subject, connection, sources }: ScreenRows,
  options: ExportOptions,
  effects: MaterialEffects,
): Promise<ExportMaterial> {
  const { filters, connectionId } = subject
  const { zone, format } = options
  const { now, program, turn } = effects
  const rows = subject.of === 'page' ? 'this page' : 'the selected rows'
  const told = isForCustomer(options) ? null : connection
  const about = screenLines({ program, connection: told, filters, zone, rows })
  const valuingBy = (rules: WorthRules) => partValuing(rules, connection.billingZone ?? 'UTC')
  const period = readSnapshotRange({ from: filters.createdAtFrom, to: filters.createdAtTo, zone })
  return {
    ...(await chosenMaterial(options, connectionId, about, valuingBy, effects)),
    source: { ...heldEvents(sources), breathe: turn },
    subject: null,
    fileName: exportFileName({
      connectionName: told?.name ?? null,
      customerId: filters.customerId,
      period: period.ok ? period.range : { from: null, until: null, zone },
      what: subject.of,
      format,
      now: now(),
    }),
    words: `${countWords(sources.length, 'row')}: ${rows}`,
    order: 'as on the screen',
    of: null,
    snapshot: null,
    verdict: null,
    close: async () => undefined,
  }
}

// A file of a snapshot: straight from its own file, or filtered and sorted from where it is loaded.

type SnapshotPart = Extract<ExportSubject, { of: 'snapshot' }>

/**
 * Fails with `invalid` for one that is not finished or cannot be filtered, with `disk` where it cannot be read, or
 * `cancelled`.
 * @param slot a name of the asker's own, as `MaterialEffects.askRows` has it
 */
export async function snapshotMaterial(
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
  const { sample } = file.label()
  if (state.verdict === null) {
    await file.close()
    return failed(NOT_FINISHED)
  }
  const slices = inOrderOfTime(file.slices())
  // What a slice calls `missing` are rows that are kept of it and miss a filter of the search: the file leaves them out,
  // unless its options want them.
  const fitting = slices.reduce((sum, { kept, missing: misses }) => sum + (options.misses ? kept : kept - misses), 0)
  const ask = effects.askRows(asked.snapshotId, slot)
  const found = await foundRows(file, asked, options, ask, signal)
  if (!found.ok) {
    await file.close()
    return found
  }
  const { source, order } = found.value
  const conditions = asked.scope === null ? null : conditionsWords(asked.scope, header.range.zone)
  const subject: FileSubject = {
    program: effects.program,
    header,
    state,
    slices,
    includesMisses: options.misses,
    filtered: conditions === null ? null : { words: conditions, of: fitting },
    order,
    ...(sample === undefined ? {} : { sample }),
  }
  const forCustomer = isForCustomer(options)
  const about = forCustomer ? customerLines(subject, options.zone) : aboutLines(subject, options.zone)
  const scope = { where: asked.scope?.where ?? [], misses: options.misses }
  const valuingBy = (rules: WorthRules) => valuingOf(rules, { header, state }, scope)
  const { from } = header.range
  // `state.until` is how far was read: where a range is not over yet, or has no end, only to the service's clock. The file
  // of a month that is not over is named after the whole month all the same ("2026-11-so-far").
  const { soFar } = state.verdict
  const until = soFar ? header.range.until : (state.until ?? header.range.until)
  return succeeded({
    ...(await chosenMaterial(options, header.connection.id, about, valuingBy, effects)),
    source: reportingDeletion(source, file.header.id, effects),
    subject: forCustomer ? null : subject,
    fileName: exportFileName({
      connectionName: forCustomer ? null : header.connection.name,
      customerId: header.search.customerId,
      period: { from, until, zone: header.range.zone, soFar },
      what: conditions === null ? 'all' : 'filtered',
      format: options.format,
      now: effects.now(),
    }),
    words:
      conditions === null
        ? countWords(source.rows, 'row')
        : filteredWords(source.rows, { words: conditions, of: fitting }),
    order,
    of: conditions === null ? null : fitting,
    snapshot: subject,
    verdict: state.verdict,
    close: file.close,
  })
}

/** The rows of a file, and their order in words: from the snapshot's own file, or, chosen or sorted, as asked for. */
async function foundRows(
  journal: SnapshotFile,
  asked: SnapshotPart,
  { first, misses }: Pick<ExportOptions, 'first' | 'misses'>,
  ask: AskRows,
  signal: AbortSignal,
): Promise<Result<{ source: CountedSource; order: string }>> {
  const where = asked.scope?.where ?? []
  if (where.length === 0 && asked.sort === null) {
    return succeeded({ source: snapshotEvents(journal, first, misses), order: eventOrder(journal, first) })
  }
  const newest = first === 'newest' ? NEWEST_FIRST : null
  const events = await foundEvents(ask, { scope: { where, misses }, sort: asked.sort ?? newest }, signal)
  if (!events.ok) return events
  return succeeded({ source: events.value, order: orderWords(asked.sort, journal, first) })
}

const NEWEST_FIRST: RowsQuestion['sort'] = { key: { of: 'field', field: 'createdAt' }, descending: true }

function orderWords(sort: RowsQuestion['sort'], journal: SnapshotFile, first: ExportOptions['first']): string {
  if (sort !== null) return `by ${keyWords(sort.key)}, ${sort.descending ? 'largest' : 'smallest'} first`
  return first === 'newest' ? 'newest first' : eventOrder(journal)
}

/** Fails with the reason if the snapshot is deleted meanwhile, not with the name of the missing file. */
function reportingDeletion(
  source: CountedSource,
  snapshotId: string,
  { openSnapshot, turn }: MaterialEffects,
): CountedSource {
  return {
    rows: source.rows,
    breathe: turn,
    async *batches() {
      for await (const batch of source.batches()) {
        if (batch.ok) {
          yield batch
          continue
        }
        const file = await openSnapshot(snapshotId)
        if (file.ok) await file.value.close()
        return yield file.ok ? batch : failed(DELETED)
      }
    },
  }
}

export const NOT_FINISHED = exportRefusal(
  'This snapshot is not finished. Resume it, or stop it and keep it as incomplete.',
)
const DELETED: Failure = { kind: 'disk', detail: 'The snapshot was deleted while its events were being written.' }
