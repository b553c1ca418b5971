// The text of a receipt as one, or why it is none: it may be a stranger's.
import { z } from 'zod'
import { FOLDER_RECEIPT_FORM, type FolderReceipt, folderReceiptSchema } from './folder-receipt.ts'
import { RECEIPT_FORM, type Receipt, receiptSchema, type TableReceipt, tableReceiptSchema } from './receipt.ts'
import { UnreadableFile } from './row-reader.ts'

/** Larger than any receipt, which is read as a whole. */
export const MOST_RECEIPT_BYTES = 64 * 1024 * 1024

/** @throws UnreadableFile with the reason, which calls it `name` */
export function readReceipt(text: string, name: string): Receipt | TableReceipt {
  const content = parsed(text, name)
  const ofTable = tableReceiptSchema.safeParse(content)
  if (ofTable.success) return ofTable.data
  const read = receiptSchema.safeParse(content)
  if (read.success) return read.data
  if (folderReceiptSchema.safeParse(content).success) {
    throw new UnreadableFile(
      `The receipt ${name} is that of a folder of days: npm run verify-receipt FOLDER checks it.`,
    )
  }
  throw notOurs(content, name, RECEIPT_FORM, read.error)
}

/** As `readReceipt`, of the receipt of a folder of days. */
export function readFolderReceipt(text: string, name: string): FolderReceipt {
  const content = parsed(text, name)
  const read = folderReceiptSchema.safeParse(content)
  if (read.success) return read.data
  throw notOurs(content, name, FOLDER_RECEIPT_FORM, read.error)
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnreadableFile(`The receipt ${name} is not JSON: ${error.message}.`)
  }
}

/** @param expected the version that a receipt in this place has */
function notOurs(content: unknown, name: string, expected: string, { issues: [issue] }: z.ZodError): UnreadableFile {
  const form = formOf(content) ?? expected
  if (form !== expected) {
    return new UnreadableFile(
      `The receipt ${name} has version ${form} of Eventscope's receipts, and this Eventscope reads version ${expected}.`,
    )
  }
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
  return new UnreadableFile(`The receipt ${name} is not an Eventscope receipt${where}: ${issue?.message ?? 'unknown'}.`)
}

const formOf = (content: unknown) => formSchema.safeParse(content).data?.eventscope.receipt

const formSchema = z.object({ eventscope: z.object({ receipt: z.string().max(20) }) })

/** The file that a receipt is about: name, bytes and hash. */
export function fileMarkOf({ resources: [{ path, bytes, hash }] }: Receipt | TableReceipt) {
  return { name: path, bytes, sha256: hash.slice('sha256:'.length) }
}
