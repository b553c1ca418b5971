// Writes events into a folder of Parquet files, one a day. A day of the range is replaced as a whole or left as it was:
// its file is written beside, then renamed over the one that was there; the receipt of the folder comes last.
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { TableRow } from '../../../shared/event/event-table.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { parseInstant } from '../../../shared/time/instant.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'
import { createPropertySum, type PropertySum, type SumOfProperty } from '../../../shared/worth/property-sum.ts'
import { type PreparedFile, prepareWholeFile } from '../storage/whole-file.ts'
import { type ChargesFacts, chargesBeside, folderCharges, heldCharges } from './charges-file.ts'
import {
  type DayFolderBefore,
  inDayFolder,
  makeDay,
  ownDays,
  prepareChargesFile,
  prepareReceipt,
  refusal,
  removeCharges,
  removeDay,
  removeEmpty,
  writeBegun,
} from './day-folder.ts'
import { exportRefusal, placeAll } from './delivery.ts'
import { folderStatements } from './duckdb-statements.ts'
import { orFailure, rowsOf } from './event-source.ts'
import { emptyTally, type Tally } from './file-format.ts'
import type { FileSubject } from './file-subject.ts'
import {
  chargesOf,
  clockOf,
  conflictingColumn,
  dayFile,
  dayFolder,
  FOLDER_RECEIPT,
  loadedFolder,
  replacedBy,
  scalesOf,
  withDays,
} from './folder-receipt.ts'
import { type ParquetColumn, parquetColumns, parquetFields } from './parquet-columns.ts'
import { createParquetEncoder, type ParquetEncoder } from './parquet-encoder.ts'
import { type FolderReceipt, MOST_DAYS, RECEIPT_FORM, receiptText } from './receipt.ts'
import { fileFacts, parquetFacts, resourceOf, statedCharges, statedSum, subjectFacts } from './receipt-of.ts'
import { beginSurvey, type Survey } from './survey.ts'
import type { EventFile, EventFileOrder } from './write-event-file.ts'

/** `path` is the folder's. */
export type DayFolderOrder = EventFileOrder & {
  subject: FileSubject
  /** Another export is writing into the folder, and this one waits: told once. */
  onWait?: () => void
}

export interface DayFolder extends Omit<EventFile, 'bytes' | 'receiptText' | 'chargesBytes'> {
  /** Its receipt says this; `sha256` is that of the receipt. */
  receiptData: FolderReceipt
}

/** Fails as `writeEventFile`, with `invalid` where the folder holds other things; then each day is as it was before. */
export const writeDayFolder = (order: DayFolderOrder): Promise<Result<DayFolder>> =>
  orFailure(() => inDayFolder(order.path, order, (before) => writeInto(order, before)))

/** Goes through the events twice: once for columns, scales and days, once to write; then all is put in its place. */
async function writeInto(order: DayFolderOrder, before: DayFolderBefore): Promise<Result<DayFolder>> {
  const { path, subject, sums } = order
  const unfit = before.receipt === null ? null : differenceOf(before.receipt, order)
  if (unfit !== null) return refusal(unfit)
  const looked = await lookAtAll(order)
  if ('unfit' in looked) return refusal(looked.unfit)
  const { survey, rows } = looked
  const columns = parquetColumns(survey, clockOf(before.receipt, subject.header.range.zone), scalesOf(before.receipt))
  const clash = conflictingColumn(parquetFields(columns), before.receipt)
  if (clash !== null) {
    return refusal(
      `The column ${clash} would differ from that of the days already in this folder. Choose another folder.`,
    )
  }
  const files = openDayFiles({ path, columns, survey, rows, sums })
  const besides: PreparedFile[] = []
  try {
    const problem = await writeDays(order, looked, files)
    if (problem !== null) return failed(problem)
    const days = files.written()
    const charges = await prepareCharges(order, survey)
    if (!charges.ok) return charges
    if (charges.value !== null) besides.push(charges.value.file)
    const tally = tallyOfDays(days)
    const receipt = folderReceipt(order, { survey, tally, columns, days, charges: charges.value }, before.receipt)
    const prepared = await prepareReceipt(path, receiptText(receipt))
    if (!prepared.ok) return prepared
    besides.push(prepared.value)
    const placed = await inPlace(path, { days, charges: charges.value, receipt, prepared: prepared.value }, before)
    if (!placed.ok) return placed
    return succeeded({
      path,
      receipt: join(path, FOLDER_RECEIPT),
      sha256: prepared.value.sha256,
      survey,
      tally,
      charges: charges.value && join(path, charges.value.facts.path),
      receiptData: receipt,
      statements: folderStatements(path, loadedFolder(receipt)),
    })
  } finally {
    // What is in its place stays there.
    await files.drop()
    for (const file of besides) await file.drop()
  }
}

