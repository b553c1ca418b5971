// Finds file and receipt on the disk, whatever they are called by now, and holds one against the other.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { opendir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isSystemError, toMissing } from '../storage/disk-error.ts'
import { notOrdinary, readOrdinaryFile } from '../storage/ordinary-file.ts'
import { checkReceipt, checkSums, contradiction, otherRows } from './check-receipt.ts'
import { addedUp, chargesOf, dayFile, decimalsOf, FOLDER_RECEIPT, total } from './folder-receipt.ts'
import {
  type FileMark,
  type FolderDay,
  type FolderReceipt,
  fileMarkOf,
  MOST_RECEIPT_BYTES,
  RECEIPT_ENDING,
  type Receipt,
  readFolderReceipt,
  readReceipt,
  type TableReceipt,
  UnreadableFile,
} from './receipt.ts'
import {
  checkRows,
  fileOnDisk,
  isSameFigure,
  OtherFile,
  readMatchingBytes,
  UNCHECKED_OF_EVENTS,
  uncheckedCharges,
  type Verification,
  verifyFile,
} from './verify-file.ts'

interface VerifyOptions {
  /** The receipt is there, if it is not to be looked for. */
  receipt?: string | undefined
  /** A receipt that is kept elsewhere, by what it says of its file. */
  findKept?: ((mark: FileMark) => Promise<string | null>) | undefined
}

/** What was found, and how the file was called when its receipt was written, if it is called otherwise now. */
export type FoundVerification = Verification & { calledThen?: string }

/**
 * `path` is that of the file or of its receipt. What belongs to it is looked for beside it: by its name, then among all
 * receipts of the folder (or all files of the size) by its hash. A folder of days has its receipt in itself.
 */
export async function verifyReceipt(path: string, options: VerifyOptions = {}): Promise<FoundVerification> {
  try {
    if (basename(path) === FOLDER_RECEIPT) return await verifyFolder(dirname(path), path)
    // A missing file is reported by its receipt.
    const there = await stat(path).catch(() => null)
    if (there?.isDirectory()) return await verifyFolder(path, options.receipt ?? join(path, FOLDER_RECEIPT))
    // A pipe or a device would never end.
    if (there !== null && !there.isFile()) throw new UnreadableFile(notOrdinary(path))
    const { file, receipt } = await found(path, options)
    const { size } = await stat(file)
    const alone = await verifyFile(fileOnDisk(file, size), receipt)
    const verification = 'table' in receipt.eventscope ? alone : await withCharges(alone, file, receipt as Receipt)
    const { name } = fileMarkOf(receipt)
    return name === basename(file) ? verification : { ...verification, calledThen: name }
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, reason: error.message }
    if (isSystemError(error)) return { ok: false, reason: `A file could not be read: ${error.message}.` }
    throw error
  }
}

/** The same of the charges beside the file, if the receipt names some and they are there. */
async function withCharges(verification: Verification, file: string, receipt: Receipt): Promise<Verification> {
  const { charges } = receipt.eventscope
  if (!verification.ok || charges === undefined || !(await isNamedIn(dirname(file), charges.path))) return verification
  const reason = await otherCharges(dirname(file), charges)
  if (reason !== null) return { ok: false, reason }
  const unchecked = uncheckedCharges(receipt)
  return {
    ok: true,
    agrees: [...verification.agrees, agreedCharges(charges)],
    unchecked: verification.unchecked.filter((one) => !unchecked.includes(one)),
  }
}

type Charges = NonNullable<Receipt['eventscope']['charges']>

const agreedCharges = ({ path, bytes }: Charges) => `its charges, ${path}: ${bytes} bytes and their SHA-256`

/** Why a file of charges is not the one that the receipt names; null where it is. */
async function otherCharges(folder: string, { path, bytes, hash }: Charges): Promise<string | null> {
  if (!(await isNamedIn(folder, path))) return `Its charges, ${path}, are not there.`
  const found = await markOfFile(join(folder, path))
  const isSame = found.bytes === bytes && `sha256:${found.sha256}` === hash
  return isSame ? null : `Its charges, ${path}, are not those that the receipt was written for.`
}

interface Found {
  file: string
  receipt: Receipt | TableReceipt
}

