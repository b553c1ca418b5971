// Files held against their receipts. A file comes in pieces and is not held, whatever its size.
import { type } from '@orpc/contract'
import { z } from 'zod'
import { MOST_PIECE_BYTES } from '../check/checked-file.ts'
import type { OpenedVerification, VerificationOutcome } from '../export/verification.ts'
import { call } from './call.ts'

const verificationId = z.string()
const bytes = z.int().min(0)

/**
 * `open`, `add` until all of the file is there, `end`; where that says `again`, `add` and `end` once more. It is dropped with
 * `close`, with a third one, and five minutes after its last piece. Failure `invalid` names `file`: the receipt is none, or
 * it was dropped.
 */
export const verificationCalls = {
  /** Whether a file of this size may be one whose receipt is kept on this computer. */
  expects: call.input(z.object({ bytes })).output(type<boolean>()),
  /** `receiptId`: the receipt, as `fileCheck.open` calls it; null: one that is kept is looked for by the file's hash. */
  open: call
    .input(z.object({ name: z.string().max(1_000), bytes, receiptId: z.string().nullable() }))
    .output(type<OpenedVerification>()),
  /** In order; `piece` is base64. */
  add: call
    .input(z.object({ verificationId, piece: z.base64().max(Math.ceil(MOST_PIECE_BYTES / 3) * 4) }))
    .output(type<null>()),
  end: call.input(z.object({ verificationId })).output(type<VerificationOutcome>()),
  close: call.input(z.object({ verificationId })).output(type<null>()),
}
