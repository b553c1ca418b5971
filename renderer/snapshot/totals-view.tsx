// "Totals", with what the checks say about possible duplicates below the figures.
import { DuplicatesLine } from './checks/duplicates-line.tsx'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'
import { TotalsTab } from './totals/totals-tab.tsx'

export function TotalsView(props: SnapshotTabProps) {
  return <TotalsTab {...props} duplicates={<DuplicatesLine {...props} />} />
}
