// The bridge's calls about exports.
import { failed } from '../../shared/failure.ts'
import { unwrap } from './bridge-failure.ts'
import type { BridgeCalls } from './implement-bridge.ts'

export function exportCalls({ exports: os }: BridgeCalls) {
  const notYet = () =>
    unwrap(failed({ kind: 'invalid', field: 'export', message: 'This export cannot be made yet.' })) as never
  return os.router({
    open: os.open.handler(notYet),
    add: os.add.handler(notYet),
    preview: os.preview.handler(notYet),
    start: os.start.handler(notYet),
    progress: os.progress.handler(notYet),
    cancel: os.cancel.handler(() => null),
    list: os.list.handler(() => []),
    again: os.again.handler(notYet),
    receipt: os.receipt.handler(notYet),
    showInFolder: os.showInFolder.handler(notYet),
  })
}
