// What columns mean by their names alone: offered, never taken for granted.
import type { Meaning } from '../../../shared/check/checked-file.ts'
import { EVENT_FIELDS, type EventField } from '../../../shared/event/event-fields.ts'

/** Names by which ledgers call what events have, in English and German. */
const FIELD_NAMES: Record<EventField['key'], readonly string[]> = {
  eventId: ['event id', 'eventid', 'usage event id', 'ereignis id', 'ereignisid', 'event', 'id'],
  customerId: ['customer id', 'customerid', 'customer', 'client id', 'client', 'kunden id', 'kundennummer', 'kunde'],
  eventCode: ['event code', 'eventcode', 'code', 'metric', 'product', 'produkt', 'sku'],
  eventType: ['event type', 'eventtype', 'type', 'typ'],
  createdAt: [
    'created at',
    'createdat',
    'created',
    'event time',
    'timestamp',
    'time',
    'datetime',
    'date',
    'datum',
    'zeit',
  ],
}
const AMOUNT_NAMES = ['amount', 'net amount', 'betrag', 'total', 'summe']
const CURRENCY_NAMES = ['currency', 'currency code', 'währung']
const QUANTITY_NAMES = ['quantity', 'qty', 'menge', 'anzahl']

export interface KnownProperties {
  /** Those of the snapshot's events. */
  names: ReadonlySet<string>
  /** As the rules call them. */
  amounts: readonly string[]
  currencies: readonly string[]
  quantities: readonly string[]
}

/** One for each head; each meaning is proposed once, for the column whose name is nearest to it. */
export function proposedMeanings(heads: readonly string[], known: KnownProperties): (Meaning | null)[] {
  const meanings: (Meaning | null)[] = heads.map(() => null)
  const names = heads.map((head) => bare(head))
  const propose = (meaning: Meaning, wanted: readonly string[]) => {
    for (const name of wanted) {
      const at = names.findIndex((head, column) => head === name && meanings[column] === null)
      if (at >= 0) {
        meanings[at] = meaning
        return
      }
    }
  }
  for (const { key } of EVENT_FIELDS) propose({ is: 'field', field: key }, FIELD_NAMES[key])
  propose({ is: 'amount' }, [...known.amounts.map(bare), ...AMOUNT_NAMES])
  propose({ is: 'currency' }, [...known.currencies.map(bare), ...CURRENCY_NAMES])
  for (const [at, head] of heads.entries()) {
    const name = head.replace(/^event_properties\./, '')
    if (meanings[at] === null && known.names.has(name)) meanings[at] = { is: 'property', name }
  }
  const quantity = [...known.quantities, 'quantity'].find((name) => known.names.has(name))
  const isTaken = meanings.some((one) => one?.is === 'property' && one.name === quantity)
  if (quantity !== undefined && !isTaken) propose({ is: 'property', name: quantity }, QUANTITY_NAMES)
  return meanings
}

/** Names differ by case, underscores and what stands before them. */
const bare = (head: string) =>
  head
    .replace(/^event_properties\./, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
