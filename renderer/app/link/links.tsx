// link/ handles links: a link is shown, and opened only if its user says so.
// Links handed to the shell or pasted into the one box: what each would ask, and of whom, before anything is sent.
import { Box, Button, Group, Modal, Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { type Link, readLink } from '../../../shared/connection/link.ts'
import type { PageSize } from '../../../shared/event/event.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { isZone } from '../../../shared/time/instant.ts'
import { bridge } from '../../bridge.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import { searchWords } from '../../live/searches/search-words.ts'
import { NO_FILTERS } from '../../live/store/filters-meaning.ts'
import type { GoTo, Place } from '../../live/store/place.ts'
import type { OpenedSnapshot } from '../../snapshot/store/opened-snapshot.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { notifyError, say } from '../../ui/notify.tsx'
import styles from './link.module.css'
import type { ShownLink } from './shown-link.ts'

/** The open connection, as far as a link changes what is on screen. */
interface OpenSession {
  connection: Pick<Connection, 'id'>
  place: { current: () => Place }
  details: { find: (eventId: string) => void }
}

interface LinksProps {
  shown: ShownLink
  opened: Pick<OpenedSnapshot, 'backToLive'>
  connections: readonly Connection[]
  /** It is that of the open connection; null: none is open. */
  session: OpenSession | null
  pageSize: PageSize
  goTo: GoTo
  /** Shows the form of a new connection; null: it is there already. */
  onAdd: (() => void) | null
}

export function Links({ shown, opened, connections, session, pageSize, goTo, onAdd }: LinksProps) {
  const { text, show, leave } = shown
  useEffect(() => {
    const left = new AbortController()
    showArriving(show, left.signal).catch((error: unknown) => {
      if (!left.signal.aborted) notifyError(error)
    })
    return () => left.abort()
  }, [show])
  function open(link: Link, connectionId: string) {
    leave()
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
      leave()
      onAdd()
    })
  return (
    <Modal opened={text !== null} onClose={leave} title="Open a link" size={560}>
      {text !== null && (
        <Target
          key={text}
          target={linkTarget(text, connections)}
          currentId={session?.connection.id ?? null}
          onOpen={open}
          onAdd={add}
          onClose={leave}
        />
      )}
    </Modal>
  )
}

async function showArriving(show: ShownLink['show'], signal: AbortSignal): Promise<void> {
  for await (const text of await bridge.shell.links(undefined, { signal })) {
    if (!show(text)) say('Another link was ignored: only one is shown at a time.', 'refused')
  }
}

interface TargetProps {
  target: LinkTarget
  /** It is that of the open connection; null: none is open. */
  currentId: string | null
  onOpen: (link: Link, connectionId: string) => void
  /** Null: the form is there already. */
  onAdd: (() => void) | null
  onClose: () => void
}

/** Shows what the link would ask, or why it cannot be opened. */
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
  }
}

type OfKind<K extends LinkTarget['kind']> = Omit<Extract<LinkTarget, { kind: K }>, 'kind'>
type FoundProps = OfKind<'found'> & Pick<TargetProps, 'currentId' | 'onOpen' | 'onClose'>

function Found({ link, connections, currentId, onOpen, onClose }: FoundProps) {
  const [chosenId, choose] = useState(connections[0]?.id ?? null)
  const chosen = connections.find(({ id }) => id === chosenId)
  if (chosen === undefined) return null
  const { name, baseUrl } = link.connection
  return (
    <>
      <p className={styles.what}>This link asks the following. Nothing is sent before you open it.</p>
      <dl className={`${common.terms} ${styles.asked}`}>
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
            <span className={`${common.smallHint} ${styles.note}`}>
              The link calls it “<ExactText text={name} />
              ”.
            </span>
          )}
          <span className={`${common.smallHint} ${common.mono}`}>{baseUrl}</span>
        </dd>
      </dl>
      <Asked link={link} />
      {link.asks.kind === 'event' && chosen.id !== currentId && (
        <p className={`${common.smallHint} ${styles.note}`}>
          Opening this connection also asks for the first page of its events.
        </p>
      )}
      <Foot onClose={onClose} label="Cancel">
        <Button onClick={() => onOpen(link, chosen.id)}>Open</Button>
      </Foot>
    </>
  )
}