/** What a folder was begun with stays so; a sentence of what differs. */
function differenceOf({ eventscope }: FolderReceipt, { subject, sums, chosen }: DayFolderOrder): string | null {
  const last = eventscope.exports.at(-1)
  if (last === undefined) return null
  const facts = subjectFacts(subject, 0)
  const differs = [
    last.connection.baseUrl === facts.connection.baseUrl ? [] : 'another connection',
    isDeepStrictEqual(JSON.parse(JSON.stringify(facts.filters)), last.filters) ? [] : 'other filters',
    facts.range.zone === eventscope.zone ? [] : 'another time zone',
    isDeepStrictEqual(
      [...new Set(last.sums.map(({ property }) => property))],
      sums.map(({ property }) => property),
    )
      ? []
      : 'other sums',
    last.chosen === (chosen !== undefined) ? [] : 'other columns',
  ].flat()
  return differs.length === 0
    ? null
    : `The days in this folder were exported with ${differs.join(' and ')}. Choose another folder.`
}

interface Looked {
  survey: Survey
  /** How many events each day has. */
  rows: Map<string | null, number>
  dayOf: (createdAt: string | null) => string | null
}

/** Columns, scales and days are those of all rows. */
async function lookAtAll(order: DayFolderOrder): Promise<Looked | { unfit: string }> {
  const { source, signal, subject } = order
  const surveying = beginSurvey(order)
  const rows: Looked['rows'] = new Map()
  const dayOf = dayIn(subject.header.range.zone)
  for await (const batch of rowsOf(source, signal)) {
    surveying.add(batch)
    for (const { createdAt } of batch) {
      const day = dayOf(createdAt)
      rows.set(day, (rows.get(day) ?? 0) + 1)
    }
    if (rows.size > MOST_DAYS)
      return { unfit: `These events span more than ${MOST_DAYS} days. Export them as one file.` }
  }
  return { survey: surveying.result(), rows, dayOf }
}

/** The day of an instant in a zone; null where it cannot be read. */
function dayIn(zone: string): Looked['dayOf'] {
  const clock = zoneClock(zone)
  const names = new Map<number, string>()
  return (createdAt) => {
    const at = createdAt === null ? null : parseInstant(createdAt)
    if (at === null) return null
    const number = Math.floor((at.seconds + clock(at.seconds)) / 86_400)
    let name = names.get(number)
    if (name === undefined) {
      name = new Date(number * 86_400_000).toISOString().slice(0, 10)
      if (names.size > MOST_DAYS) names.clear()
      names.set(number, name)
    }
    return /^\d{4}-/.test(name) ? name : null
  }
}

interface FolderCharges {
  file: PreparedFile
  facts: ChargesFacts
}

/** Null where the rows of the days are all that is billed. */
async function prepareCharges(
  { path, format, subject }: DayFolderOrder,
  survey: Survey,
): Promise<Result<FolderCharges | null>> {
  const charges = chargesBeside(survey, format, subject)
  if (charges === null) return succeeded(null)
  const { held, facts } = await heldCharges(charges, format, path)
  const name = folderCharges(facts.sha256)
  const file = await prepareChargesFile(path, name, held)
  return file.ok ? succeeded({ file: file.value, facts: { ...facts, path: name } }) : file
}

/** Null, or why they cannot be written. */
async function writeDays(
  { source, signal, onRows }: DayFolderOrder,
  { survey, dayOf }: Looked,
  files: DayFiles,
): Promise<Failure | null> {
  let rows = 0
  for await (const batch of rowsOf(source, signal)) {
    for (const row of batch) {
      const problem = await files.add(dayOf(row.createdAt), row)
      if (problem !== null) return problem
    }
    rows += batch.length
    onRows?.(rows, survey.rows, 0)
  }
  return null
}

