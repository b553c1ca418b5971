// link/ handles links: a link is shown, and opened only if its user says so.
// Links of this window: those that the shell is handed, and those that are pasted into the one box.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Link } from '../../../shared/connection/link.ts'
import type { PageSize } from '../../../shared/event/event.ts'
import { bridge } from '../../bridge.ts'
import type { GoTo, Place } from '../../live/store/place.ts'
import type { OpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'
import { say } from '../../ui/say.ts'
import { LinkDialog } from './link-dialog.tsx'
import { placeOfLink } from './link-target.ts'
import { type ShownLink, shownLinkOf } from './shown-link.ts'

/** The open connection, as far as a link changes what is on screen. */
interface OpenSession {
  connection: Pick<Connection, 'id'>
  place: { current: () => Place }
  details: { find: (eventId: string) => void }
}

interface LinksProps {
  opened: OpenedSnapshot
  connections: readonly Connection[]
  /** Null: no connection is open. */
  session: OpenSession | null
  pageSize: PageSize
  goTo: GoTo
  /** Shows the form of a new connection; null: it is there already. */
  onAdd: (() => void) | null
}

export function Links({ opened, connections, session, pageSize, goTo, onAdd }: LinksProps) {
  const shown = shownLinkOf(opened)
  const text = useSyncExternalStore(shown.subscribe, shown.state)
  // What the dialog says stays while it closes.
  const [last, setLast] = useState('')
  if (text !== null && text !== last) setLast(text)
  useEffect(() => {
    const left = new AbortController()
    showArriving(shown, left.signal).catch((error: unknown) => {
      if (!left.signal.aborted) notifyFailure(error)
    })
    return () => left.abort()
  }, [shown])
  function open(link: Link, connectionId: string) {
    shown.leave()
    const isOpen = session?.connection.id === connectionId
    if (isOpen && link.asks.kind === 'event') {
      opened.backToLive()
      session.details.find(link.asks.eventId)
      return
    }
    goTo(
      connectionId,
      placeOfLink(link, isOpen ? session.place.current() : { limit: pageSize, sort: null, columns: null }),
    )
  }
  const add =
    onAdd &&
    (() => {
      shown.leave()
      onAdd()
    })
  return (
    <LinkDialog
      opened={text !== null}
      text={text ?? last}
      connections={connections}
      currentId={session?.connection.id ?? null}
      onOpen={open}
      onAdd={add}
      onClose={shown.leave}
    />
  )
}

async function showArriving(shown: ShownLink, signal: AbortSignal): Promise<void> {
  for await (const text of await bridge.shell.links(undefined, { signal })) {
    if (!shown.show(text)) say('Another link came and was left out: one is looked at here.', true)
  }
}
