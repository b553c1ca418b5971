// The interface's fields, once: `name` as they are sent, `key` as the code calls them, `label` as people read them. An
// event, a filter, a row, a file and the form of filters hold what follows from here. `head` is the label where there
// is little room: above a column, in "37 of 50 do not match Type = credit".

const customerId = { name: 'customer_id', key: 'customerId', label: 'Customer ID', head: 'Customer ID' } as const
const eventCode = { name: 'event_code', key: 'eventCode', label: 'Event code', head: 'Event code' } as const
/** `credit`, `debit`, or whatever other string the service sent (then the event has a problem). */
const eventType = { name: 'event_type', key: 'eventType', label: 'Event type', head: 'Type' } as const
const eventId = { name: 'event_id', key: 'eventId', label: 'Event ID', head: 'Event ID' } as const

/** The fields of an event that hold a string, in the order of docs/interface.md section 2. */
export const EVENT_FIELDS = [
  eventId,
  customerId,
  eventCode,
  eventType,
  /** The service's own string, never reformatted. */
  { name: 'created_at', key: 'createdAt', label: 'Created', head: 'Created' },
] as const
export type EventField = (typeof EVENT_FIELDS)[number]

/** Each of them as it was sent; null where no string was. */
export type FieldTexts = { [Key in EventField['key']]: string | null }

/** None of them. */
export const NO_TEXTS: FieldTexts = Object.fromEntries(EVENT_FIELDS.map(({ key }) => [key, null])) as FieldTexts

export const FIELD_KEYS = EVENT_FIELDS.map(({ key }) => key)

/** The key of each field, by the name that it is sent under. */
export const KEYS_BY_NAME: ReadonlyMap<string, EventField['key']> = new Map(
  EVENT_FIELDS.map(({ name, key }) => [name, key]),
)

type Hyphened<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}-${Hyphened<Tail>}` : Name

/** A name as options and marks have it: `event-id`. */
export const hyphened = <Name extends string>(name: Name) => name.replaceAll('_', '-') as Hyphened<Name>

/** The name of a field as options and marks have it. */
export type HyphenedField = Hyphened<EventField['name']>

/** Each field's label by its hyphened name. */
export const LABELS = Object.fromEntries(EVENT_FIELDS.map(({ name, label }) => [hyphened(name), label])) as Readonly<
  Record<HyphenedField, string>
>

/** Fields that are searched for by their whole text. */
export const TEXT_FILTERS = [customerId, eventCode, eventId] as const
export type TextFilter = (typeof TEXT_FILTERS)[number]['key']
export const isTextFilter = (key: EventField['key']): key is TextFilter =>
  TEXT_FILTERS.some((field) => field.key === key)

/** The filters of docs/interface.md 4.2 that are fields of the request, in its order. */
export const FILTER_FIELDS = [
  customerId,
  eventCode,
  eventType,
  { name: 'created_at_from', key: 'createdAtFrom', label: 'From', head: 'From' },
  { name: 'created_at_to', key: 'createdAtTo', label: 'To', head: 'To' },
  eventId,
] as const

/** The field that holds the properties; it is a column only where they share one. */
export const PROPERTIES_FIELD = 'event_properties'

/** Names of all fields of an event. */
export const EVENT_FIELD_NAMES: ReadonlySet<string> = new Set([
  ...EVENT_FIELDS.map(({ name }) => name),
  PROPERTIES_FIELD,
])

/** The field of this key. */
export function eventField<K extends EventField['key']>(key: K): Extract<EventField, { key: K }> {
  return EVENT_FIELDS.find((field) => field.key === key) as Extract<EventField, { key: K }>
}
