// link/ handles links: a link is shown, and opened only if its user says so.
// Links of this window: those that the shell is handed, and those that are pasted into the one box.

import { Button, Group, Modal, Select } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Link } from '../../../shared/connection/link.ts'
import type { PageSize } from '../../../shared/event/event.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { bridge } from '../../bridge.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import type { GoTo, Place } from '../../live/store/place.ts'
import type { OpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'
import { ExactText } from '../../ui/exact-text.tsx'
import { notifyFailure, say } from '../../ui/notify.tsx'
import styles from './link.module.css'
import { type LinkTarget, linkTarget, placeOfLink } from './link-target.ts'
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

// What a link would ask, and of whom, before anything is sent.

interface LinkDialogProps {
  opened: boolean
  text: string
  connections: readonly Connection[]
  /** The open one's; null: none is open. */
  currentId: string | null
  onOpen: (link: Link, connectionId: string) => void
  /** Null: the form is there already. */
  onAdd: (() => void) | null
  onClose: () => void
}

function LinkDialog({ opened, onClose, text, connections, ...rest }: LinkDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Open a link" size={560}>
      {opened && <Target key={text} {...rest} target={linkTarget(text, connections)} onClose={onClose} />}
    </Modal>
  )
}

type TargetProps = Omit<LinkDialogProps, 'opened' | 'text' | 'connections'> & { target: LinkTarget }

function Target({ target, currentId, onOpen, onAdd, onClose }: TargetProps) {
  switch (target.kind) {
    case 'refused':
      return (
        <>
          <p className={styles.what}>This link cannot be opened. Nothing was sent.</p>
          <ul className={styles.problems}>
            {target.problems.map((problem) => (
              <li key={problem}>
                <ExactText text={problem} />
              </li>
            ))}
          </ul>
          <Foot onClose={onClose} label="OK" />
        </>
      )
    case 'nobody':
      return (
        <>
          <Nobody {...target} />
          <Asked link={target.link} />
          <Foot onClose={onClose} label={onAdd === null ? 'OK' : 'Cancel'}>
            {onAdd && <Button onClick={onAdd}>Add connection</Button>}
          </Foot>
        </>
      )
    case 'found':
      return <Found {...target} currentId={currentId} onOpen={onOpen} onClose={onClose} />
    default:
      return target satisfies never
  }
}

interface FoundProps extends Pick<LinkDialogProps, 'currentId' | 'onOpen' | 'onClose'> {
  link: Link
  connections: readonly Connection[]
}

function Found({ link, connections, currentId, onOpen, onClose }: FoundProps) {
  const [chosenId, choose] = useState(connections[0]?.id ?? null)
  const chosen = connections.find(({ id }) => id === chosenId)
  if (chosen === undefined) return null
  const { name, baseUrl } = link.connection
  return (
    <>
      <p className={styles.what}>This link asks the following. Nothing is sent before you open it.</p>
      <dl className={styles.asked}>
        <dt>Connection</dt>
        <dd>
          {connections.length === 1 ? (
            <ConnectionMark name={chosen.name} connection={chosen} />
          ) : (
            <Select
              aria-label="Connection"
              allowDeselect={false}
              value={chosenId}
              data={connections.map((one) => ({ value: one.id, label: one.name }))}
              onChange={choose}
            />
          )}
          {chosen.name !== name && (
            <span className={styles.note}>
              The link calls it “<ExactText text={name} />
              ”.
            </span>
          )}
          <span className={styles.address}>{baseUrl}</span>
        </dd>
      </dl>
      <Asked link={link} />
      {link.asks.kind === 'event' && chosen.id !== currentId && (
        <p className={styles.note}>Opening this connection also asks for the first page of its events.</p>
      )}
      <Foot onClose={onClose} label="Cancel">
        <Button onClick={() => onOpen(link, chosen.id)}>Open</Button>
      </Foot>
    </>
  )
}

function Nobody({ link: { connection }, namesake }: Omit<Extract<LinkTarget, { kind: 'nobody' }>, 'kind'>) {
  return (
    <>
      <p className={styles.what}>
        None of your connections is the service of this link, “<ExactText text={connection.name} />” at{' '}
        <ExactText text={connection.baseUrl} />. Nothing was sent.
      </p>
      {namesake !== null && (
        <p className={styles.warning}>
          Your connection “{namesake.name}” is another service, at {namesake.baseUrl}.
        </p>
      )}
      <p className={styles.note}>A link adds no connection. If you know this service, add it yourself.</p>
    </>
  )
}

/** As they are sent: times in UTC. */
function Asked({ link: { asks } }: { link: Link }) {
  const words =
    asks.kind === 'event'
      ? [{ id: 'event', name: 'Event ID', value: asks.eventId }]
      : filterWords(asks.filters).map(({ id, name, value }) => ({ id, name, value }))
  return (
    <dl className={styles.asked}>
      <dt>{asks.kind === 'event' ? 'One event' : 'A search'}</dt>
      <dd>
        {words.length === 0 && 'All events'}
        <ul className={styles.filters}>
          {words.map(({ id, name, value }) => (
            <li key={id}>
              <ExactText text={name} /> = <ExactText text={value} />
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}

interface FootProps {
  label: string
  onClose: () => void
  children?: React.ReactNode
}

/** The focus is where nothing is sent: a link may come while somebody types. */
function Foot({ label, onClose, children }: FootProps) {
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose} data-autofocus>
        {label}
      </Button>
      {children}
    </Group>
  )
}
