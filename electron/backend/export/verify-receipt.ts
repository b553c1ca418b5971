// Holds a file against its receipt. What the file itself can show is checked; what only the service could tell is named.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { isSystemError } from '../storage/system-error.ts'
import { checkReceipt } from './check-receipt.ts'
import { checkRows, type RowsChecked } from './check-rows.ts'
import { checkHeads } from './column-rows.ts'
import { tableRows } from './excel-rows.ts'
import {
  RECEIPT_ENDING,
  RECEIPT_FORM,
  type Receipt,
  receiptSchema,
  type TableReceipt,
  tableReceiptSchema,
} from './receipt.ts'
import { UnreadableFile } from './row-reader.ts'

/** `reason`, `agrees` and `unchecked` are sentences for people. */
export type Verification = { ok: true; agrees: string[]; unchecked: string[] } | { ok: false; reason: string }

/** Larger than any receipt, which is read as a whole. */
const MOST_BYTES = 64 * 1024 * 1024

/** `path` is that of the file or of its receipt, which lie in one folder. */
export async function verifyReceipt(path: string): Promise<Verification> {
  try {
    return { ok: true, ...(await verify(path)) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { ok: false, reason: error.message }
    if (isSystemError(error)) return { ok: false, reason: `A file could not be read: ${error.message}.` }
    throw error
  }
}

async function verify(path: string): Promise<RowsChecked> {
  const receiptPath = path.endsWith(RECEIPT_ENDING) ? path : path + RECEIPT_ENDING
  const receipt = await readReceipt(receiptPath)
  const [resource] = receipt.resources
  const file = join(dirname(receiptPath), resource.path)
  if (basename(receiptPath) !== resource.path + RECEIPT_ENDING) {
    throw new UnreadableFile(`The receipt ${basename(receiptPath)} belongs to another file, ${resource.path}.`)
  }
  await checkBytes(file, resource.bytes, resource.hash)
  const { agrees, unchecked } = isOfTable(receipt) ? await checkTable(file, receipt) : await checkEvents(file, receipt)
  return {
    agrees: [
      `${resource.bytes} bytes and their SHA-256, ${resource.hash.slice('sha256:'.length)}`,
      `${receipt.eventscope.rows} rows`,
      `${resource.schema.fields.length} fields: ${resource.schema.fields.map(({ name }) => name).join(', ')}`,
      ...agrees,
    ],
    unchecked,
  }
}

const isOfTable = (receipt: Receipt | TableReceipt): receipt is TableReceipt => 'table' in receipt.eventscope

async function checkEvents(file: string, receipt: Receipt): Promise<RowsChecked> {
  const rows = await checkRows(file, receipt)
  const itself = checkReceipt(receipt)
  return {
    agrees: [...rows.agrees, ...itself.agrees],
    unchecked: [...rows.unchecked, ...UNCHECKED, ...itself.unchecked],
  }
}

async function checkTable(file: string, receipt: TableReceipt): Promise<RowsChecked> {
  let rows = 0
  for await (const { cells, isHeads } of tableRows(file)) {
    if (isHeads) checkHeads(cells, receipt)
    else rows += 1
  }
  if (String(rows) !== receipt.eventscope.rows) {
    throw new UnreadableFile(`It has ${rows} rows, but the receipt says ${receipt.eventscope.rows}.`)
  }
  return { agrees: [], unchecked: ['what its figures were made of: only the snapshot can show it', UNSIGNED] }
}

const UNSIGNED = 'who wrote the receipt: it is not signed, and whoever can change both files can make them agree'

const UNCHECKED = [
  'that the service sent these events, when, and to which requests',
  'that they are all that match: the verdict, its evidence, the account and the counts are what the reading saw',
  'what was left out, and that the counted apostrophes, cuts and escapes are the only changes',
  UNSIGNED,
]

async function readReceipt(path: string): Promise<Receipt | TableReceipt> {
  const { size } = await stat(path)
  if (size > MOST_BYTES) throw new UnreadableFile(`The receipt ${basename(path)} is too large to be one.`)
  let content: unknown
  try {
    content = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnreadableFile(`The receipt ${basename(path)} is not JSON: ${error.message}.`)
  }
  const ofTable = tableReceiptSchema.safeParse(content)
  if (ofTable.success) return ofTable.data
  const read = receiptSchema.safeParse(content)
  if (read.success) return read.data
  const form = formSchema.safeParse(content).data?.eventscope.receipt ?? RECEIPT_FORM
  if (form !== RECEIPT_FORM) {
    throw new UnreadableFile(
      `The receipt ${basename(path)} has version ${form} of Eventscope's receipts, and this Eventscope reads version ${RECEIPT_FORM}.`,
    )
  }
  const [issue] = read.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
  throw new UnreadableFile(
    `The receipt ${basename(path)} is not an Eventscope receipt${where}: ${issue?.message ?? 'unknown'}.`,
  )
}

const formSchema = z.object({ eventscope: z.object({ receipt: z.string().max(20) }) })

async function checkBytes(path: string, bytes: number, hash: string): Promise<void> {
  const { size } = await stat(path)
  if (size !== bytes) throw new UnreadableFile(`The file has ${size} bytes, but the receipt says ${bytes}.`)
  const sha256 = createHash('sha256')
  for await (const chunk of createReadStream(path)) sha256.update(chunk as Buffer)
  const found = `sha256:${sha256.digest('hex')}`
  if (found === hash) return
  throw new UnreadableFile(
    `The file is not the one that the receipt was written for: its hash is ${found}, not ${hash}.`,
  )
}
