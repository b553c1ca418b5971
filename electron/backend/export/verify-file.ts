// Holds a file against its receipt, in one go over its bytes, wherever they come from: from the disk, or chunk by chunk
// from a window. Bytes that are read here and there are read from the disk besides. What the file itself can show is
// checked; what only the service could tell is named.
import { constants } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sameDecimal } from '../../../shared/exact/exact-number.ts'
import { FILE_FORMAT_NAMES, type FileFormatName } from '../../../shared/export/file-formats.ts'
import { notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import { createPropertySum, type SumOfProperty, unitProperties } from '../../../shared/worth/property-sum.ts'
import { type Checked, checkReceipt, checkSums, otherRows } from './check-receipt.ts'
import { csvTableRows } from './csv-format.ts'
import { tableRows } from './excel-format.ts'
import { FORMATS } from './formats.ts'
import {
  type FileMark,
  fileMarkOf,
  type Receipt,
  type ReceiptSum,
  type TableReceipt,
  UnreadableFile,
} from './receipt.ts'
import { checkHeads, type FileBytes, NO_CODES, propertyColumns, TooLargeToHold } from './row-reader.ts'

/** `reason`, `agrees` and `unchecked` are sentences for people. They quote what may be a stranger's. */
export type Verification = { ok: true; agrees: string[]; unchecked: string[] } | { ok: false; reason: string }

/** Opened when its first chunk is read. */
export const fileOnDisk = (path: string, size?: number): FileBytes => ({
  chunks: (async function* () {
    yield* createReadStream(path)
  })(),
  path,
  size,
  mostHeld: constants.MAX_LENGTH,
})

/** The file is not the one in the receipt: its bytes differ, or it is missing. */
export class OtherFile extends UnreadableFile {}

/** Reads the whole file, whatever it finds: differing bytes are reported before anything else. */
export async function verifyFile(file: FileBytes, receipt: Receipt | TableReceipt): Promise<Verification> {
  const mark = fileMarkOf(receipt)
  try {
    const { agrees, unchecked } = await readMatchingBytes(file, mark, (counted) => checkAll(counted, receipt))
    return { ok: true, agrees: [`${mark.bytes} bytes and their SHA-256, ${mark.sha256}`, ...agrees], unchecked }
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, reason: error.message }
    throw error
  }
}

/**
 * Tells what is read of a file whose bytes are those that are said.
 * @throws OtherFile where they are not, and what `read` throws where they are
 */
