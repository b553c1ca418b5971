// The dialog "Compare events": a column for each event, differences first, equal fields folded away.
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { eventField } from '../../../shared/event/event-fields.ts'
import type { Cell } from '../../../shared/event/event-table.ts'
import { inZone } from '../../../shared/time/instant.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExactText, InstantText, PropertyName, PropertyValue } from '../../ui/exact-text.tsx'
import { AMONG_OTHERS, beginning, ONE_LINE } from '../../ui/excerpt.ts'
import { useEventsWorth } from '../../worth/events-worth.ts'
import {
  type ComparedRow,
  type ComparedWorth,
  comparedWorth,
  compareEvents,
  differencesText,
  MOST_COMPARED,
} from './compare-events.ts'
import styles from './compare-events-dialog.module.css'

interface CompareDialogProps {
  opened: boolean
  /** Two or more, in the order of the grid. */
  events: readonly Event[]
  connectionId: string
  /** Prices of the rate card begin in it. */
  billingZone: string
  /** Instants are shown in it. */
  zone: string
  onClose: () => void
}

/** More than anyone reads, and than a browser draws at once. Copying takes every difference. */
const MOST_ROWS = 300

export function CompareDialog({ opened, onClose, ...rest }: CompareDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Compare events" size="auto">
      <ComparedEvents {...rest} />
    </Modal>
  )
}

type ComparedProps = Omit<CompareDialogProps, 'opened' | 'onClose'>

function ComparedEvents({ events, connectionId, billingZone, zone }: ComparedProps) {
  const compared = useMemo(() => events.slice(0, MOST_COMPARED), [events])
  const rows = useMemo(() => compareEvents(compared), [compared])
  const known = useEventsWorth(compared, connectionId, billingZone)
  const valued = known.state === 'known' ? known.valued : null
  const worth = useMemo(() => valued && comparedWorth(valued), [valued])
  const differencesCopied = useMemo(() => differencesText(compared, rows, worth), [compared, rows, worth])
  const [unfolded, setUnfolded] = useState(false)
  const differing = rows.filter(({ equal }) => !equal)
  const equal = rows.length - differing.length
  const listed = unfolded ? rows : differing
  const leftOut = events.length - compared.length
  return (
    <Stack gap="md" miw="min(560px, 80vw)">
      <p className={common.dim}>
        {differing.length === 0 ? 'These events are identical.' : summaryWords(differing.length, equal)}
        {listed.length > MOST_ROWS && ` The first ${MOST_ROWS} of them are listed.`}
        {leftOut > 0 && ` The first ${MOST_COMPARED} of ${events.length} events are compared.`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={`${common.box} ${common.scroll} ${styles.scroll}`} tabIndex={0}>
        <table className={styles.table} aria-label="Compared fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              {compared.map((event, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two events may have one ID
                <th key={at} scope="col" className={styles.id}>
                  <EventName event={event} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {worth !== null && <WorthRow worth={worth} />}
            {listed.slice(0, MOST_ROWS).map((row) => (
              <Row key={row.id} row={row} zone={zone} />
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="space-between" gap="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={unfolded}
          disabled={equal === 0}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Hide equal fields' : `Show ${equal} equal ${equal === 1 ? 'field' : 'fields'}`}
        </Button>
        <CopyButton text={differencesCopied} label="Copy differences">
          Copy differences
        </CopyButton>
      </Group>
    </Stack>
  )
}

const NAME = { ...ONE_LINE, characters: 80 }
/** There may be a dozen in a row; the details show more. */
const ONE_VALUE = { ...AMONG_OTHERS, marked: 60 }

function EventName({ event }: { event: Event }) {
  const name = event.eventId ?? 'no event ID'
  return <ExactText text={name} part={beginning(name, { ...ONE_LINE, characters: 60 })} />
}

function Row({ row, zone }: { row: ComparedRow; zone: string }) {
  return (
    <tr data-field={row.label} data-equal={row.equal}>
      <th scope="row">
        <PropertyName text={row.label} part={beginning(row.label, NAME)} />
      </th>
      {row.cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell's event is its place
        <td key={at}>
          {row.id === CREATED && cell !== null && <Seen text={cell.text} zone={zone} />}
          <Value cell={cell} quoted={!row.isField} />
        </td>
      ))}
    </tr>
  )
}

const CREATED = eventField('createdAt').name

/** The time stands beside what was sent, which tells more apart. Nothing where it is no RFC 3339 date-time. */
function Seen({ text, zone }: { text: string; zone: string }) {
  return (
    inZone(text, zone) && (
      <div>
        <InstantText text={text} zone={zone} />
      </div>
    )
  )
}

/** First, and not among the fields that are counted: nobody sent it. */
function WorthRow({ worth: { label, texts } }: { worth: ComparedWorth }) {
  return (
    <tr data-worth data-equal={texts.every((text) => text === texts[0])}>
      <th scope="row">{label}</th>
      {texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell's event is its place
        <td key={at} data-value={text}>
          {text}
        </td>
      ))}
    </tr>
  )
}

function Value({ cell, quoted }: { cell: Cell; quoted: boolean }) {
  if (cell === null) return <span className={common.instead}>missing</span>
  const property = { name: '', ...cell }
  if (cell.kind !== 'string' || !quoted)
    return <PropertyValue property={property} part={beginning(cell.text, ONE_VALUE)} />
  // Quotes distinguish the text 42 from the number without colour, and by ear.
  return (
    <>
      <span>"</span>
      <PropertyValue property={property} part={beginning(cell.text, ONE_VALUE)} />
      <span>"</span>
    </>
  )
}

const fields = (count: number) => (count === 1 ? '1 field' : `${count} fields`)

const summaryWords = (differing: number, equal: number) =>
  `${fields(differing)} ${differing === 1 ? 'differs' : 'differ'}, ${equal} ${equal === 1 ? 'is' : 'are'} equal.`
