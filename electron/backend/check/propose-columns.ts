// What columns of a ledger or an invoice mean by their names alone: offered, never taken for granted. And which of the two a file
// seems to be.
import { INVOICE_MEANINGS, type InvoiceMeaning, type Meaning } from '../../../shared/check/checked-file.ts'
import { EVENT_FIELDS, type EventField } from '../../../shared/event/event-fields.ts'

/** Names by which ledgers call what events have, in English and German. */
const FIELD_NAMES: Record<EventField['key'], string> = {
  eventId: 'event id, eventid, usage event id, ereignis id, ereignisid, event, id',
  customerId: 'customer id, customerid, customer, client id, client, kunden id, kundennummer, kunde',
  eventCode: 'event code, eventcode, code, metric, product, produkt, sku',
  eventType: 'event type, eventtype, type, typ',
  createdAt: 'created at, createdat, created, event time, timestamp, time, datetime, date, datum, zeit',
}
const AMOUNT_NAMES = 'amount, net amount, betrag, total, summe'
const CURRENCY_NAMES = 'currency, currency code, währung'
const QUANTITY_NAMES = 'quantity, qty, menge, anzahl'

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
  const propose = proposer(heads.map(bare), meanings)
  for (const { key } of EVENT_FIELDS) propose({ is: 'field', field: key }, namesIn(FIELD_NAMES[key]))
  propose({ is: 'amount' }, [...known.amounts.map(bare), ...namesIn(AMOUNT_NAMES)])
  propose({ is: 'currency' }, [...known.currencies.map(bare), ...namesIn(CURRENCY_NAMES)])
  for (const [at, head] of heads.entries()) {
    const name = head.replace(/^event_properties\./, '')
    if (meanings[at] === null && known.names.has(name)) meanings[at] = { is: 'property', name }
  }
  const quantity = [...known.quantities, 'quantity'].find((name) => known.names.has(name))
  const isTaken = meanings.some((one) => one?.is === 'property' && one.name === quantity)
  if (quantity !== undefined && !isTaken) propose({ is: 'property', name: quantity }, namesIn(QUANTITY_NAMES))
  return meanings
}

const namesIn = (list: string) => list.split(/,\s+/)

/** Gives a meaning to the column that has the first of the wanted names that any column without a meaning has. */
function proposer<T>(heads: readonly string[], meanings: (T | null)[]) {
  return (meaning: T, wanted: readonly string[]): void => {
    const columns = wanted.map((name) => heads.findIndex((head, at) => head === name && meanings[at] === null))
    const column = columns.find((at) => at >= 0)
    if (column !== undefined) meanings[column] = meaning
  }
}

/** Names differ by case, underscores and what stands before them. */
const bare = (head: string) =>
  head
    .replace(/^event_properties\./, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')

/** Names by which invoices call what their lines have, the nearest first. */
const INVOICE_NAMES: Record<InvoiceMeaning, string> = {
  customer: `customer id, customerid, customer, customer name, client, client id, account,
    kunden id, kundennummer, kunde, kundenname`,
  item: `item, line item, item description, description, beschreibung, bezeichnung, leistung, artikel,
    product, produkt, service, event code, code, metric, sku, position`,
  period:
    'period, billing period, service period, usage period, month, zeitraum, leistungszeitraum, abrechnungszeitraum, monat',
  from: 'from, period start, period from, start date, service start, start, von, beginn',
  until: 'until, period end, period to, end date, service end, end, to, bis, ende',
  quantity: 'quantity, qty, units, menge, anzahl',
  unitPrice: 'unit price, unitprice, price per unit, price, rate, einzelpreis, stückpreis, preis pro einheit, preis',
  amount: 'amount, net amount, line amount, line total, total, betrag, nettobetrag, netto, gesamtpreis, gesamt, summe',
  currency: 'currency, currency code, währung, waehrung',
}

/** One for each head; each meaning is proposed once, for the column whose name is nearest to it. */
export function proposedInvoiceMeanings(heads: readonly string[]): (InvoiceMeaning | null)[] {
  const meanings: (InvoiceMeaning | null)[] = heads.map(() => null)
  const propose = proposer(heads.map(bareInvoiceHead), meanings)
  for (const meaning of INVOICE_MEANINGS) propose(meaning, namesIn(INVOICE_NAMES[meaning]))
  return meanings
}

/**
 * Lines of an invoice stand for many events each: they have items and amounts, with a quantity, a price or a period, and
 * neither the ID nor the time of one event.
 */
export function seemsInvoice(
  asInvoice: readonly (InvoiceMeaning | null)[],
  asLedger: readonly (Meaning | null)[],
): boolean {
  const has = (...wanted: InvoiceMeaning[]) => wanted.some((meaning) => asInvoice.includes(meaning))
  const hasField = (field: string) => asLedger.some((means) => means?.is === 'field' && means.field === field)
  if (hasField('eventId') || !has('item') || !has('amount')) return false
  if (has('period', 'from')) return true
  return has('quantity', 'unitPrice') && !hasField('createdAt')
}

/** Names differ by case, underscores, and the currency that stands behind them. */
const bareInvoiceHead = (head: string) =>
  head
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/\([^()]*\)|[€$£]| in [a-z]{3}$/g, ' ')
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()
