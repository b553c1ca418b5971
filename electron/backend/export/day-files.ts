// The files of days that are being written side by side: each is opened with its first event and ended with its last, so that
// as few are open as the order of the events allows.
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { TableRow } from '../../../shared/event/event-table.ts'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import {
  createPropertySum,
  type PropertySum,
  type SumOfProperty,
  type WantedSum,
} from '../../../shared/worth/property-sum.ts'
import { type PreparedFile, prepareWholeFile } from '../storage/whole-file.ts'
import { makeDay, removeEmpty } from './day-folder.ts'
import { emptyTally, type Tally } from './file-format.ts'
import { dayFile } from './folder-receipt.ts'
import type { ParquetColumn } from './parquet-columns.ts'
import { createParquetEncoder, type ParquetEncoder } from './parquet-encoder.ts'
import type { Survey } from './survey.ts'

/** To be committed or dropped. */
export interface WrittenDay {
  day: string | null
  file: PreparedFile
  tally: Tally
  sums: SumOfProperty[]
}

export interface DayFiles {
  /** Null, or why nothing more can be written. */
  add(day: string | null, row: TableRow): Promise<Failure | null>
  /** Once every event was added. */
  written(): WrittenDay[]
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

interface DayFilesOrder {
  /** Of the folder. */
  path: string
  columns: readonly ParquetColumn[]
  survey: Survey
  /** How many events each day has. */
  rows: ReadonlyMap<string | null, number>
  sums: readonly WantedSum[]
}

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
export function openDayFiles({ path, columns, survey, rows, sums }: DayFilesOrder): DayFiles {
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
    async add(day, row) {
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
    written: () => written,
    async drop() {
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

const NO_ORDER: Failure = {
  kind: 'invalid',
  field: 'export',
  message: `These events are in no order of time, and of more than ${MOST_OPEN} days at once. Export them as one file.`,
}
