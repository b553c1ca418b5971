// The exports of this run after their start: listed, repeated, shown in their folder, their receipts fetched.
import type { ExportEntry, ExportStatus } from '../../../shared/export/file-export.ts'
import type { ReceiptFacts } from '../../../shared/export/receipt-facts.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotStep } from '../../../shared/snapshot/snapshot.ts'
import type { OfferDownload, SaveFiles } from './delivery.ts'
import type { ExportRun, ExportRuns } from './export-runs.ts'
import { type HeldRows, OVER } from './held-rows.ts'
import type { KeptReceipts } from './kept-receipts.ts'
import type { OpenExports } from './open-exports.ts'
import { readReceipt } from './read-receipt.ts'
import { receiptFacts } from './receipt-facts.ts'
import { receiptDownload } from './run-export.ts'

/** Each as the call of its name in shared/contract/contract.ts. */
export interface StartedExports {
  list(): ExportEntry[]
  again(exportId: string): Promise<Result<{ exportId: string }>>
  receipt(exportId: string, offer: OfferDownload | null): Result<{ address: string }>
  receiptFacts(exportId: string): Promise<Result<{ connectionId: string; receipt: ReceiptFacts }>>
  showInFolder(exportId: string): Result<null>
}

export interface StartedExportsParts {
  runs: Pick<ExportRuns, 'of' | 'all'>
  openExports: Pick<OpenExports, 'open'>
  held: Pick<HeldRows, 'of' | 'add'>
  /** The texts of receipts, of downloads alone. */
  receipts: WeakMap<ExportRun, string>
  /** The text of a receipt that is kept; null where there is none. */
  findReceipt: KeptReceipts['find']
  /** Null where the browser fetches files. */
  saving: SaveFiles | null
  stepOf: (snapshotId: string) => SnapshotStep | null
}

export function startedExports({
  runs,
  openExports,
  held,
  receipts,
  findReceipt,
  saving,
  stepOf,
}: StartedExportsParts): StartedExports {
  return {
    list: () => runs.all().map(entryOf),
    async again(exportId) {
      const run = runs.of(exportId)
      const sources = held.of(exportId)
      if (run === null || !isRepeatable(run)) return failed(OVER)
      const opened = await openExports.open(run.started().subject)
      if (!opened.ok || sources === null) return opened
      const added = held.add(opened.value.exportId, sources)
      return added.ok ? opened : added
    },
    receipt(exportId, offer) {
      const run = runs.of(exportId)
      const text = run === null ? undefined : receipts.get(run)
      if (run === null || text === undefined || offer === null) return failed(OVER)
      return succeeded({ address: offer(receiptDownload(run.started().fileName, text)) })
    },
    async receiptFacts(exportId) {
      const run = runs.of(exportId)
      const status = run?.status()
      if (run === null || status?.state !== 'written' || status.receipt === null) return failed(OVER)
      const text = receipts.get(run) ?? (await findReceipt(status))
      if (text === null) return failed(NOT_KEPT)
      const { connectionId } = run.started()
      return succeeded({ connectionId, receipt: receiptFacts(readReceipt(text, 'that is kept')) })
    },
    showInFolder(exportId) {
      const path = pathOf(runs.of(exportId)?.status())
      if (saving === null || path === null) return failed(OVER)
      saving.showInFolder(path)
      return succeeded(null)
    },
  }

  function entryOf(run: ExportRun): ExportEntry {
    const current = run.status()
    const status = current.state === 'reading' ? { ...current, step: stepOf(current.snapshotId) } : current
    const inFolder = saving !== null && pathOf(status) !== null
    return { ...run.started(), endedAt: run.endedAt(), status, repeatable: isRepeatable(run), inFolder }
  }

  function isRepeatable(run: ExportRun): boolean {
    const { exportId, subject, verdict } = run.started()
    return subject.of === 'snapshot' ? verdict !== null : held.of(exportId) !== null
  }
}

const NOT_KEPT: Failure = {
  kind: 'invalid',
  field: 'export',
  message:
    'The receipt of this file is not kept here any more. Verify the file with the receipt beside it, and add it there.',
}

const pathOf = (status: ExportStatus | undefined) => (status?.state === 'written' ? status.path : null)
