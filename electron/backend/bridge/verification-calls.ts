// The bridge's calls about files that are held against their receipts.
import { succeeded } from '../../../shared/failure/failure.ts'
import type { HeldFiles } from '../check/held-files.ts'
import type { KeptReceipts } from '../export/kept-receipts.ts'
import type { Verifications } from '../export/verifications.ts'
import { type BridgeCalls, unwrap } from './implement-bridge.ts'

export interface VerificationCallsParts {
  verifications: Verifications
  kept: Pick<KeptReceipts, 'expects'>
  /** Where receipts come. */
  files: Pick<HeldFiles, 'get' | 'close'>
}

/** `open` lets go of the held receipt that it is given: its id is good for one file. */
export function verificationCalls(
  { verification: os }: BridgeCalls,
  { verifications, kept, files }: VerificationCallsParts,
) {
  return os.router({
    expects: os.expects.handler(({ input }) => kept.expects(input.bytes)),
    open: os.open.handler(({ input: { receiptId, ...file } }) => {
      const receipt = receiptId === null ? succeeded(null) : files.get(receiptId)
      const text = unwrap(receipt)
      if (receiptId !== null) files.close(receiptId)
      return unwrap(verifications.open(file, text && new Uint8Array(text.bytes)))
    }),
    add: os.add.handler(async ({ input: { verificationId, piece } }) =>
      unwrap(await verifications.add(verificationId, Buffer.from(piece, 'base64'))),
    ),
    end: os.end.handler(async ({ input }) => unwrap(await verifications.end(input.verificationId))),
    close: os.close.handler(({ input }) => {
      verifications.close(input.verificationId)
      return null
    }),
  })
}
