// This is what columns of a ledger or an invoice mean by their names alone: offered, never taken for granted. It also
// says which of the two a file seems to be.
import {
  type AmountUnits,
  INVOICE_MEANINGS,
  type InvoiceMeaning,
  type Meaning,
} from '../../../shared/check/checked-file.ts'
import { EVENT_FIELDS, type EventField } from '../../../shared/event/event-fields.ts'
import { currenciesOf } from './read-number.ts'

/** Names by which ledgers call what events have, in four languages, and in exports of billing systems. */
const FIELD_NAMES: Record<EventField['key'], string> = {
  eventId: `event id, eventid, usage event id, ereignis id, ereignisid, id événement, id evento, id de evento, event uuid, event,
    identifier, identifiant, identificador, id`,
  customerId: `customer id, customerid, external customer id, customer key, customer, client id, client, kunden id, kundennummer,
    kundennr, kunden nr, kunde, id client, numéro client, n° client, code client, id cliente, id de cliente, número de cliente,
    cliente, subject, account id, billing account id, sub account id`,
  eventCode: `event code, eventcode, billable metric code, metric code, event name, meter, code, metric, product, produkt, produit,
    producto, código, artikel, sku, sku id`,
  eventType: 'event type, eventtype, transaction type, type, typ, art, tipo',
  createdAt: `created at, createdat, created, event time, event timestamp, timestamp, time, datetime, date time, zeitstempel,
    zeitpunkt, horodatage, fecha y hora, usage date, date, datum, zeit, fecha`,
}
/** They say that tax is left out. */
const NET_NAMES = `net amount, net, nettobetrag, betrag netto, netto, montant ht, montant net, importe neto, neto, base imponible,
  amount excl tax, amount excluding tax, subtotal`
const AMOUNT_NAMES = `amount, line amount, fee amount, betrag, montant, importe, monto, billed cost, charge, cost, kosten, coût,
  coste, total, summe`
/** An amount that includes taxes, as the documentation of its system says: less those it is the amount of a line. */
const WITH_TAXES = { amount: 'fee total amount', taxes: 'fee taxes amount' }
/** Debits and credits in two columns. Which of them is charged only the first pairs say, by the words of events. */
const SIDES = [
  ['debit', 'credit'],
  ['debits', 'credits'],
  ['debit amount', 'credit amount'],
  ['soll', 'haben'],
  ['débit', 'crédit'],
  ['debe', 'haber'],
  ['dr', 'cr'],
] as const
/** How many of these are in the words of events. */
const SIDES_OF_EVENTS = 3
/** Other money of a line, which is compared with nothing. */
const OTHER_MONEY_NAMES = `tax, vat, mwst, ust, umsatzsteuer, steuer, tva, taxe, iva, impuesto, tax amount, taxes amount, gross,
  gross amount, brutto, bruttobetrag, montant ttc, ttc, bruto, importe bruto, total incl tax, effective cost, list cost,
  contracted cost, balance, saldo, solde, fee total amount, fee taxes amount`
const CURRENCY_NAMES = 'currency, currency code, billing currency, währung, waehrung, devise, moneda, divisa'
const QUANTITY_NAMES = 'quantity, qty, units, menge, anzahl, quantité, cantidad, consumed quantity'

/** Columns of these names number the lines, where whole numbers stand in them. */
const LINE_NUMBER_NAMES = `#, no, nr, n°, nº, line, line no, line number, row, item no, item number, pos, position, zeile,
  zeilennummer, lfd nr, ligne, línea`

export interface KnownProperties {
  /** They are those of the snapshot's events. */
  names: ReadonlySet<string>
  /** The rules call them so. */
  amounts: readonly string[]
  currencies: readonly string[]
  quantities: readonly string[]
}

/**
 * One for each head; each meaning is proposed once, for the column whose name is nearest to it.
 * @param side the column whose cells say the side of each line; null: none does
 */