async function found(path: string, { receipt, findKept }: VerifyOptions): Promise<Found> {
  if (receipt !== undefined) return { file: path, receipt: await receiptAt(receipt) }
  if (path.endsWith(RECEIPT_ENDING)) return fileOf(path)
  if (await isThere(path + RECEIPT_ENDING)) return { file: path, receipt: await receiptAt(path + RECEIPT_ENDING) }
  const mark = await markOfFile(path)
  const beside = await receiptBeside(path, mark)
  if (beside !== null) return { file: path, receipt: beside }
  const kept = (await findKept?.(mark)) ?? null
  if (kept !== null) return { file: path, receipt: readReceipt(kept, 'that is kept') }
  throw new UnreadableFile(
    `There is no receipt of ${basename(path)}, beside it or kept on this computer: neither by its name nor by its hash.`,
  )
}

/** The file is found by the name in the receipt, by the receipt's own, or by hash. */
async function fileOf(path: string): Promise<Found> {
  const receipt = await receiptAt(path)
  const mark = fileMarkOf(receipt)
  const folder = dirname(path)
  if (await isNamedIn(folder, mark.name)) return { file: join(folder, mark.name), receipt }
  const ofItsName = path.slice(0, -RECEIPT_ENDING.length)
  if (await isThere(ofItsName)) return { file: ofItsName, receipt }
  for (const file of await filesBeside(path, mark.bytes)) {
    if ((await markOfFile(file)).sha256 === mark.sha256) return { file, receipt }
  }
  throw new UnreadableFile(`The file of this receipt, ${mark.name}, is not beside it, nor is another with its hash.`)
}

/** How many receipts and files of a folder are looked at: the first ones by name. */
const MOST_RECEIPTS = 500
const MOST_FILES = 20
/** The bytes of all of these receipts together. */
const MOST_READ_BYTES = 256 * 1024 * 1024

async function receiptBeside(path: string, mark: FileMark): Promise<Receipt | TableReceipt | null> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter((name) => name.endsWith(RECEIPT_ENDING)).sort()
  let read = 0
  for (const name of names.slice(0, MOST_RECEIPTS)) {
    const other = join(folder, name)
    const there = await stat(other).catch(toMissing)
    if (there === null) continue
    read += there.size
    if (!there.isFile() || there.size > MOST_RECEIPT_BYTES || read > MOST_READ_BYTES) continue
    try {
      const receipt = readReceipt(await readFile(other, 'utf8'), name)
      const { bytes, sha256 } = fileMarkOf(receipt)
      if (bytes === mark.bytes && sha256 === mark.sha256) return receipt
    } catch (error) {
      // Another file's receipt, and no good one: nobody asked about it.
      if (!(error instanceof UnreadableFile)) throw error
    }
  }
  return null
}

async function filesBeside(path: string, bytes: number): Promise<string[]> {
  const folder = dirname(path)
  const files: string[] = []
  for (const name of (await readdir(folder)).sort()) {
    const there = await stat(join(folder, name)).catch(() => null)
    if (there?.isFile() && there.size === bytes && !name.endsWith(RECEIPT_ENDING)) files.push(join(folder, name))
  }
  return files.slice(0, MOST_FILES)
}

async function markOfFile(path: string): Promise<FileMark> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    bytes += (chunk as Buffer).length
    hash.update(chunk as Buffer)
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function receiptAt(path: string): Promise<Receipt | TableReceipt> {
  const name = basename(path)
  const text = await receiptTextAt(path)
  if (text === null) throw new UnreadableFile(`The receipt ${name} could not be read: it is not there.`)
  return readReceipt(text, name)
}

/** Null where there is none. */
async function receiptTextAt(path: string): Promise<string | null> {
  const read = await readOrdinaryFile(path, { mostBytes: MOST_RECEIPT_BYTES })
  if (read === null) return null
  if ('unfit' in read) throw new UnreadableFile(`The receipt cannot be read: ${read.unfit}`)
  return read.text
}

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(toMissing))?.isFile() ?? false

/** Whether a folder has a file of this name. One of another system may be no name here, and lead elsewhere. */
const isNamedIn = async (folder: string, name: string): Promise<boolean> =>
  basename(name) === name && (await isThere(join(folder, name)))

// Holds a folder of days against its receipt.

type Resource = FolderReceipt['resources'][number]
type Exported = FolderReceipt['eventscope']['exports'][number]

