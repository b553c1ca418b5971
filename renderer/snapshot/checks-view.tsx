// "Checks", with its dialogs: the comparison of events that it found, the expected shapes, and what events are worth.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { RowsQuestion } from '../../shared/snapshot/snapshot-rows.ts'
import { bridge } from '../bridge.ts'
import { MOST_COMPARED } from '../event/compare/comparison.ts'
import { useComparedEvents } from '../event/compare/use-compared-events.tsx'
import { notifyError } from '../ui/notify.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { ChecksTab } from './checks/checks-tab.tsx'
import { scopeOfRows } from './store/scope-conditions.ts'
import { snapshotQuery } from './store/snapshot-query.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

const ShapesDialog = dialogOnDemand(async () => (await import('./checks/shapes-dialog.tsx')).ShapesDialog)
const RulesDialog = dialogOnDemand(async () => (await import('./headlines/rules-dialog.tsx')).RulesDialog)

export function ChecksView(props: SnapshotTabProps) {
  const { id } = props.snapshot
  const queryClient = useQueryClient()
  const { show, dialog } = useComparedEvents(props.snapshot, props.zone)
  const compare = useCallback(
    (rows: readonly number[]) => void sourcesOf(queryClient, id, rows).then(show, notifyError),
    [queryClient, id, show],
  )
  const [isRulesOpen, setRulesOpen] = useState(false)
  const [shapes, setShapes] = useState({ opened: false, isLearning: false })
  return (
    <>
      <ChecksTab
        {...props}
        onCompare={compare}
        onRules={() => setRulesOpen(true)}
        onShapes={(isLearning) => setShapes({ opened: true, isLearning })}
      />
      {dialog}
      <ShapesDialog
        {...shapes}
        onClose={() => setShapes({ ...shapes, opened: false })}
        snapshot={props.snapshot}
        onShowEvents={props.onShowEvents}
      />
      <RulesDialog
        opened={isRulesOpen}
        onClose={() => setRulesOpen(false)}
        snapshot={props.snapshot}
        onShowEvents={props.onShowEvents}
      />
    </>
  )
}

/** The JSON of these rows, as many as the dialog compares at most. */
async function sourcesOf(queryClient: QueryClient, snapshotId: string, rows: readonly number[]): Promise<string[]> {
  const scope = scopeOfRows(rows.slice(0, MOST_COMPARED))
  const question: RowsQuestion = { ask: 'rows', scope, sort: null, offset: 0, limit: MOST_COMPARED }
  const { answer } = await queryClient.fetchQuery(snapshotQuery(bridge, snapshotId, question))
  return answer.rows.map(({ source }) => source)
}
