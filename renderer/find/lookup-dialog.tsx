// Several event IDs that were pasted: the offer to look them up, and the dialog that says which of them are events and
// what to do with those that were found.

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Event } from '../../shared/event/event.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { failureWords } from '../../shared/failure/failure-words.ts'
import { bridge } from '../bridge.ts'
import { CustomerNames } from '../case/shown-names.tsx'
import type { EventSession } from '../event/store/detail-session.ts'
import {
  createEventLookup,
  type EventLookup,
  type IdLookup,
  type LookupOutcome,
  NO_SUCH_ID,
} from '../event/store/event-lookup.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import common from '../ui/common.module.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { CustomerName } from '../ui/customer-name.tsx'
import { DataTable, TableHead } from '../ui/data-table.tsx'
import { EventType, ExactText, InstantText } from '../ui/exact-text.tsx'
import { beginning, ONE_LINE } from '../ui/excerpt.ts'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './lookup-dialog.module.css'
import { pastedIds } from './pasted-ids.ts'

export interface Pasted {
  ids: readonly string[]
  /** They are beyond what is asked for at once. */
  leftOut: number
}

interface LookupPastedProps {
  opened: boolean
  /** Null before the first. */
  pasted: Pasted | null
  session: LiveSession & Pick<EventSession, 'details'>
  current: Connection
  zone: string
  onSelect: (events: readonly Event[]) => void
  onCompare: (events: readonly Event[]) => void
  onClose: () => void
}

/** The dialog for the IDs that were pasted into the one box, on the open connection. */
export function LookupPasted(props: LookupPastedProps) {
  const { opened, pasted, session, current, zone, onSelect, onCompare, onClose } = props
  const { answers, details } = session
  const { id, account } = current
  const lookup = useMemo(
    () => pasted && createEventLookup({ bridge, answers, connection: { id, account } }, pasted.ids),
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
    <Modal opened={opened} onClose={onClose} title="Pasted event IDs" size={760}>
      {lookup !== null && (
        <CustomerNames connectionId={id}>
          <Lookup
            lookup={lookup}
            leftOut={pasted?.leftOut ?? 0}
            zone={zone}
            onOpen={andClose(details.find)}
            onSelect={andClose(onSelect)}
            onCompare={andClose(onCompare)}
            onClose={onClose}
          />
        </CustomerNames>
      )}
    </Modal>
  )
}

interface LookupProps
  extends Pick<Pasted, 'leftOut'>,
    Pick<LookupPastedProps, 'zone' | 'onSelect' | 'onCompare' | 'onClose'> {
  lookup: EventLookup
  onOpen: (eventId: string) => void
}