export function proposedMeanings(
  heads: readonly string[],
  known: KnownProperties,
  side: number | null,
): (Meaning | null)[] {
  const meanings: (Meaning | null)[] = heads.map(() => null)
  const propose = proposer(heads.map(bare), meanings)
  for (const { key } of EVENT_FIELDS) propose({ is: 'field', field: key }, namesIn(FIELD_NAMES[key]))
  propose({ is: 'amount' }, [...known.amounts.map(bare), ...namesIn(NET_NAMES), ...namesIn(AMOUNT_NAMES)])
  const hasAll = (names: readonly string[]) => names.every((name) => heads.some((head) => bare(head) === name))
  const hasAmount = () => meanings.some((means) => means?.is === 'amount')
  if (!hasAmount() && hasAll(Object.values(WITH_TAXES))) {
    propose({ is: 'amount' }, [WITH_TAXES.amount])
    propose({ is: 'taxes' }, [WITH_TAXES.taxes])
  }
  const sides = sidesIn(heads)
  if (sides !== undefined && !hasAmount()) {
    propose({ is: 'debit' }, [sides[0]])
    propose({ is: 'credit' }, [sides[1]])
  }
  const hasTaxes = meanings.some((means) => means?.is === 'taxes')
  if (side !== null && hasAmount() && !hasTaxes && isFreeForSide(meanings[side])) meanings[side] = { is: 'side' }
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

/** Marks under a head such as “Type” are no types of events, which are whole words. */
const isFreeForSide = (means: Meaning | null | undefined) =>
  means == null || (means.is === 'field' && means.field === 'eventType')

const sidesIn = (heads: readonly string[]) =>
  SIDES.find((names) => names.every((name) => heads.some((head) => bare(head) === name)))

/** Whether heads of two columns of one amount are words of events, by which debits are charged. */
export const areSidesOfEvents = (debit: string, credit: string) =>
  SIDES.slice(0, SIDES_OF_EVENTS).some(([one, other]) => bare(debit) === one && bare(credit) === other)

/** Whether a column of this head numbers the lines. */
export const isLineNumberHead = (head: string) => namesIn(LINE_NUMBER_NAMES).includes(bare(head))

const namesIn = (list: string) => list.split(/,\s+/)

/** Gives a meaning to the column that has the first of the wanted names that any column without a meaning has. */
function proposer<T>(heads: readonly string[], meanings: (T | null)[]) {
  return (meaning: T, wanted: readonly string[]): void => {
    const columns = wanted.map((name) => heads.findIndex((head, at) => head === name && meanings[at] === null))
    const column = columns.find((at) => at >= 0)
    if (column !== undefined) meanings[column] = meaning
  }
}

/** Longer heads name nothing. */
const LONGEST_HEAD = 200
/** It stands in brackets behind a name: a unit, a currency, a note. */
const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g

/** Behind a name, what may be a currency: a word (“amount eur”, “betrag in €”) or a sign (“betrag€”). */
const MONEY_BEHIND = /(?:,| in| en)? (?<word>\p{L}{2,4}\.?|\p{Sc})$|(?<sign>\p{Sc})$/u

/**
 * A name without its unit, as “amount” for “Amount_EUR (net)”: names differ by case, underscores, what is not seen, and
 * a currency or note behind them. One that is nothing but a unit stays.
 */
function bare(head: string): string {
  const spaced = plainHead(head)
    .replaceAll(IN_BRACKETS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ (?:utc|gmt)$/, '')
  const behind = MONEY_BEHIND.exec(spaced)
  const money = behind?.groups?.word ?? behind?.groups?.sign
  const isMoney = money !== undefined && headCurrency(money) !== null
  const withoutMoney = isMoney ? spaced.slice(0, behind?.index) : spaced
  return withoutMoney.replace(MINOR_UNITS, '').trim() || spaced
}

/** It stands behind the name of an amount: “amount_cents”, “amount in minor units”. */
const MINOR_UNITS = /(?: in)? (?:cents?|minor units?)$/

/** Whether amounts under a head are in minor units: as chosen, else as it says. */
export const areMinor = (head: string, units: AmountUnits | null) =>
  units === null ? saysMinorUnits(head) : units === 'minor'

/** Whether a head says of its amounts that they are in minor units. */
const saysMinorUnits = (head: string) =>
  /(?:^|\s)(?:cents?|minor units?)(?:\s|$)/.test(plainHead(head).replaceAll(/[()[\],]/g, ' '))

/** A head in small letters with single spaces between its words: “unit price” for “unitPrice” and “Unit_Price”. */
function plainHead(head: string): string {
  return head
    .slice(0, LONGEST_HEAD)
    .normalize('NFC')
    .replace(/^event_properties\./, '')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[\s_.–-]+/g, ' ')
    .trim()
}

