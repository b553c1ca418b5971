// "Checks", with the dialog that compares the events it found.
import { useCallback } from 'react'
import { bridge } from '../bridge.ts'
import { MOST_COMPARED } from '../event/compare/comparison.ts'
import { useComparedEvents } from '../event/compare/use-compared-events.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { ChecksTab } from './checks/checks-tab.tsx'
import { scopeOfRows } from './checks/scope-of-rows.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

export function ChecksView(props: SnapshotTabProps) {
  const { id } = props.snapshot
  const { show, dialog } = useComparedEvents()
  const compare = useCallback(
    (rows: readonly number[]) => void sourcesOf(id, rows).then(show, notifyFailure),
    [id, show],
  )
  return (
    <>
      <ChecksTab {...props} onCompare={compare} />
      {dialog}
    </>
  )
}

/** No more than the dialog compares. */
async function sourcesOf(snapshotId: string, rows: readonly number[]): Promise<string[]> {
  const scope = scopeOfRows(rows.slice(0, MOST_COMPARED))
  const question = { ask: 'rows' as const, scope, sort: null, offset: 0, limit: MOST_COMPARED }
  const asked = await bridge.snapshots.questions.rows({ snapshotId, slot: 'compared', question })
  return asked.kind === 'answered' ? asked.answer.rows.map(({ source }) => source) : []
}