interface WrittenDays {
  survey: Survey
  /** That of all days together. */
  tally: Tally
  columns: readonly ParquetColumn[]
  days: readonly WrittenDay[]
  /** The export bills these by the month; null: nothing. */
  charges: FolderCharges | null
}

/** The receipt of the folder with these days in it. */
function folderReceipt(
  { subject, format, now }: DayFolderOrder,
  { survey, tally, columns, days, charges }: WrittenDays,
  before: FolderReceipt | null,
): FolderReceipt {
  const content = {
    format: 'parquet' as const,
    mediatype: format.mediaType,
    dialect: {},
    fields: parquetFields(columns),
  }
  return withDays(before, {
    created: new Date(now()).toISOString(),
    exported: {
      receipt: RECEIPT_FORM,
      ...subjectFacts(subject, survey.rows),
      ...fileFacts(survey, tally, format),
      ...(charges && { charges: statedCharges(charges.facts) }),
    },
    days: days.map(({ day, file, tally, sums }) => ({
      resource: resourceOf({ path: dayFile(day), written: file }, content, dayFolder(day)),
      facts: { day, rows: String(tally.rows), ...parquetFacts(tally), sums: sums.map(statedSum) },
    })),
  })
}

/** Tells what all days differ in from what was sent. */
function tallyOfDays(days: readonly WrittenDay[]): Tally {
  const all = emptyTally()
  for (const { tally } of days) {
    all.rows += tally.rows
    all.halfPairs += tally.halfPairs
    all.withoutDateTime += tally.withoutDateTime
    all.fingerprint += tally.fingerprint
    for (const [column, { numbers, without }] of tally.decimals) {
      const before = all.decimals.get(column) ?? { numbers: 0, without: 0 }
      all.decimals.set(column, { numbers: before.numbers + numbers, without: before.without + without })
    }
  }
  return all
}

/**
 * Puts the new days in place one by one, removes days of the range that have no events any more, then writes the
 * receipt. A process killed on the way leaves whole days, some of which the receipt does not name yet; another file
 * does.
 */
async function inPlace(
  path: string,
  {
    days,
    charges,
    receipt,
    prepared,
  }: Pick<WrittenDays, 'days' | 'charges'> & {
    receipt: FolderReceipt
    /** Its file. */
    prepared: PreparedFile
  },
  before: DayFolderBefore,
): Promise<Result<null>> {
  const begun = await writeBegun(path, new Set([...before.begun, ...days.map(({ day }) => day)]))
  if (!begun.ok) return begun
  const placed = await placeAll(days.map(({ file }) => file))
  if (!placed.ok) return placed
  const gone = goneDays(before, receipt)
  for (const day of gone) {
    const removed = await removeDay(path, day)
    if (!removed.ok) return removed
  }
  // The charges of days that are others now go before the receipt no longer names them, and new ones come once it does:
  // whatever a killed export leaves, the folder holds no file that is not named.
  const left = chargesOf(receipt)
  for (const name of chargesOf(before.receipt).keys()) {
    const removed = left.has(name) ? succeeded(null) : await removeCharges(path, name)
    if (!removed.ok) return removed
  }
  const named = await placeAll(charges === null ? [prepared] : [prepared, charges.file])
  if (!named.ok) return named
  const all = new Set(receipt.eventscope.days.map(({ day }) => day))
  return writeBegun(path, new Set([...before.begun].filter((day) => !all.has(day) && !gone.includes(day))))
}

/** Days that were there and of which the last export says all there is, which is nothing. */
function goneDays(before: DayFolderBefore, { eventscope: { days, exports } }: FolderReceipt): (string | null)[] {
  const last = exports.at(-1)
  if (last === undefined) return []
  const stays = new Set(days.map(({ day }) => day))
  const isReplaced = replacedBy(last, new Set())
  return [...ownDays(before)].filter((day) => !stays.has(day) && isReplaced(day))
}

// The files of days that are being written side by side: each is opened with its first event and ended with its last,
// so that as few are open as the order of the events allows.

