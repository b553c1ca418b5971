// The exports of the page, wired to the browser.
import { bridge } from '../bridge.ts'
import { createExports, type Exports, type ExportsEffects } from '../session/exports.ts'
import { later } from '../session/later.ts'
import { createPendingExports } from '../session/pending-exports.ts'
import { download } from '../ui/download.ts'

export function createPageExports(snapshots: ExportsEffects['snapshots']): Exports {
  return createExports({ bridge, snapshots, pending: createPendingExports(sessionStorage), later, download })
}

export const showInFolder = (exportId: string) => bridge.exports.showInFolder({ exportId })

export async function downloadReceipt(exportId: string): Promise<void> {
  download((await bridge.exports.receipt({ exportId })).address)
}
