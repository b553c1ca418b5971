// The region "Exports", shown while there are any.
import { useSyncExternalStore } from 'react'
import { ExportsTray } from '../features/export/exports-tray.tsx'
import type { Exports } from '../session/exports.ts'
import { downloadReceipt, showInFolder } from './page-exports.ts'

export function ExportsRegion({ exports }: { exports: Exports }) {
  const isAny = useSyncExternalStore(exports.subscribe, () => exports.state().length > 0)
  return isAny && <ExportsTray exports={exports} showInFolder={showInFolder} downloadReceipt={downloadReceipt} />
}
