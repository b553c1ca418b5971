// The charges of a file of events as a file beside it, in its format: one table for events and charges would be two in
// one.
import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Cell, ColumnPick } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { CHARGE_COLUMNS, type Charge, chargeCells } from './charges.ts'
import { heldEvents, rowsOf } from './event-source.ts'
import { emptyTally, type FileFormat } from './file-format.ts'
import type { FileSubject } from './file-subject.ts'
import { beginSurvey, type Survey } from './survey.ts'

/** A table that stands beside a file, as the file's receipt names it. */
export interface ChargesFacts {
  /** Its own name. */
  path: string
  bytes: number
  sha256: string
  lines: number
}

/** `november.csv` has `november.charges.csv` beside it. @param path of the events, or their file's name */
export function chargesPath(path: string): string {
  const ending = extname(path)
  return `${ending === '' ? path : path.slice(0, -ending.length)}.charges${ending}`
}

/**
 * The charges that a file needs beside it: what each customer's event code comes to in each month. Null where it needs
 * none: a workbook has a sheet of them, there is no receipt that could name them (`subject` null), or the rows add up to
 * all, as nothing is billed by the month.
 * @param survey `ofMonths` is what months as a whole come to, in no row, by currency
 */
export function chargesBeside(
  { ofMonths, charges }: Pick<Survey, 'ofMonths' | 'charges'>,
  { extension }: Pick<FileFormat, 'extension'>,
  subject: FileSubject | null,
): Charge[] | null {
  return extension === 'xlsx' || subject === null || ofMonths.length === 0 ? null : charges()
}

/** Their file, written as the events' is: its separator, its decimal sign, its guards, its columns of decimals. */
async function* chargesBytes(charges: readonly Charge[], format: FileFormat): AsyncGenerator<Uint8Array> {
  if (format.extension === 'ndjson') {
    for (const charge of charges) yield Buffer.from(`${objectOf(charge)}\n`)
    return
  }
  // A charge is written as an event that has nothing but properties, so that there is one way to write each format.
  const source = heldEvents(charges.map((charge) => `{"event_properties":${objectOf(charge)}}`))
  const pick: ColumnPick = { chosen: CHARGE_COLUMNS.map(({ name }) => ({ property: name })), together: false }
  const surveying = beginSurvey({ ...pick, sums: [], format }, charges.length)
  for await (const batch of rowsOf(source)) surveying.add(batch)
  yield* format.bytes({ batches: rowsOf(source), survey: surveying.result() }, emptyTally())
}

/** The same at once, with what a receipt says of it. @param path of the events, or their file's name */
export async function heldCharges(charges: readonly Charge[], format: FileFormat, path: string) {
  const chunks: Uint8Array[] = []
  for await (const chunk of chargesBytes(charges, format)) chunks.push(chunk)
  const held = Buffer.concat(chunks)
  const sha256 = createHash('sha256').update(held).digest('hex')
  return { held, facts: { path: chargesPath(path), bytes: held.length, sha256, lines: charges.length } }
}

/**
 * The name of such a file in a folder of days: hidden from engines, which take the folder's other Parquet files for
 * days, and named by what it holds, so that exports of several months into one folder have theirs beside each other.
 * @param sha256 of its bytes
 */
export const folderCharges = (sha256: string) => `_charges-${sha256.slice(0, 16)}.parquet`

/** What is not there is not named. */
function objectOf(charge: Charge): string {
  const cells = chargeCells(charge)
  const members = CHARGE_COLUMNS.flatMap(({ name }, at) => {
    const cell = cells[at] ?? null
    return cell === null ? [] : [`"${name}":${jsonOf(cell)}`]
  })
  return `{${members.join()}}`
}

const jsonOf = ({ kind, text }: NonNullable<Cell>) => (kind === 'number' ? text : JSON.stringify(wellFormed(text)))
