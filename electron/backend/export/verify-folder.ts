// Holds a folder of days against its receipt.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isMissing } from '../storage/disk-error.ts'
import { checkReceipt } from './check-receipt.ts'
import { checkRows } from './check-rows.ts'
import { addedUp, dayFile, type FolderReceipt, total } from './folder-receipt.ts'
import { fileMarkOf, MOST_RECEIPT_BYTES, readFolderReceipt } from './read-receipt.ts'
import { UnreadableFile } from './row-reader.ts'
import {
  fileOnDisk,
  OtherFile,
  otherSize,
  readMatchingBytes,
  UNCHECKED_OF_EVENTS,
  type Verification,
} from './verify-file.ts'

type Resource = FolderReceipt['resources'][number]

/**
 * Each file against what is said of its day, then the days against what is said of them all. Files that are others than the
 * receipt says are what a killed export leaves: they are named together.
 * @param receiptPath usually in the folder
 * @throws UnreadableFile with the reason where they do not agree
 */
export async function verifyFolder(folder: string, receiptPath: string): Promise<Verification> {
  const receipt = await folderReceiptAt(receiptPath)
  const { resources, eventscope } = receipt
  if (resources.length !== eventscope.days.length)
    throw new UnreadableFile('It does not say of each file which day it is.')
  const others = (await unnamedIn(folder, resources)).map((path) => `The receipt does not name ${path}.`)
  let bytes = 0
  for (const [at, resource] of resources.entries()) {
    const other = await checkDay(folder, receipt, at)
    if (other !== null) others.push(other)
    bytes += resource.bytes
  }
  if (others.length > 0) throw new UnreadableFile(unfinished(others))
  const rows = total(eventscope.days.map((day) => day.rows))
  if (rows !== eventscope.rows)
    throw new UnreadableFile(`Its days have ${rows} rows, but the receipt says ${eventscope.rows}.`)
  if (!isDeepStrictEqual(addedUp(eventscope.days.map(({ sums }) => sums)), eventscope.sums)) {
    throw new UnreadableFile('The sums of its days are not the sums that the receipt says.')
  }
  const itself = eventscope.exports.map((exported, at) => {
    const written = total(eventscope.days.flatMap((day) => (day.export === at ? day.rows : [])))
    if (BigInt(written) > BigInt(exported.rows))
      throw new UnreadableFile(`Its days have more rows than their export wrote.`)
    return checkReceipt({ eventscope: exported })
  })
  return {
    ok: true,
    agrees: [
      `${resources.length} files of ${bytes} bytes and their SHA-256`,
      `${eventscope.rows} rows`,
      'the exact sums of each day and of all days, added up again',
      ...itself.flatMap(({ agrees }) => agrees),
    ],
    unchecked: [
      ...UNCHECKED_OF_EVENTS,
      'that no event is of another day than its file',
      ...new Set(itself.flatMap(({ unchecked }) => unchecked)),
    ],
  }
}

/** The first of them in full. */
function unfinished([first, ...more]: readonly string[]): string {
  const besides =
    more.length === 0 ? '' : ` ${more.length} other ${more.length === 1 ? 'file does' : 'files do'} not agree either.`
  return `${first}${besides} ${NOT_FINISHED}`
}

const NOT_FINISHED = 'If an export into this folder was killed, it is not finished: run it again.'

async function folderReceiptAt(path: string): Promise<FolderReceipt> {
  const there = await stat(path).catch(toMissing)
  if (there === null) throw new UnreadableFile(`A file could not be read: there is no ${path}. ${NOT_FINISHED}`)
  if (there.size > MOST_RECEIPT_BYTES) throw new UnreadableFile(`The receipt ${basename(path)} is too large to be one.`)
  return readFolderReceipt(await readFile(path, 'utf8'), basename(path))
}

function toMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** Why its file is another one; null where it is not. @throws UnreadableFile, which names the file, where it contradicts itself */
async function checkDay(folder: string, receipt: FolderReceipt, at: number): Promise<string | null> {
  const { days, exports } = receipt.eventscope
  const [resource, day] = [receipt.resources[at] as Resource, days[at]]
  const exported = day && exports[day.export]
  if (day === undefined || exported === undefined || resource.path !== dayFile(day.day)) {
    throw new UnreadableFile(`The receipt contradicts itself. ${resource.path} is of another day or of no export.`)
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
    if (there === null) return `${resource.path} could not be read: it is not there.`
    const reason = otherSize(mark, there.size)
    if (reason !== null) return `${resource.path}: ${reason}`
    await readMatchingBytes(fileOnDisk(path), mark, (file) => checkRows(file, ofDay))
    return null
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    if (error instanceof OtherFile) return `${resource.path}: ${error.message}`
    throw new UnreadableFile(`${resource.path}: ${error.message}`)
  }
}

/** Engines read whatever lies in the folders of days. */
async function unnamedIn(folder: string, resources: readonly Resource[]): Promise<string[]> {
  const named = new Set(resources.map(({ path }) => path))
  const found: string[] = []
  for (const day of await readdir(folder)) {
    if (!day.startsWith('dt=')) continue
    for (const name of await readdir(join(folder, day))) {
      if (name.endsWith('.parquet') && !named.has(`${day}/${name}`)) found.push(`${day}/${name}`)
    }
  }
  return found
}
