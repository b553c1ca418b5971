// The region "Exports", shown while there are exports.
import { useSyncExternalStore } from 'react'
import { addReceiptToCase, downloadReceipt, showInFolder } from './page-exports.ts'
import type { Exports } from './store/exports.ts'
import { ExportsTray } from './tray/exports-tray.tsx'

export function ExportsRegion({ exports }: { exports: Exports }) {
  const isAny = useSyncExternalStore(exports.subscribe, () => exports.state().length > 0)
  return isAny && <ExportsTray exports={exports} fileActions={FILE_ACTIONS} />
}

const FILE_ACTIONS = { showInFolder, downloadReceipt, addToCase: addReceiptToCase }
