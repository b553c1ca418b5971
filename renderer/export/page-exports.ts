// The exports of the page, wired to the browser.
import { bridge } from '../bridge.ts'
import { download } from '../ui/download.ts'
import { later } from '../ui/later.ts'
import { createExports, type Exports, type ExportsEffects } from './store/exports.ts'
import { createOwnExports } from './store/own-exports.ts'

export function createPageExports(snapshots: ExportsEffects['snapshots']): Exports {
  const begunHere = createOwnExports('begun', sessionStorage)
  const cleared = createOwnExports('cleared', sessionStorage)
  return createExports({ bridge, snapshots, begunHere, cleared, later, download })
}

/** Only for an entry with `inFolder`; rejects with a FailureError for any other. */
export const showInFolder = (exportId: string) => bridge.exports.showInFolder({ exportId })

/** Only for a file that was handed to the browser; rejects with a FailureError for any other. */
export async function downloadReceipt(exportId: string): Promise<void> {
  download((await bridge.exports.receipt({ exportId })).address)
}

/** Says the outcome in a notice. Rejects with a FailureError if the receipt is not kept any more. */
export async function addReceiptToCase(exportId: string): Promise<void> {
  const { connectionId, receipt } = await bridge.exports.receiptFacts({ exportId })
  const { addAndSay } = await import('../case/add-and-say.ts')
  await addAndSay(connectionId, { is: 'receipt', id: crypto.randomUUID(), receipt, verified: null })
}
