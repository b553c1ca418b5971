// What columns of an invoice mean by their names alone, in English and German, and whether a file seems to be one at all.
import { INVOICE_MEANINGS, type InvoiceMeaning, type Meaning } from '../../../shared/check/checked-file.ts'

/** The nearest first. */
const NAMES: Record<InvoiceMeaning, readonly string[]> = {
  customer: [
    'customer id',
    'customerid',
    'customer',
    'customer name',
    'client',
    'client id',
    'account',
    'kunden id',
    'kundennummer',
    'kunde',
    'kundenname',
  ],
  item: [
    'item',
    'line item',
    'item description',
    'description',
    'beschreibung',
    'bezeichnung',
    'leistung',
    'artikel',
    'product',
    'produkt',
    'service',
    'event code',
    'code',
    'metric',
    'sku',
    'position',
  ],
  period: [
    'period',
    'billing period',
    'service period',
    'usage period',
    'month',
    'zeitraum',
    'leistungszeitraum',
    'abrechnungszeitraum',
    'monat',
  ],
  from: ['from', 'period start', 'period from', 'start date', 'service start', 'start', 'von', 'beginn'],
  until: ['until', 'period end', 'period to', 'end date', 'service end', 'end', 'to', 'bis', 'ende'],
  quantity: ['quantity', 'qty', 'units', 'menge', 'anzahl'],
  unitPrice: [
    'unit price',
    'unitprice',
    'price per unit',
    'price',
    'rate',
    'einzelpreis',
    'stückpreis',
    'preis pro einheit',
    'preis',
  ],
  amount: [
    'amount',
    'net amount',
    'line amount',
    'line total',
    'total',
    'betrag',
    'nettobetrag',
    'netto',
    'gesamtpreis',
    'gesamt',
    'summe',
  ],
  currency: ['currency', 'currency code', 'währung', 'waehrung'],
}

/** One for each head; each meaning is proposed once, for the column whose name is nearest to it. */
export function proposedInvoiceMeanings(heads: readonly string[]): (InvoiceMeaning | null)[] {
  const meanings: (InvoiceMeaning | null)[] = heads.map(() => null)
  const names = heads.map(bare)
  for (const meaning of INVOICE_MEANINGS) {
    for (const name of NAMES[meaning]) {
      const at = names.findIndex((head, column) => head === name && meanings[column] === null)
      if (at < 0) continue
      meanings[at] = meaning
      break
    }
  }
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
const bare = (head: string) =>
  head
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/\([^()]*\)|[€$£]| in [a-z]{3}$/g, ' ')
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()