function Lookup({ lookup, leftOut, zone, onOpen, onSelect, onCompare, onClose }: LookupProps) {
  const all = useSyncExternalStore(lookup.subscribe, lookup.state)
  useEffect(() => {
    lookup.ask()
    return lookup.stop
  }, [lookup])
  const found = all.flatMap(({ outcome }) => (outcome.state === 'found' ? [outcome.event] : []))
  const idsOf = (state: LookupOutcome['state']) => all.filter(({ outcome }) => outcome.state === state)
  const missing = idsOf('missing')
  const waiting = idsOf('waiting').length
  const isFailed = idsOf('failed').length > 0
  const isWaiting = waiting > 0
  /** It has the focus from the start: a second press of Enter must not take only those that came first. */
  const last = useRef<HTMLButtonElement>(null)
  const hasNone = !isWaiting && found.length === 0

  function retry() {
    lookup.ask()
    // The button that was pressed goes.
    last.current?.focus()
  }

  return (
    <Stack gap="md">
      <p role="status" className={`${common.dim} ${common.numbers}`}>
        {isWaiting ? `Looking up ${all.length} events.` : outcomeSummary(all.length, found.length, missing.length)}
        {/* Seen to go on, and not read aloud for each. */}
        {isWaiting && <span aria-hidden> {all.length - waiting} done.</span>}
        {leftOut > 0 && ` ${grouped(leftOut)} more were pasted. Each takes a request, so look those up next.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={`${common.box} ${common.scroll} ${styles.scroll}`} tabIndex={0}>
        <DataTable className={styles.table} aria-label="Looked up">
          <TableHead heads={['Event ID', 'Created', 'Event code', 'Type', 'Customer ID']} />
          <tbody>
            {all.map((one) => (
              <Row key={one.eventId} one={one} zone={zone} onOpen={onOpen} />
            ))}
          </tbody>
        </DataTable>
      </div>
      <Group justify="flex-end" gap="sm">
        {isFailed && (
          <Button variant="default" size="compact-sm" onClick={retry}>
            Retry
          </Button>
        )}
        {missing.length > 0 && (
          <CopyButton text={missing.map(({ eventId }) => eventId).join('\n')} label="Copy IDs not found">
            Copy IDs not found
          </CopyButton>
        )}
        {!hasNone && (
          <Button variant="default" size="compact-sm" disabled={found.length < 2} onClick={() => onCompare(found)}>
            Compare
          </Button>
        )}
        <Button
          ref={last}
          size="compact-sm"
          data-autofocus
          data-disabled={isWaiting}
          aria-disabled={isWaiting || undefined}
          onClick={() => !isWaiting && (hasNone ? onClose() : onSelect(found))}
        >
          {hasNone ? 'Close' : isWaiting ? 'Select those found' : selectWords(found.length)}
        </Button>
      </Group>
    </Stack>
  )
}

interface RowProps extends Pick<LookupProps, 'zone' | 'onOpen'> {
  one: IdLookup
}

function Row({ one: { eventId, outcome }, zone, onOpen }: RowProps) {
  const name = <ExactText text={eventId} part={beginning(eventId, { ...ONE_LINE, characters: 60 })} />
  return (
    <tr data-event-id={eventId} data-state={outcome.state}>
      <th scope="row">
        {outcome.state === 'found' ? (
          <LinkButton tone="accent" quiet onClick={() => onOpen(eventId)}>
            {name}
          </LinkButton>
        ) : (
          name
        )}
      </th>
      {outcome.state === 'found' ? (
        <Facts event={outcome.event} zone={zone} />
      ) : (
        <td colSpan={4} className={outcome.state === 'waiting' ? styles.waiting : common.warning}>
          {outcomeWords(outcome)}
        </td>
      )}
    </tr>
  )
}

function Facts({ event: { createdAt, eventCode, eventType, customerId }, zone }: { event: Event; zone: string }) {
  const text = (value: string | null) => value !== null && <ExactText text={value} part={beginning(value, CELL)} />
  return (
    <>
      <td>{createdAt !== null && <InstantText text={createdAt} zone={zone} />}</td>
      <td>{text(eventCode)}</td>
      <td>{eventType !== null && <EventType type={eventType} />}</td>
      <td className={styles.code}>
        {text(customerId)}
        {customerId !== null && <CustomerName id={customerId} />}
      </td>
    </>
  )
}

const selectWords = (found: number) => (found === 1 ? 'Select it' : `Select these ${found}`)

const CELL = { ...ONE_LINE, characters: 40 }

function outcomeWords(outcome: Exclude<LookupOutcome, { state: 'found' }>): string {
  switch (outcome.state) {
    case 'waiting':
      return 'Looking…'
    case 'missing':
      return NO_SUCH_ID
    case 'failed':
      return failureWords(outcome.failure).title
  }
}

function outcomeSummary(all: number, found: number, missing: number): string {
  const failed = all - found - missing
  const parts = [
    `${found} of ${all} found`,
    ...(missing > 0 ? [missing === 1 ? '1 not found' : `${missing} not found`] : []),
    ...(failed > 0 ? [failed === 1 ? '1 could not be looked up' : `${failed} could not be looked up`] : []),
  ]
  return `${parts.join(', ')}.`
}

interface IdsOfferProps {
  /** The field has it. */
  text: string
  /** Looks them up as the one box does. */
  onFind: (pasted: { ids: readonly string[]; leftOut: number }) => void
}

/** Stands under the field "Event ID", as a search takes one ID; nothing is drawn where the text is not several. */
export function IdsOffer({ text, onFind }: IdsOfferProps) {
  const pasted = pastedIds(text)
  if (pasted === null) return null
  const { ids, count } = pasted
  const leftOut = count - ids.length
  return (
    <>
      A search takes one ID.{' '}
      <LinkButton tone="accent" onClick={() => onFind({ ids, leftOut })}>
        {leftOut === 0 ? `Find ${count} events` : `Find the first ${ids.length} of ${count} events`}
      </LinkButton>{' '}
    </>
  )
}