/** To be committed or dropped. */
interface WrittenDay {
  day: string | null
  file: PreparedFile
  tally: Tally
  sums: SumOfProperty[]
}

interface DayFilesOrder extends Pick<DayFolderOrder, 'path' | 'sums'> {
  columns: readonly ParquetColumn[]
  survey: Survey
  /** How many events each day has. */
  rows: ReadonlyMap<string | null, number>
}

type DayFiles = ReturnType<typeof openDayFiles>

interface OpenDay {
  encoder: ParquetEncoder
  tally: Tally
  sums: PropertySum[]
  left: number
  feed: PassThrough
  prepared: Promise<Result<PreparedFile>>
}

/** Systems allow a process some hundreds of open files. */
const MOST_OPEN = 200
/** Rows of all open days that wait for their row groups. */
const MOST_WAITING = 20_000

/** `rows` must be exact: it says when a day's file ends. `add` fails with `invalid` beyond 200 days open at once. */
function openDayFiles({ path, columns, survey, rows, sums }: DayFilesOrder) {
  const open = new Map<string | null, OpenDay>()
  const written: WrittenDay[] = []
  const made: string[] = []
  let waiting = 0

  async function begin(day: string | null): Promise<Failure | null> {
    const folder = await makeDay(path, day)
    if (!folder.ok) return folder.failure
    if (folder.value !== null) made.push(folder.value)
    const feed = new PassThrough()
    // Told by `prepared`.
    feed.on('error', () => undefined)
    const tally = emptyTally()
    const prepared = prepareWholeFile(join(path, dayFile(day)), feed)
    prepared.catch(() => undefined)
    const one: OpenDay = {
      encoder: createParquetEncoder(columns, survey, tally),
      tally,
      sums: sums.map((sum) => createPropertySum(sum)),
      left: rows.get(day) ?? 0,
      feed,
      prepared,
    }
    open.set(day, one)
    return null
  }

  async function endGroup(one: OpenDay): Promise<Failure | null> {
    waiting -= one.encoder.waiting()
    return send(one, one.encoder.group())
  }

  async function end(day: string | null, one: OpenDay): Promise<Failure | null> {
    waiting -= one.encoder.waiting()
    open.delete(day)
    one.feed.end(one.encoder.end())
    const file = await one.prepared
    if (!file.ok) return file.failure
    written.push({ day, file: file.value, tally: one.tally, sums: one.sums.map((sum) => sum.result()) })
    return null
  }

  return {
    /** Null, or why nothing more can be written. */
    async add(day: string | null, row: TableRow): Promise<Failure | null> {
      if (!open.has(day) && open.size === MOST_OPEN) return NO_ORDER
      const problem = open.has(day) ? null : await begin(day)
      if (problem !== null) return problem
      const one = open.get(day) as OpenDay
      one.encoder.add(row)
      for (const sum of one.sums) sum.add(row)
      one.left -= 1
      waiting += 1
      if (one.left === 0) return end(day, one)
      if (one.encoder.isFull()) return endGroup(one)
      if (waiting < MOST_WAITING) return null
      const fullest = [...open.values()].reduce((most, other) =>
        other.encoder.waiting() > most.encoder.waiting() ? other : most,
      )
      return endGroup(fullest)
    },
    /** Once every event was added. */
    written: (): readonly WrittenDay[] => written,
    /** Leaves nothing behind of what is not in its place. */
    async drop(): Promise<void> {
      for (const { feed, prepared } of open.values()) {
        feed.destroy(new Error('No more of it is written'))
        const file = await prepared.catch(() => null)
        if (file?.ok) await file.value.drop()
      }
      for (const { file } of written) await file.drop()
      for (const folder of made) await removeEmpty(folder)
    },
  }
}

/** Waits until the disk has taken it. */
async function send({ feed, prepared }: OpenDay, bytes: Uint8Array): Promise<Failure | null> {
  if (feed.write(bytes)) return null
  const ended = await Promise.race([
    once(feed, 'drain').then(
      () => null,
      () => prepared,
    ),
    prepared,
  ])
  return ended === null || ended.ok ? null : ended.failure
}

const NO_ORDER = exportRefusal(
  `These events are not in order of time, and more than ${MOST_OPEN} days would be open at once. Export them as one file.`,
)
