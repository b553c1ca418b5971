// The bridge's calls about files that are held against a snapshot, or against their receipts.
import type { CheckStep } from '../../../shared/contract/snapshot-calls.ts'
import type { InvoiceCheckQuestion } from '../../../shared/snapshot/snapshot-invoice.ts'
import type { FileAnswers, FileCheckQuestion, FileQuestion } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { HeldFile } from '../check/held-files.ts'
import type { QuestionDesk } from '../snapshots/questions/question-desk.ts'
import { type BridgeCalls, latestSteps, type RouterParts, unwrap } from './implement-bridge.ts'

interface Asking<Q extends FileQuestion> {
  snapshotId: string
  slot: string
  question: Q
}

export function fileCheckCalls({ fileCheck: os }: BridgeCalls, parts: RouterParts) {
  const { heldFiles: files, untilClosed } = parts
  const { desk } = parts.snapshots
  const answer = async <Q extends FileQuestion>(
    { snapshotId, slot, question }: Asking<Q>,
    signal: AbortSignal | undefined,
  ) => {
    const file = 'fileId' in question ? unwrap(files.get(question.fileId)) : null
    return unwrap(await desk.ask(snapshotId, question, slot, untilClosed(signal), { file }))
  }

  return os.router({
    open: os.open.handler(({ input: { name, bytes } }) => unwrap(files.open(name, bytes))),
    add: os.add.handler(({ input: { fileId, piece } }) => unwrap(files.add(fileId, Buffer.from(piece, 'base64')))),
    close: os.close.handler(({ input }) => {
      files.close(input.fileId)
      return null
    }),
    look: os.look.handler(({ input, signal }) => answer(input, signal)),
    check: os.check.handler(({ input, signal }) =>
      checking(desk, unwrap(files.get(input.question.fileId)), input, untilClosed(signal)),
    ),
    lines: os.lines.handler(({ input, signal }) => answer(input, signal)),
    rows: os.rows.handler(({ input, signal }) => answer(input, signal)),
    table: os.table.handler(({ input, signal }) => answer(input, signal)),
    checkInvoice: os.checkInvoice.handler(({ input, signal }) =>
      checking(desk, unwrap(files.get(input.question.fileId)), input, untilClosed(signal)),
    ),
    invoiceLines: os.invoiceLines.handler(({ input, signal }) => answer(input, signal)),
    invoiceUnbilled: os.invoiceUnbilled.handler(({ input, signal }) => answer(input, signal)),
    invoiceLine: os.invoiceLine.handler(({ input, signal }) => answer(input, signal)),
    invoiceRows: os.invoiceRows.handler(({ input, signal }) => answer(input, signal)),
    invoiceTable: os.invoiceTable.handler(({ input, signal }) => answer(input, signal)),
  })
}

/** How far it is; last what it came to. */
async function* checking<Q extends FileCheckQuestion | InvoiceCheckQuestion>(
  desk: QuestionDesk,
  file: HeldFile,
  { snapshotId, slot, question }: Asking<Q>,
  signal: AbortSignal,
): AsyncGenerator<CheckStep<FileAnswers[Q['ask']]>, void> {
  const outcome = yield* latestSteps(
    { state: 'checking', phase: 'reading', done: 0, of: null } as CheckStep<FileAnswers[Q['ask']]>,
    (report, signal) =>
      desk.ask(snapshotId, question, slot, signal, {
        file,
        report: (progress) => report({ state: 'checking', ...progress }),
      }),
    signal,
  )
  if (outcome !== undefined) yield { state: 'over', outcome: unwrap(outcome) }
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
