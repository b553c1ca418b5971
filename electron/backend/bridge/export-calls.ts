// The bridge's calls about exports.
import type { Case } from '../../../shared/case/case.ts'
import { type CaseParts, saveCase, saveShapes } from '../export/save-text-file.ts'
import { type BridgeCalls, type RouterParts, unwrap } from './implement-bridge.ts'

/** @param parts with what files of cases say of the program, and must not say */
export function exportCalls(
  { exports: os }: BridgeCalls,
  parts: RouterParts & {
    caseParts: (asked: { case: Case; connectionId: string }) => Promise<Omit<CaseParts, 'offer'>>
  },
) {
  const { exports, tableFiles: tables, caseParts, saving, untilClosed } = parts
  return os.router({
    open: os.open.handler(async ({ input }) => unwrap(await exports.open(input))),
    add: os.add.handler(({ input }) => unwrap(exports.add(input.exportId, input.sources))),
    preview: os.preview.handler(async ({ input, signal }) =>
      unwrap(await exports.preview(input.exportId, input.options, untilClosed(signal))),
    ),
    start: os.start.handler(async ({ input: { exportId, options }, context }) =>
      unwrap(await exports.start(exportId, options, context.offerDownload ?? null)),
    ),
    startAll: os.startAll.handler(async ({ input: { order, options, namedAt } }) =>
      unwrap(await exports.startAll(order, options, namedAt)),
    ),
    save: os.save.handler(async ({ input, context }) =>
      unwrap(await exports.save(input.exportId, context.offerDownload ?? null)),
    ),
    cancel: os.cancel.handler(async ({ input }) => unwrap(await exports.cancel(input.exportId))),
    remove: os.remove.handler(async ({ input }) => unwrap(await exports.remove(input.exportId))),
    list: os.list.handler(() => exports.list()),
    again: os.again.handler(async ({ input }) => unwrap(await exports.again(input.exportId))),
    receipt: os.receipt.handler(({ input, context }) =>
      unwrap(exports.receipt(input.exportId, context.offerDownload ?? null)),
    ),
    charges: os.charges.handler(({ input, context }) =>
      unwrap(exports.charges(input.exportId, context.offerDownload ?? null)),
    ),
    receiptFacts: os.receiptFacts.handler(async ({ input }) => unwrap(await exports.receiptFacts(input.exportId))),
    openTable: os.openTable.handler(async ({ input, context }) =>
      unwrap(await tables.open(input, context.offerDownload ?? null)),
    ),
    addToTable: os.addToTable.handler(async ({ input }) => unwrap(await tables.add(input.tableId, input.rows))),
    saveTable: os.saveTable.handler(async ({ input }) => unwrap(await tables.save(input.tableId))),
    cancelTable: os.cancelTable.handler(({ input }) => {
      tables.cancel(input.tableId)
      return null
    }),
    saveCase: os.saveCase.handler(async ({ input, context }) =>
      unwrap(await saveCase(input, { ...(await caseParts(input)), offer: context.offerDownload ?? null })),
    ),
    saveShapes: os.saveShapes.handler(async ({ input, context }) =>
      unwrap(await saveShapes(input.text, { saving, offer: context.offerDownload ?? null })),
    ),
    showInFolder: os.showInFolder.handler(({ input }) => unwrap(exports.showInFolder(input.exportId))),
  })
}