function Nobody({ link: { connection }, namesake }: OfKind<'nobody'>) {
  return (
    <>
      <p className={styles.what}>
        None of your connections leads to the service of this link, “<ExactText text={connection.name} />” at{' '}
        <ExactText text={connection.baseUrl} />. Nothing was sent.
      </p>
      {namesake !== null && (
        <Box component="p" mb={8} className={common.warning}>
          Your connection “{namesake.name}” leads to another service, at {namesake.baseUrl}.
        </Box>
      )}
      <p className={`${common.smallHint} ${styles.note}`}>
        A link adds no connection. If you know this service, add it yourself.
      </p>
    </>
  )
}

/** The event or the filters that the link asks for, as they are sent: times in UTC. */
function Asked({ link: { asks } }: { link: Link }) {
  const words =
    asks.kind === 'event' ? [{ id: 'event', name: 'Event ID', value: asks.eventId }] : filterWords(asks.filters)
  const days = asks.kind === 'search' ? daysWords(asks) : null
  return (
    <dl className={`${common.terms} ${styles.asked}`}>
      <dt>{asks.kind === 'event' ? 'One event' : 'A search'}</dt>
      <dd>
        {words.length === 0 && 'All events'}
        <ul className={`${common.smallHint} ${common.mono} ${styles.filters}`}>
          {words.map(({ id, name, value }) => (
            <li key={id}>
              <ExactText text={name} /> = <ExactText text={value} />
            </li>
          ))}
        </ul>
        {days !== null && <span className={`${common.smallHint} ${styles.note}`}>{days}</span>}
      </dd>
    </dl>
  )
}

/** The range as it was meant where the link was made: "October 2026, in Europe/Berlin". */
export function daysWords({ filters, zone }: Extract<Link['asks'], { kind: 'search' }>): string | null {
  if (zone === undefined || !isZone(zone)) return null
  const { createdAtFrom, createdAtTo } = filters
  if (createdAtFrom === undefined && createdAtTo === undefined) return null
  const range = { ...(createdAtFrom && { createdAtFrom }), ...(createdAtTo && { createdAtTo }), propertyFilters: [] }
  return `${searchWords(range, zone)}, in ${zone.replaceAll('_', ' ')}`
}

interface FootProps {
  label: string
  onClose: () => void
  children?: React.ReactNode
}

/** The focus is on the button that sends nothing: a link may come while somebody types. */
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

/** Whom a link asks: one of this computer's own connections, or nobody. */
type LinkTarget =
  | { kind: 'refused'; problems: readonly string[] }
  /** `namesake`: a connection of this name, which is another service. */
  | { kind: 'nobody'; link: Link; namesake: Connection | null }
  /** At least one, all at the base URL of the link; the one of its name is the first. */
  | { kind: 'found'; link: Link; connections: readonly Connection[] }

/** Reads a link and finds whom it asks. The base URL decides, as the sender of a link may name the service freely. */
export function linkTarget(text: string, connections: readonly Connection[]): LinkTarget {
  const reading = readLink(text)
  if (!reading.ok) return { kind: 'refused', problems: reading.problems }
  const { link } = reading
  const { name, baseUrl } = link.connection
  const isNamed = (connection: Connection) => connection.name === name
  const there = connections.filter((one) => one.baseUrl === baseUrl)
  if (there.length === 0) return { kind: 'nobody', link, namesake: connections.find(isNamed) ?? null }
  return { kind: 'found', link, connections: there.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a))) }
}

/** @param from what stays as it is: the page's size, and of the open connection its columns and sorting */
export function placeOfLink({ asks }: Link, from: Pick<Place, 'limit' | 'sort' | 'columns'>): Place {
  const { limit, sort, columns } = from
  return {
    filters: asks.kind === 'search' ? asks.filters : NO_FILTERS,
    event: asks.kind === 'event' ? asks.eventId : null,
    limit,
    offset: 0,
    sort,
    columns,
    ...(asks.kind === 'search' && asks.zone !== undefined && isZone(asks.zone) && { zone: asks.zone }),
  }
}
