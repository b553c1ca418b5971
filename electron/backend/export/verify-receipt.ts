// Finds file and receipt on the disk, whatever they are called by now, and holds one against the other.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isMissing, isSystemError } from '../storage/disk-error.ts'
import { FOLDER_RECEIPT } from './folder-receipt.ts'
import type { FileMark } from './kept-receipts.ts'
import { fileMarkOf, MOST_RECEIPT_BYTES, readReceipt } from './read-receipt.ts'
import { RECEIPT_ENDING, type Receipt, type TableReceipt } from './receipt.ts'
import { UnreadableFile } from './row-reader.ts'
import { fileOnDisk, otherSize, type Verification, verifyFile } from './verify-file.ts'
import { verifyFolder } from './verify-folder.ts'

interface VerifyOptions {
  /** Where the receipt is, if it is not to be looked for. */
  receipt?: string | undefined
  /** A receipt that is kept elsewhere, by what it says of its file. */
  findKept?: ((mark: FileMark) => Promise<string | null>) | undefined
}

/** What was found, and how the file was called when its receipt was written, if it is called otherwise now. */
export type FoundVerification = Verification & { calledThen?: string }

/**
 * `path` is that of the file or of its receipt. What belongs to it is looked for beside it: by its name, then among all receipts
 * of the folder (or all files of the size) by its hash. A folder of days has its receipt in itself.
 */
export async function verifyReceipt(path: string, options: VerifyOptions = {}): Promise<FoundVerification> {
  try {
    if (basename(path) === FOLDER_RECEIPT) return await verifyFolder(dirname(path), path)
    // A missing file is reported by its receipt.
    const there = await stat(path).catch(() => null)
    if (there?.isDirectory()) return await verifyFolder(path, options.receipt ?? join(path, FOLDER_RECEIPT))
    const { file, receipt } = await found(path, options)
    const { size } = await stat(file)
    const reason = otherSize(fileMarkOf(receipt), size)
    if (reason !== null) return { ok: false, reason }
    const verification = await verifyFile(fileOnDisk(file), receipt)
    const { name } = fileMarkOf(receipt)
    return name === basename(file) ? verification : { ...verification, calledThen: name }
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, reason: error.message }
    if (isSystemError(error)) return { ok: false, reason: `A file could not be read: ${error.message}.` }
    throw error
  }
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
    `No receipt of ${basename(path)} is beside it or kept on this computer: neither one of its name, nor one with its hash.`,
  )
}

/** By the name in the receipt, by the receipt's own, or by hash. */
async function fileOf(path: string): Promise<Found> {
  const receipt = await receiptAt(path)
  const mark = fileMarkOf(receipt)
  for (const file of [join(dirname(path), mark.name), path.slice(0, -RECEIPT_ENDING.length)]) {
    if (await isThere(file)) return { file, receipt }
  }
  for (const file of await filesBeside(path, mark.bytes)) {
    if ((await markOfFile(file)).sha256 === mark.sha256) return { file, receipt }
  }
  throw new UnreadableFile(`The file of this receipt, ${mark.name}, is not beside it, nor another one with its hash.`)
}

/** Of a folder; the first ones by name. */
const MOST_RECEIPTS = 500
const MOST_FILES = 20
/** Of all of them together. */
const MOST_READ_BYTES = 256 * 1024 * 1024

async function receiptBeside(path: string, mark: FileMark): Promise<Receipt | TableReceipt | null> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter((name) => name.endsWith(RECEIPT_ENDING)).sort()
  let read = 0
  for (const name of names.slice(0, MOST_RECEIPTS)) {
    const other = join(folder, name)
    const there = await stat(other)
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
  const { size } = await stat(path)
  if (size > MOST_RECEIPT_BYTES) throw new UnreadableFile(`The receipt ${name} is too large to be one.`)
  return readReceipt(await readFile(path, 'utf8'), name)
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
