// The dialogs over the panes: saving the search, looking up pasted IDs, comparing events. One at a time.
import { useMemo } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Event } from '../../shared/event/event.ts'
import type { Pasted } from '../find/lookup-dialog.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import type { ConnectionSession } from './connection-session.ts'
import { usePerEpoch } from './panes.ts'

const SaveSearch = dialogOnDemand(async () => (await import('../live/searches/searches.tsx')).SaveSearch)
const LookupPasted = dialogOnDemand(async () => (await import('../find/lookup-dialog.tsx')).LookupPasted)
const Compare = dialogOnDemand(async () => (await import('../event/compare/compare-events-dialog.tsx')).CompareDialog)

type PageDialog =
  | { shows: 'save' }
  | { shows: 'lookup'; pasted: Pasted }
  | { shows: 'comparison'; events: readonly Event[] }

export type PageDialogOpeners = ReturnType<typeof usePageDialog>['openers']

/** The openers and `close` stay the same from render to render of one opening of a connection. */
export function usePageDialog(epoch: number) {
  const [dialog, setDialog] = usePerEpoch<PageDialog | null>(epoch, null)
  const stable = useMemo(() => {
    const openers = {
      /** Gives the search on screen a name. */
      saveSearch: () => setDialog({ shows: 'save' }),
      /** Tells which of these IDs are events. */
      lookUp: (pasted: Pasted) => setDialog({ shows: 'lookup', pasted }),
      /** It takes two events or more. */
      compare: (events: readonly Event[]) => setDialog({ shows: 'comparison', events }),
    }
    return { openers, close: () => setDialog(null) }
  }, [setDialog])
  return { dialog, ...stable }
}

interface PageDialogsProps {
  dialog: PageDialog | null
  openers: PageDialogOpeners
  session: ConnectionSession
  current: Connection
  zone: string
  /** Selects the events that were looked up. */
  onSelect: (events: readonly Event[]) => void
  onClose: () => void
}

export function PageDialogs({ dialog, openers, session, current, zone, onSelect, onClose }: PageDialogsProps) {
  return (
    <>
      <SaveSearch opened={dialog?.shows === 'save'} session={session} current={current} zone={zone} onClose={onClose} />
      <LookupPasted
        opened={dialog?.shows === 'lookup'}
        pasted={dialog?.shows === 'lookup' ? dialog.pasted : null}
        session={session}
        current={current}
        zone={zone}
        onSelect={onSelect}
        onCompare={openers.compare}
        onClose={onClose}
      />
      <Compare
        opened={dialog?.shows === 'comparison'}
        events={dialog?.shows === 'comparison' ? dialog.events : NO_EVENTS}
        connectionId={current.id}
        billingZone={current.billingZone ?? 'UTC'}
        zone={zone}
        onClose={onClose}
      />
    </>
  )
}

const NO_EVENTS: readonly Event[] = []
