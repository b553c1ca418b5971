// The fields that every event has (docs/interface.md 2), exact and copyable; what is missing or odd is marked in place.
import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Event, FieldProblem, Property } from '../../../shared/event/event.ts'
import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventField,
  eventField,
  PROPERTIES_FIELD,
} from '../../../shared/event/event-fields.ts'
import { parseExact } from '../../../shared/exact/exact-json.ts'
import { distanceWords } from '../../ui/age-and-size-words.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CustomerName } from '../../ui/customer-name.tsx'
import { EventType, ExactText, PropertyValue } from '../../ui/exact-text.tsx'
import { ALL_THAT_IS_DRAWN, beginning } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { useNow } from '../../ui/use-now.ts'
import { ValueOffers } from './detail-actions.tsx'
import pane from './detail-pane.module.css'
import styles from './event-facts.module.css'
import { FieldTrouble } from './event-notices.tsx'

/** An instant begins so. */
const DAY = /^\d{4}-\d\d-\d\dT/

/** The ID is in the head of the details. */
const FACTS = [eventField('createdAt'), ...EVENT_FIELDS.filter(({ key }) => key !== 'eventId' && key !== 'createdAt')]

interface EventFactsProps {
  event: Event
  /** They were sent in place of a string, by field. */
  sent: ReadonlyMap<string, Property>
  zone: string
  now: () => string
}

export function EventFacts({ event, sent, zone, now }: EventFactsProps) {
  return (
    <div>
      {unplacedProblems(event).map(({ field, message }) => (
        <Box key={`${field} ${message}`} mb="sm">
          <FieldTrouble field={field} absent={false} problems={[{ field, message: `${field} ${message}` }]} />
        </Box>
      ))}
      <dl className={styles.facts}>
        {FACTS.map((field) => (
          <Fact key={field.name} field={field} event={event} sent={sent.get(field.name) ?? null}>
            {field.key === 'createdAt' && event.createdAt !== null && (
              <CreatedInWords createdAt={event.createdAt} zone={zone} now={now} />
            )}
          </Fact>
        ))}
      </dl>
    </div>
  )
}

interface FactProps {
  field: EventField
  event: Event
  sent: Property | null
  children: ReactNode
}

function Fact({ field: { label, name, key }, event, sent, children }: FactProps) {
  const value = event[key]
  return (
    <div
      className={`${pane.line} ${styles.fact}`}
      data-field={name}
      {...(value === null ? {} : { 'data-value': value })}
    >
      <dt className={`${common.dim} ${styles.label}`}>{label}</dt>
      <dd className={styles.value}>
        {value !== null && (
          <Group component="span" gap="xs" align="flex-start" justify="space-between" wrap="nowrap">
            <span className={styles.text}>
              {key === 'eventType' ? (
                <EventType type={value} />
              ) : (
                <Text value={value} isInstant={key === 'createdAt'} />
              )}
              {key === 'customerId' && <CustomerName id={value} />}
            </span>
            <span className={`${pane.tools} ${styles.tools}`}>
              <ValueOffers value={{ kind: 'field', field: key, text: value }} />
              <CopyButton text={value} label={`Copy ${label.charAt(0).toLowerCase()}${label.slice(1)}`} />
            </span>
          </Group>
        )}
        {value === null && sent !== null && (
          <span className={styles.text}>
            <PropertyValue property={sent} quoted />
          </span>
        )}
        {children}
        <FieldTrouble field={name} absent={value === null} problems={event.problems} />
      </dd>
    </div>
  )
}

function Text({ value, isInstant }: { value: string; isInstant: boolean }) {
  if (value === '') return <span className={common.instead}>empty</span>
  if (isInstant && DAY.test(value)) {
    // A line ends behind the day, not within it.
    return (
      <>
        <span className={styles.unbroken}>{value.slice(0, 10)}</span>
        <wbr />
        <ExactText text={value.slice(10)} part={beginning(value.slice(10), ALL_THAT_IS_DRAWN)} />
      </>
    )
  }
  return <ExactText text={value} part={beginning(value, ALL_THAT_IS_DRAWN)} />
}

/** Keeps counting, because "4 min ago" would soon be untrue. */
function CreatedInWords({ createdAt, zone, now }: { createdAt: string; zone: string; now: () => string }) {
  useNow(15_000)
  const words = momentWords(createdAt, zone)
  const distance = distanceWords(createdAt, now())
  if (words === null) return null
  return (
    <p className={`${common.faint} ${common.numbers} ${styles.words}`}>
      {words}
      {distance !== null && ' · '}
      <span className={styles.unbroken}>{distance}</span>
    </p>
  )
}

const PROPERTY = `${PROPERTIES_FIELD}.`

/** The problems that no field, property or extra field on screen can be marked with. */
export function unplacedProblems(event: Event): FieldProblem[] {
  const extra = new Set(event.extra.map(({ name }) => name))
  return event.problems.filter(
    ({ field }) => !EVENT_FIELD_NAMES.has(field) && !extra.has(field) && !field.startsWith(PROPERTY),
  )
}

/** Maps fields of docs/interface.md 2 to their values that are not strings. */
export function nonStringValues(event: Event): Map<string, Property> {
  const sent = new Map<string, Property>()
  if (event.problems.length === 0) return sent
  const read = parseExact(event.source, { depth: 1 })
  if (!read.ok || read.value.kind !== 'object') return sent
  for (const { name, value } of read.value.members) {
    // The last of fields that repeat counts.
    if (value.kind === 'string') sent.delete(name)
    else sent.set(name, { name, kind: kindOf(value.kind), text: value.source })
  }
  return sent
}

function kindOf(kind: 'object' | 'array' | 'json' | 'number' | 'boolean' | 'null'): Property['kind'] {
  return kind === 'object' || kind === 'array' ? 'json' : kind
}
