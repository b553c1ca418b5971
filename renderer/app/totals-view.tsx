// "Totals", with what the checks say about possible duplicates below the figures.
import { DuplicatesLine } from '../features/checks/duplicates-line.tsx'
import { TotalsTab } from '../features/totals/totals-tab.tsx'
import type { SnapshotTabProps } from '../session/snapshot-tab.ts'

export function TotalsView(props: SnapshotTabProps) {
  return <TotalsTab {...props} duplicates={<DuplicatesLine {...props} />} />
}
