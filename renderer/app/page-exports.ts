// The exports of the page, with what they need of the browser.
import { bridge } from '../bridge.ts'
import { createExports, type Exports, type ExportsEffects } from '../session/exports.ts'
import { createPendingExports } from '../session/pending-exports.ts'

export function createPageExports(snapshots: ExportsEffects['snapshots']): Exports {
  return createExports({ bridge, snapshots, pending: createPendingExports(sessionStorage), later, download })
}

export const showInFolder = (exportId: string) => bridge.exports.showInFolder({ exportId })

export async function downloadReceipt(exportId: string): Promise<void> {
  download((await bridge.exports.receipt({ exportId })).address)
}

/** The address answers with a file to be saved: the page stays. */
function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