/** The currencies that a head can name: EUR of “Amount (EUR)”, “amount_eur” and “Betrag in €”; null: it names none. */
export function headCurrencies(head: string): readonly string[] | null {
  const plain = plainHead(head)
  const words = plain
    .replaceAll(/[()[\],/]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  // A name alone is none, as of a column of rates called “usd”.
  const found = words
    .slice(1)
    .map(headCurrency)
    .filter((one) => one !== null)
  // The heads of two sides each name their own.
  return new Set(found.map((codes) => codes.join())).size === 1 ? (found[0] ?? null) : null
}

/** Codes of currencies that are words in a head, too. */
const WORDS_TOO = new Set(['all', 'bob', 'cup', 'gel', 'mad', 'mop', 'pen', 'std', 'top', 'try'])

const headCurrency = (word: string) => (WORDS_TOO.has(word) ? null : currenciesOf(word))

/** All names that ledgers and invoices use. */
let allNames: ReadonlySet<string> | null = null

/** Whether a text is one of the names by which ledgers or invoices call their columns. */
export function isKnownHead(text: string): boolean {
  allNames ??= new Set(
    [
      ...Object.values(FIELD_NAMES),
      ...Object.values(INVOICE_NAMES),
      NET_NAMES,
      AMOUNT_NAMES,
      OTHER_MONEY_NAMES,
      CURRENCY_NAMES,
      SIDES.flat().join(', '),
      QUANTITY_NAMES,
    ].flatMap(namesIn),
  )
  return text.length <= LONGEST_HEAD && allNames.has(bare(text))
}

/** Names by which invoices call what their lines have, the nearest first. */
const INVOICE_NAMES: Record<Exclude<InvoiceMeaning, 'debit' | 'credit' | 'side'>, string> = {
  customer: `customer id, customerid, external customer id, customer, customer name, client id, client, account, sub account id,
    billing account id, kunden id, kundennummer, kunde, kundenname, id client, id cliente, id de cliente, cliente`,
  item: `item, line item, item name, item description, description, beschreibung, bezeichnung, leistung, artikel,
    product, produkt, service, event code, code, metric, sku, position, fee item code, billable metric code, service name,
    désignation, libellé, produit, descripción, concepto, producto`,
  period: `period, billing period, service period, usage period, month, zeitraum, leistungszeitraum, abrechnungszeitraum, monat,
    période, mois, período, periodo, mes`,
  from: `from, period start, period from, start date, service start, charge period start, fee from date, start, von, beginn, du,
    début, desde`,
  until: `until, period end, period to, end date, service end, charge period end, fee to date, end, to, bis, ende, au, fin,
    hasta`,
  quantity: `${QUANTITY_NAMES}, fee units`,
  unitPrice: `unit price, unitprice, price per unit, price, rate, einzelpreis, stückpreis, preis pro einheit, preis, prix unitaire,
    precio unitario`,
  taxes: 'fee taxes amount',
  amount: `amount, ${NET_NAMES}, line amount, line total, billed cost, total, betrag, gesamtpreis, gesamt, summe, montant, importe,
    monto`,
  currency: `${CURRENCY_NAMES}, fee currency`,
}

const isNamed = (meaning: InvoiceMeaning): meaning is keyof typeof INVOICE_NAMES =>
  Object.hasOwn(INVOICE_NAMES, meaning)

/** Proposes meanings of an invoice as `proposedMeanings` does. */
export function proposedInvoiceMeanings(heads: readonly string[], side: number | null): (InvoiceMeaning | null)[] {
  const meanings: (InvoiceMeaning | null)[] = heads.map(() => null)
  const propose = proposer(heads.map(bare), meanings)
  for (const meaning of INVOICE_MEANINGS) {
    const names = isNamed(meaning) ? INVOICE_NAMES[meaning] : null
    if (names !== null && meaning !== 'taxes') propose(meaning, namesIn(names))
  }
  const sides = sidesIn(heads)
  if (sides !== undefined && !meanings.includes('amount')) {
    propose('debit', [sides[0]])
    propose('credit', [sides[1]])
  }
  if (side !== null && meanings.includes('amount') && meanings[side] === null) meanings[side] = 'side'
  if (!meanings.includes('amount') && heads.some((head) => bare(head) === WITH_TAXES.taxes)) {
    propose('amount', [WITH_TAXES.amount])
    if (meanings.includes('amount')) propose('taxes', [WITH_TAXES.taxes])
  }
  return meanings
}

/**
 * Lines of an invoice stand for many events each: they have items and amounts, with a quantity, a price or a period,
 * and neither the ID nor the time of one event.
 */
export function seemsInvoice(
  asInvoice: readonly (InvoiceMeaning | null)[],
  asLedger: readonly (Meaning | null)[],
): boolean {
  const has = (...wanted: InvoiceMeaning[]) => wanted.some((meaning) => asInvoice.includes(meaning))
  const hasAmount = has('amount', 'debit')
  const hasField = (field: string) => asLedger.some((means) => means?.is === 'field' && means.field === field)
  if (hasField('eventId') || !has('item') || !hasAmount) return false
  if (has('period', 'from')) return true
  return has('quantity', 'unitPrice') && !hasField('createdAt')
}