/**
 * Each file against what is said of its day, then the days against what is said of them all. Files that are others than
 * the receipt says are what a killed export leaves: they are named together.
 * @param receiptPath usually in the folder
 * @throws UnreadableFile with the reason where they do not agree
 */
async function verifyFolder(folder: string, receiptPath: string): Promise<Verification> {
  const receipt = await folderReceiptAt(receiptPath)
  const { resources, eventscope } = receipt
  if (resources.length !== eventscope.days.length)
    throw new UnreadableFile('It does not say of each file which day it holds.')
  const charges = chargesOf(receipt)
  const others = await unnamedIn(folder, [...resources.map(({ path }) => path), ...charges.keys()])
  const untold = new Set<string>()
  let bytes = 0
  for (const [at, resource] of resources.entries()) {
    const { other, unchecked } = await checkDay(folder, receipt, at)
    if (other !== null) others.push(other)
    for (const one of unchecked) untold.add(one)
    bytes += resource.bytes
  }
  for (const one of charges.values()) {
    const other = await otherCharges(folder, one)
    if (other !== null) others.push(other)
  }
  if (others.length > 0) throw new UnreadableFile(unfinished(others))
  const rows = total(eventscope.days.map((day) => day.rows))
  if (rows !== eventscope.rows) throw otherRows('Its days have', rows, eventscope.rows)
  if (!isDeepStrictEqual(addedUp(eventscope.days.map(({ sums }) => sums)), eventscope.sums)) {
    throw new UnreadableFile('The sums of its days are not those of the receipt.')
  }
  for (const { sums } of [eventscope, ...eventscope.exports]) checkSums(sums)
  const itself = eventscope.exports.map((exported, at) => {
    checkExport(
      exported,
      eventscope.days.filter((day) => day.export === at),
    )
    return checkReceipt({ eventscope: exported })
  })
  return {
    ok: true,
    agrees: [
      `${resources.length} files of ${bytes} bytes and their SHA-256`,
      ...[...charges.values()].map(agreedCharges),
      `${eventscope.rows} rows`,
      'the exact sums of each day and of all days, added up again',
      ...itself.flatMap(({ agrees }) => agrees),
    ],
    unchecked: [
      ...UNCHECKED_OF_EVENTS,
      'that every event is of the day of its file',
      ...untold,
      ...new Set(itself.flatMap(({ unchecked }) => unchecked)),
    ],
  }
}

/**
 * Tells what an export says of all its days, of which some may be replaced by now.
 * @throws UnreadableFile where its days have more, or other figures
 */
function checkExport(exported: Exported, days: readonly FolderDay[]): void {
  const rows = total(days.map((day) => day.rows))
  if (BigInt(rows) > BigInt(exported.rows)) throw new UnreadableFile('Its days have more rows than their export wrote.')
  const isWhole = BigInt(rows) === BigInt(exported.rows)
  const { fingerprint = '0', decimals = [] } = exported
  const ofDays = decimalsOf(days)
  const columns = new Set(decimals.map(({ column }) => column))
  const figures = [
    [total(days.map((day) => day.fingerprint)), fingerprint],
    ...decimals.flatMap(({ column, numbers, without }) => [
      [ofDays.get(column)?.numbers ?? '0', numbers],
      [ofDays.get(column)?.without ?? '0', without],
    ]),
  ]
  // What is left of an export has at most what it wrote, and all of it where no day was replaced.
  const isOther = ([found = '', stated = '']: readonly string[]) =>
    BigInt(found) > BigInt(stated) || (isWhole && BigInt(found) !== BigInt(stated))
  const areNamed = columns.size === decimals.length && [...ofDays.keys()].every((column) => columns.has(column))
  if (!areNamed || figures.some(isOther)) {
    throw contradiction('Its days have another fingerprint, or other decimals, than their export wrote.')
  }
  if (isWhole && !sameSums(addedUp(days.map(({ sums }) => sums)), exported.sums)) {
    throw contradiction('The sums of its days are not the sums that their export wrote.')
  }
}

type Sums = Exported['sums']

/**
 * Whether both are the same sums, in whichever order. True also where units were too many to be told apart: the days
 * may have told others apart than the export.
 */
