// The dialog that compares events of snapshots, read from their exact texts.
import { useCallback, useState } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'

const Compare = dialogOnDemand(async () => (await import('./compare-events-dialog.tsx')).CompareDialog)

/**
 * @param zone in which instants are shown
 * @returns `show`, which opens the dialog, and the dialog to render
 */
export function useComparedEvents({ connection, range }: Pick<SnapshotSummary, 'connection' | 'range'>, zone: string) {
  const [compared, setCompared] = useState<readonly Event[]>(NOTHING)
  const [isOpen, setOpen] = useState(false)
  const show = useCallback((sources: readonly string[]) => {
    setCompared(
      sources.flatMap((source) => {
        const read = parseEventText(source)
        return read.ok ? [read.event] : []
      }),
    )
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  const origin = { connectionId: connection.id, billingZone: range.zone, zone }
  return { show, dialog: <Compare opened={isOpen} events={compared} {...origin} onClose={close} /> }
}

const NOTHING: readonly Event[] = []
