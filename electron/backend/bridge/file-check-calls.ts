// The bridge's calls about files that are held against a snapshot, or against their receipts.
import { type BridgeCalls, type RouterParts, unwrap } from './implement-bridge.ts'

export function fileCheckCalls({ fileCheck: os }: BridgeCalls, { heldFiles: files }: RouterParts) {
  return os.router({
    open: os.open.handler(({ input: { name, bytes } }) => unwrap(files.open(name, bytes))),
    add: os.add.handler(({ input: { fileId, piece } }) => unwrap(files.add(fileId, Buffer.from(piece, 'base64')))),
    close: os.close.handler(({ input }) => {
      files.close(input.fileId)
      return null
    }),
  })
}

/** `open` lets go of the held receipt that it is given: its id is good for one file. */
export function verificationCalls(
  { verification: os }: BridgeCalls,
  { verifications, receipts, heldFiles }: RouterParts,
) {
  return os.router({
    expects: os.expects.handler(({ input }) => receipts.expects(input.bytes)),
    open: os.open.handler(({ input: { receiptId, ...file } }) => {
      const text = receiptId === null ? null : unwrap(heldFiles.get(receiptId))
      if (receiptId !== null) heldFiles.close(receiptId)
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