function sameSums(ofDays: Sums, ofExport: Sums): boolean {
  if ([...ofDays, ...ofExport].some((sum) => sum.rowsOfOtherUnits !== '0')) return true
  const [found, stated] = [figuresOf(ofDays), figuresOf(ofExport)]
  return (
    found.size === stated.size &&
    [...found].every(([key, figure]) => {
      const other = stated.get(key)
      return other !== undefined && isSameFigure(figure, other)
    })
  )
}

/** Maps figures by property, type and units. */
function figuresOf(sums: Sums) {
  return new Map(
    sums.flatMap(({ property, by, byCode, figures }) =>
      figures.map(({ type, units, sum, numbers, without, beyond }) => {
        const isCode = (at: number) => byCode === true && at === by.length - 1
        const known = by.flatMap((name, at) => (units[at] == null ? [] : [[isCode(at), name, units[at]]])).sort()
        return [JSON.stringify([property, type ?? null, known]), { sum, numbers, without, beyond }] as const
      }),
    ),
  )
}

/** Why a folder is not finished: the first of the files that do not agree, and how many others there are. */
function unfinished([first, ...more]: readonly string[]): string {
  const besides =
    more.length === 0 ? '' : ` ${more.length} other ${more.length === 1 ? 'file does' : 'files do'} not agree either.`
  return `${first}${besides} ${NOT_FINISHED}`
}

const NOT_FINISHED = 'If an export into this folder was interrupted, it is not finished: run it again.'

async function folderReceiptAt(path: string): Promise<FolderReceipt> {
  const text = await receiptTextAt(path)
  if (text === null) throw new UnreadableFile(`A file could not be read: there is no ${path}. ${NOT_FINISHED}`)
  return readFolderReceipt(text, basename(path))
}

/**
 * Why its file is another one (null where it is not), and what of it could not be checked.
 * @throws UnreadableFile, which names the file, where it contradicts itself
 */
async function checkDay(
  folder: string,
  receipt: FolderReceipt,
  at: number,
): Promise<{ other: string | null; unchecked: readonly string[] }> {
  const otherwise = (other: string) => ({ other, unchecked: [] })
  const { days, exports } = receipt.eventscope
  const [resource, day] = [receipt.resources[at] as Resource, days[at]]
  const exported = day && exports[day.export]
  if (day === undefined || exported === undefined || resource.path !== dayFile(day.day)) {
    throw contradiction(`${resource.path} belongs to another day or to no export.`)
  }
  const { rows, sums, fingerprint, decimals } = day
  const ofDay: Parameters<typeof checkRows>[1] = {
    ...receipt,
    resources: [resource],
    eventscope: { ...exported, rows, sums, fingerprint, decimals },
  }
  try {
    const path = join(folder, resource.path)
    const mark = fileMarkOf(ofDay)
    const there = await stat(path).catch(toMissing)
    if (there === null) return otherwise(`${resource.path} could not be read: it is not there.`)
    if (!there.isFile()) return otherwise(notOrdinary(resource.path))
    const { unchecked } = await readMatchingBytes(fileOnDisk(path, there.size), mark, (file) => checkRows(file, ofDay))
    return { other: null, unchecked }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    if (error instanceof OtherFile) return otherwise(`${resource.path}: ${error.message}`)
    throw new UnreadableFile(`${resource.path}: ${error.message}`)
  }
}

/** Far more than the days of a folder, which are all that a folder of ours holds. */
const MOST_ENTRIES = 200_000

/**
 * Sentences of what the receipt does not name: engines read whatever Parquet file lies below the folder, however deep,
 * and some in capitals as well. What lies behind a link is not looked at, and so is not known.
 */
async function unnamedIn(folder: string, paths: readonly string[]): Promise<string[]> {
  const named = new Set(paths)
  const found: string[] = []
  let entries = 0
  const left = ['']
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for await (const entry of await opendir(join(folder, at))) {
      entries += 1
      if (entries > MOST_ENTRIES) throw new UnreadableFile(`${folder} holds more than a folder of days does.`)
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) left.push(path)
      else if (/\.parquet$/i.test(entry.name) && !named.has(path)) found.push(`The receipt does not name ${path}.`)
      else if (entry.isSymbolicLink() && (await stat(join(folder, path)).catch(() => null))?.isDirectory()) {
        found.push(`${path} is a link to a folder, and what is in that is not known.`)
      }
    }
  }
  return found.sort()
}
