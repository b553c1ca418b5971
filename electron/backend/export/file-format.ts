// What every file format offers, one file a format: a stream of bytes made from the same events and the same columns.
import { eventField } from '../../../shared/event/event-fields.ts'
import { type KindCounts, type TableColumn, type TableRow, uniqueNames } from '../../../shared/event/event-table.ts'
import type { FileFormatName } from '../../../shared/export/file-formats.ts'
import type { FileField } from './receipt.ts'
import type { Survey, SurveyNeeds } from './survey.ts'

/** What a file is to hold. */
export interface FileContent {
  /** Every row once. @throws SourceFailure */
  batches: AsyncIterable<readonly TableRow[]>
  /** What is known of rows before the first is written: of all, or of the first ones as far as `suits` allows. */
  survey: Survey
  /** The survey of all rows, to be asked for behind the last of them; absent where `survey` is of all. */
  whole?: () => Survey
  /** Told now and then how many rows are written. */
  onRows?: ((rows: number) => void) | undefined
}

/** All in which a file differs from what the service sent, so that a reader can take it away again. */
export interface Tally {
  rows: number
  /** Apostrophes that keep spreadsheets from running a text; in heads, too. */
  guards: number
  /** Texts in which half a surrogate pair is written as its escape; heads, too. */
  halfPairs: number
  /** Texts that were cut, because no cell takes them whole. */
  cut: number
  /** Numbers that are written as text, because a spreadsheet would round them; by column. */
  numbersAsText: Map<string, number>
  /** Instants without a date-time beside them: no date, or one that Excel cannot hold. */
  withoutDateTime: number
  /** Numbers with a decimal beside their text, and those that do not fit; by the decimals' column. */
  decimals: Map<string, DecimalCounts>
  /** The fingerprint of the texts of all rows, in any order; 0 where the format takes none. */
  fingerprint: bigint
}

export interface DecimalCounts {
  numbers: number
  without: number
}

/** A new one for each file: whoever writes the file adds to it. */
export const emptyTally = (): Tally => ({
  rows: 0,
  guards: 0,
  halfPairs: 0,
  cut: 0,
  numbersAsText: new Map(),
  withoutDateTime: 0,
  decimals: new Map(),
  fingerprint: 0n,
})

export interface FileFormat extends SurveyNeeds {
  extension: FileFormatName
  mediaType: string
  /** How the file is written, in the words of a Frictionless dialect. */
  dialect(survey: Survey): Record<string, string | boolean | number[]>
  /** The columns in their order; `tally` is that of the file once it is written. */
  fields(survey: Survey, tally: Tally): FileField[]
  /** Whether sums and worth stand above the rows, so that all rows are gone through before the first is written. */
  hasTotalsFirst?: boolean
  /** Whether a file that was begun on a survey of its first rows is what the survey of all of them asks for. */
  suits(first: Survey, all: Survey): boolean
  /** The file, batch by batch; `tally` is whole when it ends. @throws SourceFailure */
  bytes(content: FileContent, tally: Tally): AsyncGenerator<Uint8Array>
}

/** Whether two tables put the same values in the same columns. */
export function sameColumns({ table: one }: Survey, { table: other }: Survey): boolean {
  if (one.columns.length !== other.columns.length) return false
  return one.columns.every(({ head, of, name }, at) => {
    const beside = other.columns[at]
    return beside?.head === head && beside.of === of && beside.name === name
  })
}

/** A column of a file with rows of cells. */
export interface CellColumn {
  head: string
  /** Its place among a row's cells. */
  from: number
  column: TableColumn
  /** Whether it is the time in its place as the zone's clock shows it. */
  isZoned: boolean
}

/** The table's columns, and beside `created_at` as sent the same by the clock of a zone. */
export function columnsInZone(columns: readonly TableColumn[], zone: string): CellColumn[] {
  const list = columns.flatMap((column, from): CellColumn[] => {
    const sent = { head: column.head, from, column, isZoned: false }
    if (column.of !== 'field' || column.name !== CREATED_AT) return [sent]
    return [sent, { ...sent, head: `${column.head} (${zone})`, isZoned: true }]
  })
  const heads = uniqueNames(list.map(({ head }) => head))
  return list.map((one, at) => ({ ...one, head: heads[at] ?? one.head }))
}

const CREATED_AT = eventField('createdAt').name

/** The field of a table's column under the head that it has in the file. */
export function fieldOf({ of, name, kinds }: TableColumn, head: string): FileField {
  const field: FileField = { name: head, type: fieldType(kinds) }
  return of === 'property' ? { ...field, property: name } : field
}

/** The type of a column that holds these: its values' own where they are of one kind. */
function fieldType({ string, number, boolean, null: none, json }: KindCounts): FileField['type'] {
  const kinds = [string, number, boolean, none, json].filter((count) => count > 0).length
  if (kinds > 1 || none > 0 || json > 0) return 'any'
  if (number > 0) return 'number'
  return boolean > 0 ? 'boolean' : 'string'
}

interface TextFile<Row> {
  header?: string
  row(row: Row): string
}

/** A file of texts: its header, then each row's. @param onRows told how many more rows were taken */
export async function* textFile<Row>(
  batches: AsyncIterable<readonly Row[]>,
  { header = '', row }: TextFile<Row>,
  onRows: (rows: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const chunks = createTextChunks()
  chunks.add(header)
  for await (const batch of batches) {
    for (const one of batch) chunks.add(row(one))
    yield* chunks.full()
    onRows(batch.length)
  }
  yield* chunks.rest()
}

/** The same of events, which are counted. */
export const eventTexts = ({ batches, onRows }: FileContent, tally: Tally, file: TextFile<TableRow>) =>
  textFile(batches, file, (rows) => {
    tally.rows += rows
    onRows?.(tally.rows)
  })

// Texts as UTF-8, put together to chunks that are worth handing on. Each text is written by itself: a long one made of
// many would take two bytes a character as soon as a single one of it does, and six times as long.

/** Bytes. */
const CHUNK = 256 * 1024
/** The bytes that a UTF-16 unit takes in UTF-8. */
const MOST_BYTES = 3

/** A chunk has 256 KiB at most, unless a single text has more. */
export function createTextChunks() {
  let done: Uint8Array[] = []
  let chunk = Buffer.allocUnsafe(CHUNK)
  let length = 0

  function end(): void {
    if (length === 0) return
    done.push(chunk.subarray(0, length))
    chunk = Buffer.allocUnsafe(CHUNK)
    length = 0
  }

  function full(): Uint8Array[] {
    const chunks = done
    done = []
    return chunks
  }

  return {
    /** Half a surrogate pair becomes U+FFFD: callers who mind escape it first. */
    add(text: string): void {
      const most = text.length * MOST_BYTES
      if (length + most > CHUNK) end()
      if (most > CHUNK) done.push(Buffer.from(text))
      else length += chunk.write(text, length)
    },
    /** The chunks that are full, each once. */
    full,
    /** Gives what is left, full or not. */
    rest(): Uint8Array[] {
      end()
      return full()
    },
  }
}
