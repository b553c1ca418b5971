// The text of a receipt as one, or why it is none: it may be a stranger's.
import { z } from 'zod'
import { RECEIPT_FORM, type Receipt, receiptSchema, type TableReceipt, tableReceiptSchema } from './receipt.ts'
import { UnreadableFile } from './row-reader.ts'

/** Larger than any receipt, which is read as a whole. */
export const MOST_RECEIPT_BYTES = 64 * 1024 * 1024

/** @throws UnreadableFile with the reason, which calls it `name` */
export function readReceipt(text: string, name: string): Receipt | TableReceipt {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnreadableFile(`The receipt ${name} is not JSON: ${error.message}.`)
  }
  const ofTable = tableReceiptSchema.safeParse(content)
  if (ofTable.success) return ofTable.data
  const read = receiptSchema.safeParse(content)
  if (read.success) return read.data
  const form = formSchema.safeParse(content).data?.eventscope.receipt ?? RECEIPT_FORM
  if (form !== RECEIPT_FORM) {
    throw new UnreadableFile(
      `The receipt ${name} has version ${form} of Eventscope's receipts, and this Eventscope reads version ${RECEIPT_FORM}.`,
    )
  }
  const [issue] = read.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
  throw new UnreadableFile(`The receipt ${name} is not an Eventscope receipt${where}: ${issue?.message ?? 'unknown'}.`)
}

const formSchema = z.object({ eventscope: z.object({ receipt: z.string().max(20) }) })

/** What a receipt says of its file. */
export function markOf({ resources: [{ path, bytes, hash }] }: Receipt | TableReceipt) {
  return { name: path, bytes, sha256: hash.slice('sha256:'.length) }
}
