// Events by the IDs that were pasted into the one box: the dialog that tells which are there, on the open connection.
import { useMemo } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Event } from '../../shared/event/event.ts'
import { bridge } from '../bridge.ts'
import { createEventLookup } from '../event/store/event-lookup.ts'
import type { EventSession } from '../event/store/event-session.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import { LookupDialog } from './lookup-dialog.tsx'

export interface Pasted {
  ids: readonly string[]
  /** Those beyond what is asked for at once. */
  leftOut: number
}

interface LookupPastedProps {
  opened: boolean
  pasted: Pasted | null
  session: LiveSession & Pick<EventSession, 'details'>
  current: Connection
  zone: string
  onSelect: (events: readonly Event[]) => void
  onCompare: (events: readonly Event[]) => void
  onClose: () => void
}

export function LookupPasted({ pasted, session, current, onSelect, onCompare, onClose, ...rest }: LookupPastedProps) {
  const { answers, details } = session
  const { id, account } = current
  const lookup = useMemo(
    () => pasted && createEventLookup({ bridge, answers, connection: { id, account }, now: Date.now }, pasted.ids),
    [pasted, answers, id, account],
  )
  /** The result is shown beneath. */
  function andClose<T>(work: (of: T) => void) {
    return (of: T) => {
      onClose()
      work(of)
    }
  }
  return (
    <LookupDialog
      {...rest}
      lookup={lookup}
      leftOut={pasted?.leftOut ?? 0}
      onOpen={andClose(details.find)}
      onSelect={andClose(onSelect)}
      onCompare={andClose(onCompare)}
      onClose={onClose}
    />
  )
}