export async function readMatchingBytes<T>(
  file: FileBytes,
  mark: FileMark,
  read: (file: FileBytes) => Promise<T>,
): Promise<T> {
  const atOnce = file.size === undefined ? null : otherSize(mark, file.size)
  if (atOnce !== null) throw new OtherFile(atOnce)
  const hash = createHash('sha256')
  let bytes = 0
  let trouble: { error: unknown } | null = null
  const counted = async function* () {
    try {
      for await (const chunk of file.chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      trouble = { error }
      throw error
    }
  }
  const whole = counted()
  // No `return` method: after the reader of rows stops, the rest must still be counted.
  const unended = { [Symbol.asyncIterator]: () => ({ next: () => whole.next() }) }
  const [content] = await Promise.allSettled([read({ ...file, chunks: unended })])
  for await (const _ of whole) {
    // Only counted.
  }
  if (trouble !== null) throw (trouble as { error: unknown }).error
  const reason = otherBytes(mark, bytes, hash.digest('hex'))
  if (reason !== null) throw new OtherFile(reason)
  if (content.status === 'rejected') throw content.reason
  return content.value
}

/** Says it in a sentence; null where the receipt is of a file of this size. */
export function otherSize({ bytes: stated }: Pick<FileMark, 'bytes'>, bytes: number): string | null {
  return bytes === stated ? null : `The file has ${bytes} bytes, but the receipt says ${stated}.`
}

function otherBytes(mark: FileMark, bytes: number, sha256: string): string | null {
  if (bytes !== mark.bytes) return otherSize(mark, bytes)
  if (sha256 === mark.sha256) return null
  return `The file is not the one that the receipt was written for: its hash is sha256:${sha256}, not sha256:${mark.sha256}.`
}

async function checkAll(file: FileBytes, receipt: Receipt | TableReceipt): Promise<Checked> {
  const rows = await checkContent(file, receipt)
  if (isOfTable(receipt)) {
    return { agrees: rows.agrees, unchecked: [...rows.unchecked, ...UNCHECKED_OF_TABLES] }
  }
  const itself = checkReceipt(receipt)
  return {
    agrees: [...rows.agrees, ...itself.agrees],
    unchecked: [...rows.unchecked, ...uncheckedCharges(receipt), ...UNCHECKED_OF_EVENTS, ...itself.unchecked],
  }
}

/** The file of charges that the receipt names, which nobody has handed over with the other. */
export const uncheckedCharges = ({ eventscope: { charges } }: Receipt): string[] =>
  charges === undefined ? [] : [`its charges, in ${charges.path}: that is a file of its own`]

const isOfTable = (receipt: Receipt | TableReceipt): receipt is TableReceipt => 'table' in receipt.eventscope

async function checkContent(file: FileBytes, receipt: Receipt | TableReceipt): Promise<Checked> {
  try {
    const { agrees, unchecked } = isOfTable(receipt) ? await checkTable(file, receipt) : await checkRows(file, receipt)
    const names = receipt.resources[0].schema.fields.map(({ name }) => name)
    const counts = [`${receipt.eventscope.rows} rows`, `${names.length} fields: ${names.join(', ')}`]
    return { agrees: [...counts, ...agrees], unchecked }
  } catch (error) {
    if (!(error instanceof TooLargeToHold)) throw error
    return { agrees: [], unchecked: [tooLarge(receipt.resources[0].format)] }
  }
}

async function checkTable(file: FileBytes, receipt: TableReceipt): Promise<Checked> {
  let rows = 0
  const isCsv = receipt.resources[0].format === 'csv'
  for await (const { cells, isHeads } of isCsv ? csvTableRows(file) : tableRows(file)) {
    if (isHeads) checkHeads(cells, receipt)
    else rows += 1
  }
  if (String(rows) !== receipt.eventscope.rows) {
    throw otherRows('It has', rows, receipt.eventscope.rows)
  }
  return { agrees: [], unchecked: [] }
}

const tooLarge = (format: FileFormatName) =>
  `its rows: ${format === 'xlsx' ? 'an' : 'a'} ${FILE_FORMAT_NAMES[format]} file is read as a whole, and this one is too large for a window (npm run verify-receipt reads it)`

const UNSIGNED = 'who wrote the receipt: it is not signed, and whoever can change both files can make them agree'

const UNCHECKED_OF_TABLES = ['what its figures were made of: only the snapshot can show it', UNSIGNED]

/** This is what no file of events shows, however it is written. */
export const UNCHECKED_OF_EVENTS = [
  'that the service sent these events, when, and to which requests',
  'that they are all that match: the verdict, its evidence, the account and the counts are what the reading saw',
  'what was left out, and that the counted apostrophes, cuts and escapes are the only changes',
  UNSIGNED,
]

// Counts a file's rows, compares its heads and adds up its sums again, from the file alone.

/** Receipts of earlier programs have sums over all event types. */
const isByType = ({ figures }: ReceiptSum) => figures.length === 0 || figures.some(({ type }) => type !== undefined)

const ROWS_AT_ONCE = 1_000

/** @throws UnreadableFile, with the reason, where the file says otherwise */
export async function checkRows(file: FileBytes, receipt: Receipt): Promise<Checked> {
  const stated = receipt.eventscope
  const isParquet = receipt.resources[0].format === 'parquet'
  const marks = [stated.fingerprint, stated.decimals]
  if (!isParquet && marks.some((mark) => mark !== undefined)) {
    throw new UnreadableFile('The receipt contradicts itself. Only a Parquet file has a fingerprint, or decimals.')
  }
  const reader = FORMATS[receipt.resources[0].format].rows
  const checks = stated.sums.map((sum) => {
    const hidden = reader.whyHidden(sum, receipt)
    const wanted = { ...sum, by: unitProperties(sum) }
    const recomputed = isByType(sum) ? createPropertySum(wanted) : createPropertySum(wanted, () => 'neither')
    // The columns of a name that an event repeats do not show how its texts were escaped.
    const isUnsure = propertyColumns(receipt.resources[0].schema.fields, sum.property).length > 1
    return { sum, hidden, recomputed, isUnsure }
  })
  let rows = 0
  for await (const row of reader.rows(file, receipt)) {
    rows += 1
    // A window may wait for something else meanwhile.
    if (rows % ROWS_AT_ONCE === 0) await nextTurn()
    for (const check of checks) {
      if (check.hidden !== null) continue
      check.recomputed.add(row)
      if (row.unsure?.has(check.sum.property)) check.isUnsure = true
    }
  }
  if (String(rows) !== stated.rows) throw otherRows('It has', rows, stated.rows)
  const [hidden, shown] = [
    checks.filter(({ hidden }) => hidden !== null),
    checks.filter(({ hidden }) => hidden === null),
  ]
  const words = shown.map(({ sum, recomputed, isUnsure }) => {
    const found = recomputed.result()
    compareSums(sum, found)
    return checkWords(sum, found, whyUntold(receipt, isUnsure))
  })
  checkSums(stated.sums)
  return {
    agrees: [
      ...shown.map(({ sum }) => `the exact sums of ${sum.property}, added up again`),
      ...words.flatMap(({ agrees }) => agrees),
    ],
    unchecked: [
      ...hidden.map(({ sum, hidden }) => `the sums of ${sum.property}: ${hidden}`),
      ...words.flatMap(({ unchecked }) => unchecked),
      ...(isParquet && marks.includes(undefined)
        ? ['its fingerprint and its decimals: the receipt does not have both']
        : []),
    ],
  }
}

/** @throws UnreadableFile where the figures that the rows add up to are not those of the receipt, in whichever order */
function compareSums(stated: ReceiptSum, recomputed: SumOfProperty): void {
  const { property, figures, rowsOfOtherUnits } = stated
  const expected = new Map(figures.map((figure) => [keyOf(figure), figure]))
  const differs = recomputed.figures.find(({ type, units, sum, numbers, without, beyond }) => {
    const other = expected.get(keyOf(isByType(stated) ? { type, units } : { units }))
    return other === undefined || !isSameFigure({ sum, numbers, without, beyond }, other)
  })
  if (
    differs === undefined &&
    expected.size === recomputed.figures.length &&
    String(recomputed.rowsOfOtherUnits) === rowsOfOtherUnits
  )
    return
  const known = differs?.units.filter((unit) => unit !== null) ?? []
  const where = known.length === 0 ? '' : ` in ${known.join(', ')}`
  const of = differs === undefined || !isByType(stated) ? '' : `, ${differs.type},`
  throw new UnreadableFile(
    `Its sum of ${property}${of}${where} is ${differs?.sum ?? 'none'}, but the receipt says another.`,
  )
}

type Counted = Record<'numbers' | 'without' | 'beyond', number | string> & { sum: string | null }

/** Whether two sums are the same numbers, of as many events. */
export function isSameFigure(one: Counted, other: Counted): boolean {
  const [counts, others] = [one, other].map(({ numbers, without, beyond }) => [numbers, without, beyond].join())
  const isSame = one.sum === null || other.sum === null ? one.sum === other.sum : sameDecimal(one.sum, other.sum)
  return isSame && counts === others
}

/** Why a file may give other words of what is not in its sums than the events gave; null where it gives the same. */
function whyUntold(receipt: Receipt, isUnsure: boolean): string | null {
  const [{ format }] = receipt.resources
  const { altered } = receipt.eventscope
  if (!FORMATS[format].rows.hasCodes(receipt)) return NO_CODES
  if (altered.halfPairs !== '0' || altered.cut !== '0') return 'some of its texts are not as they were sent'
  return isUnsure ? `${FILE_FORMAT_NAMES[format]} does not tell some texts from other values` : null
}

/**
 * Checks what is not in the sums, and why. Receipts of earlier programs say nothing of it.
 * @throws UnreadableFile where the file says otherwise, and `untold` gives no reason why it might
 */
function checkWords({ property, figures }: ReceiptSum, recomputed: SumOfProperty, untold: string | null): Checked {
  if (figures.every(({ notIn }) => notIn === undefined)) return { agrees: [], unchecked: [] }
  const expected = new Map(figures.map((figure) => [keyOf(figure), figure.notIn ?? null]))
  const found = recomputed.figures.map((figure) => ({
    key: keyOf(figure),
    words: notInSumWords(figure.notIn, 0, 'file'),
  }))
  const differs = found.find(({ key, words }) => expected.get(key) !== words)
  if (differs === undefined) return { agrees: [`what is not in the sums of ${property}, and why`], unchecked: [] }
  if (untold !== null) return { agrees: [], unchecked: [`why events are not in the sums of ${property}: ${untold}`] }
  throw new UnreadableFile(
    `Its sum of ${property} is ${differs.words ?? 'of all its events'}, but the receipt says otherwise of what is not in it.`,
  )
}

const keyOf = ({ type, units }: Pick<ReceiptSum['figures'][number], 'type' | 'units'>) =>
  JSON.stringify([type ?? null, units])
