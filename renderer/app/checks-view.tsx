// "Checks" with the dialog that shows what it found beside each other.
import { useCallback, useState } from 'react'
import type { Event } from '../../shared/event.ts'
import { parseEventText } from '../../shared/search-page.ts'
import { bridge } from '../bridge.ts'
import { ChecksTab } from '../features/checks/checks-tab.tsx'
import { scopeOfRows } from '../features/checks/scope-of-rows.ts'
import { MOST_COMPARED } from '../features/compare/comparison.ts'
import type { SnapshotTabProps } from '../session/snapshot-tab.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { dialogOnDemand } from '../ui/on-demand.tsx'

const Compare = dialogOnDemand(async () => (await import('../features/compare/compare-dialog.tsx')).CompareDialog)

export function ChecksView(props: SnapshotTabProps) {
  const { id } = props.snapshot
  const [compared, setCompared] = useState<readonly Event[]>(NOTHING)
  const [isOpen, setOpen] = useState(false)
  const compare = useCallback(
    (rows: readonly number[]) => {
      eventsOf(id, rows).then((events) => {
        setCompared(events)
        setOpen(true)
      }, notifyFailure)
    },
    [id],
  )
  return (
    <>
      <ChecksTab {...props} onCompare={compare} />
      <Compare opened={isOpen} events={compared} onClose={() => setOpen(false)} />
    </>
  )
}

const NOTHING: readonly Event[] = []

/** As many as are compared. */
async function eventsOf(snapshotId: string, rows: readonly number[]): Promise<Event[]> {
  const scope = scopeOfRows(rows.slice(0, MOST_COMPARED))
  const question = { ask: 'rows' as const, scope, sort: null, offset: 0, limit: MOST_COMPARED }
  const asked = await bridge.snapshots.questions.rows({ snapshotId, slot: 'compared', question })
  if (asked.kind !== 'answered') return []
  return asked.answer.rows.flatMap(({ source }) => {
    const read = parseEventText(source)
    return read.ok ? [read.event] : []
  })
}
