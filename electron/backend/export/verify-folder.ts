// Holds a folder of days against its receipt.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkReceipt } from './check-receipt.ts'
import { checkRows } from './check-rows.ts'
import { addedUp, dayFile, type FolderReceipt, total } from './folder-receipt.ts'
import { MOST_RECEIPT_BYTES, markOf, readFolderReceipt } from './read-receipt.ts'
import { UnreadableFile } from './row-reader.ts'
import { onDisk, otherSize, readOfBytes, UNCHECKED_OF_EVENTS, type Verification } from './verify-file.ts'

type Resource = FolderReceipt['resources'][number]

/**
 * Each file against what is said of its day, then the days against what is said of them all.
 * @param receiptPath usually in the folder
 * @throws UnreadableFile with the reason where they do not agree
 */
export async function verifyFolder(folder: string, receiptPath: string): Promise<Verification> {
  const receipt = await folderReceiptAt(receiptPath)
  const { resources, eventscope: said } = receipt
  if (resources.length !== said.days.length) throw new UnreadableFile('It does not say of each file which day it is.')
  await checkNames(folder, resources)
  let bytes = 0
  for (const [at, resource] of resources.entries()) {
    await checkDay(folder, receipt, at)
    bytes += resource.bytes
  }
  const rows = total(said.days.map((day) => day.rows))
  if (rows !== said.rows) throw new UnreadableFile(`Its days have ${rows} rows, but the receipt says ${said.rows}.`)
  if (!isDeepStrictEqual(addedUp(said.days.map(({ sums }) => sums)), said.sums)) {
    throw new UnreadableFile('The sums of its days are not the sums that the receipt says.')
  }
  const itself = said.exports.map((own, at) => {
    const written = total(said.days.flatMap((day) => (day.export === at ? day.rows : [])))
    if (BigInt(written) > BigInt(own.rows)) throw new UnreadableFile(`Its days have more rows than their export wrote.`)
    return checkReceipt({ eventscope: own })
  })
  return {
    ok: true,
    agrees: [
      `${resources.length} files of ${bytes} bytes and their SHA-256`,
      `${said.rows} rows`,
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

async function folderReceiptAt(path: string): Promise<FolderReceipt> {
  const { size } = await stat(path)
  if (size > MOST_RECEIPT_BYTES) throw new UnreadableFile(`The receipt ${basename(path)} is too large to be one.`)
  return readFolderReceipt(await readFile(path, 'utf8'), basename(path))
}

/** @throws UnreadableFile, which names the file */
async function checkDay(folder: string, receipt: FolderReceipt, at: number): Promise<void> {
  const { days, exports } = receipt.eventscope
  const [resource, day] = [receipt.resources[at] as Resource, days[at]]
  const own = day && exports[day.export]
  if (day === undefined || own === undefined || resource.path !== dayFile(day.day)) {
    throw new UnreadableFile(`The receipt contradicts itself. ${resource.path} is of another day or of no export.`)
  }
  const { rows, sums, fingerprint, decimals } = day
  const ofDay: Parameters<typeof checkRows>[1] = {
    ...receipt,
    resources: [resource],
    eventscope: { ...own, rows, sums, fingerprint, decimals },
  }
  try {
    const path = join(folder, resource.path)
    const mark = markOf(ofDay)
    const reason = otherSize(mark, (await stat(path)).size)
    if (reason !== null) throw new UnreadableFile(reason)
    await readOfBytes(onDisk(path), mark, (file) => checkRows(file, ofDay))
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(`${resource.path}: ${error.message}`) : error
  }
}

/** Engines read whatever lies in the folders of days. */
async function checkNames(folder: string, resources: readonly Resource[]): Promise<void> {
  const named = new Set(resources.map(({ path }) => path))
  for (const day of await readdir(folder)) {
    if (!day.startsWith('dt=')) continue
    const other = (await readdir(join(folder, day))).find(
      (name) => name.endsWith('.parquet') && !named.has(`${day}/${name}`),
    )
    if (other !== undefined) throw new UnreadableFile(`The receipt does not name ${day}/${other}.`)
  }
}
