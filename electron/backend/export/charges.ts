// Who is charged what, for what, in which month: the lines that add up to what a file's events are worth. Events alone
// do not, as what is billed by the month (seats, build minutes) is in no event.
import type { Cell } from '../../../shared/event/event-table.ts'
import {
  compareDecimals,
  createDecimalSum,
  type Decimal,
  type DecimalSum,
  decimalText,
  plus,
} from '../../../shared/exact/decimal.ts'
import type { BillingMonth } from '../../../shared/worth/billing-months.ts'
import { missedEvent, missedLine } from '../../../shared/worth/grouped-worth.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { createNotInSum, type Missed, type NotInSumTally, notInSumWords } from '../../../shared/worth/not-in-sum.ts'
import type { ComputedLine } from '../../../shared/worth/period-lines.ts'
import { countedProperty, type Quantity, withEffect } from '../../../shared/worth/rule.ts'
import type { ValuedEvent } from '../../../shared/worth/value-event.ts'
import { isMoneyKind, NOT_IN_TOTAL, type NotInSum } from '../../../shared/worth/worth.ts'
import type { WorthEvent } from '../../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../../shared/worth/worth-rules.ts'

/** A customer's code comes to this in a month, in one currency and unit. Figures are plain decimals. */
export interface Charge {
  /** Null: not known, or the charges beyond `MOST_CHARGES` together (`isRest`). */
  customerId: string | null
  eventCode: string | null
  /** `2026-10`, in the billing zone; null: not known. */
  month: string | null
  currency: string | null
  /** This is what the events in the total come to; null where the rules count none. */
  quantity: string | null
  unit: string | null
  /** The price of one, where it is the same for all of them; null: it is not, or not known. */
  price: string | null
  charged: string
  /** Zero or below. */
  reduces: string
  /** `charged` and `reduces` together. */
  total: string
  events: number
  /** Further events, which have no number, price or rule, or are a part of a line that is not all there. */
  without: number
  /** This says which of these they are, why, and what they sent; those without a rule are only counted. */
  notIn: NotInSum[]
  isRest: boolean
}

/** Bounds a service that gives each event a customer of its own, as far as a spreadsheet is still looked through. */
const MOST_CHARGES = 100_000
/** Sums of the others, one in each. */
const MOST_CURRENCIES = 1_000

/** Events of one key make one charge: quantities that are counted otherwise are not added to each other. */
type ChargeKey = Pick<Charge, 'customerId' | 'eventCode' | 'month' | 'currency' | 'unit' | 'isRest'> & {
  by: Quantity['by'] | null
  property: string | null
}

/** A charge to which events are still added. */
interface OpenCharge {
  key: ChargeKey
  quantity: DecimalSum | null
  /** Undefined: no event has said one yet. */
  price: Decimal | null | undefined
  charged: DecimalSum
  reduces: DecimalSum
  events: number
  without: number
  /** Those of `without` that say why; null: none does. */
  missed: NotInSumTally | null
}

/** Charges and lines of months that say what is not in them: each takes a kilobyte. */
const MOST_TOLD = 20_000

/** @param monthOf in the billing zone @param most charges; what comes after them is one in each currency */
export function createCharges(
  rules: WorthRules,
  monthOf: (at: NonNullable<WorthEvent['createdAt']>) => BillingMonth,
  most = MOST_CHARGES,
) {
  /** Charges of single events, by the text of their key. */
  const charges = new Map<string, OpenCharge>()
  /** The events of lines of months whose number is missing, by the line's place: no sum of the line has them. */
  const missedOfLines = new Map<number, NotInSumTally>()
  let tallies = 0

  /** The tally that is there, or a new one; null where there are too many. */
  function tallyFor(known: NotInSumTally | null): NotInSumTally | null {
    if (known !== null || tallies >= MOST_TOLD) return known
    tallies += 1
    return createNotInSum()
  }

  function noteMissedOfLine(place: number, missed: Missed): void {
    const tally = tallyFor(missedOfLines.get(place) ?? null)
    if (tally === null) return
    missedOfLines.set(place, tally)
    tally.add(missed)
  }

  function noteWithout(charge: OpenCharge, missed: Missed | null): void {
    charge.without += 1
    if (missed === null) return
    charge.missed = tallyFor(charge.missed)
    charge.missed?.add(missed)
  }

  return {
    /** What is part of a line of a month is left to `result`; the line has its place by then. */
    add({ customerId, eventCode, createdAt }: WorthEvent, valued: ValuedEvent): void {
      const { moneyKind, worth, line } = valued
      const missed = missedEvent(valued, eventCode)
      if (line !== null) {
        if (valued.missing !== null && missed !== null) noteMissedOfLine(line.place, missed)
        return
      }
      if (moneyKind === 'balance' || moneyKind === 'not-money') return
      const rule = valued.rule === null ? null : (rules.rules[valued.rule] ?? null)
      const counted = rule?.quantity ?? null
      const charge = chargeFor(charges, most, {
        customerId,
        eventCode,
        month: createdAt === null ? null : monthOf(createdAt).text,
        currency: valued.currency,
        unit: valued.unit,
        by: counted?.by ?? null,
        property: countedProperty(counted),
        isRest: false,
      })
      // The rest of currencies beyond the most has none, and so no money that could be added.
      const isOfCurrency = charge.key.currency === valued.currency
      if (worth === null || !isMoneyKind(moneyKind) || !isOfCurrency) {
        noteWithout(charge, missed)
        return
      }
      charge[moneyKind].add(worth)
      charge.events += 1
      notePrice(charge, valued.price)
      if (rule === null || valued.quantity === null || charge.key.isRest) return
      charge.quantity ??= createDecimalSum()
      charge.quantity.add(withEffect(rule.effect, valued.quantity))
    },
    /** Gives them with the lines of months that the same events make, ordered by currency, customer, code and month. */
    result(lines: readonly ComputedLine[]): Charge[] {
      const ofLines = new Map<string, OpenCharge>()
      for (const [place, computedLine] of lines.entries()) {
        const isRest = charges.size + ofLines.size >= most
        addLine(ofLines, computedLine, isRest, missedOfLines.get(place) ?? null)
      }
      return [...charges.values(), ...ofLines.values()].map(settled).sort(inOrder)
    },
  }
}

const keyText = ({ customerId, eventCode, month, currency, unit, by, property, isRest }: ChargeKey) =>
  JSON.stringify([customerId, eventCode, month, currency, unit, by, property, isRest])

/** The key of all charges beyond the most: one in each currency, one without where these are too many as well. */
const restOf = (currency: string | null): ChargeKey => ({
  customerId: null,
  eventCode: null,
  month: null,
  currency,
  unit: null,
  by: null,
  property: null,
  isRest: true,
})

/** The charge with this key, or the rest where there are `most` already. It is made where it is not there yet. */
function chargeFor(charges: Map<string, OpenCharge>, most: number, wanted: ChargeKey): OpenCharge {
  const known = charges.get(keyText(wanted))
  if (known !== undefined) return known
  const hasRoomForRest = charges.size < most + MOST_CURRENCIES
  const key = charges.size < most ? wanted : restOf(hasRoomForRest ? wanted.currency : null)
  const text = keyText(key)
  const charge = charges.get(text) ?? newCharge(key)
  charges.set(text, charge)
  return charge
}

const newCharge = (key: ChargeKey): OpenCharge => ({
  key,
  quantity: null,
  price: undefined,
  charged: createDecimalSum(),
  reduces: createDecimalSum(),
  events: 0,
  without: 0,
  missed: null,
})

/** Keeps the price as long as it is that of all events. */
function notePrice(charge: OpenCharge, price: Decimal | null): void {
  const { price: known } = charge
  if (known === undefined) charge.price = price
  else if (known !== null && (price === null || compareDecimals(known, price) !== 0)) charge.price = null
}

/** The figures of a charge once all events are added. The price of the rest is never told, whatever it is. */
function settled({ key, quantity, price, charged, reduces, events, without, missed }: OpenCharge): Charge {
  const [up, down] = [charged.total(), reduces.total()]
  const { by: _, property: __, ...named } = key
  return {
    ...named,
    quantity: quantity && decimalText(quantity.total()),
    price: key.isRest || price == null ? null : decimalText(price),
    charged: decimalText(up),
    reduces: decimalText(down),
    total: decimalText(plus(up, down)),
    events,
    without,
    notIn: missed?.figures() ?? [],
  }
}

/**
 * Adds a line of a month as a charge of its own.
 * @param isRest whether there are too many charges for it to be one: then it joins the rest of its currency
 * @param missed its events whose number is missing; null: none, or too many have some
 */
function addLine(
  ofLines: Map<string, OpenCharge>,
  { line, worth, quantity, single }: ComputedLine,
  isRest: boolean,
  missed: NotInSumTally | null,
): void {
  const { customerId, eventCode, month, currency, unit, events, numberMissing, why } = line
  // What is counted without money, such as a balance, is no charge.
  if (worth === null && why === null && currency === null && events > 0) return
  // Any text that is unique does: lines of months are never looked up but for the rest of their currency.
  const id = isRest ? `rest ${currency}` : `line ${ofLines.size}`
  const ofLine = { customerId, eventCode, month, currency, unit, by: null, property: null, isRest }
  const charge = ofLines.get(id) ?? newCharge(isRest ? restOf(currency) : ofLine)
  ofLines.set(id, charge)
  if (!isRest && quantity !== null) {
    charge.quantity = createDecimalSum()
    charge.quantity.add(quantity)
  }
  if (worth === null) charge.without += events
  else {
    charge.events += events
    charge.price = single
    charge[worth.digits < 0n ? 'reduces' : 'charged'].add(worth)
  }
  charge.without += numberMissing
  if (missed === null && why === null) return
  charge.missed ??= createNotInSum()
  charge.missed.join(missed?.figures() ?? [])
  if (why !== null) charge.missed.add({ ...missedLine(line, quantity), why })
}

function inOrder(a: Charge, b: Charge): number {
  return (
    Number(a.isRest) - Number(b.isRest) ||
    compareTexts(a.currency, b.currency) ||
    compareTexts(a.customerId, b.customerId) ||
    compareTexts(a.eventCode, b.eventCode) ||
    compareTexts(a.month, b.month) ||
    compareTexts(a.unit, b.unit)
  )
}

/** What is not known comes last. */
export function compareTexts(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : a > b ? 1 : 0
}

interface ChargeColumn {
  /** Its head in the file beside the events. */
  name: string
  /** The head that people read. */
  head: string
  kind: 'string' | 'number'
  /** What a charge has there; null: an empty cell. */
  textOf: (charge: Charge) => string | null
}

/** Where nothing is in the total, it is not 0 but unknown. */
const money = (which: 'charged' | 'reduces' | 'total') => (charge: Charge) =>
  charge.events === 0 ? null : moneyText(charge[which], charge.currency)

/** "without 3 build_minutes events whose quantity is text: “150” 3 times"; null: every event is in its total. */
const notInCharge = ({ notIn, without }: Charge): string | null =>
  notInSumWords(
    notIn,
    notIn.reduce((left, { events }) => left - events, without),
    'file',
  )

const REST = `more than ${MOST_CHARGES} charges: the others together`

export const CHARGE_COLUMNS = [
  { name: 'customer_id', head: 'Customer', kind: 'string', textOf: (one) => (one.isRest ? REST : one.customerId) },
  { name: 'event_code', head: 'Event code', kind: 'string', textOf: ({ eventCode }) => eventCode },
  { name: 'month', head: 'Month', kind: 'string', textOf: ({ month }) => month },
  { name: 'currency', head: 'Currency', kind: 'string', textOf: ({ currency }) => currency },
  { name: 'quantity', head: 'Quantity', kind: 'number', textOf: ({ quantity }) => quantity },
  { name: 'unit', head: 'Unit', kind: 'string', textOf: ({ unit }) => unit },
  { name: 'price', head: 'Price', kind: 'number', textOf: ({ price }) => price },
  { name: 'charged', head: 'Charged', kind: 'number', textOf: money('charged') },
  { name: 'taken_off', head: 'Taken off', kind: 'number', textOf: money('reduces') },
  { name: 'total', head: 'Total', kind: 'number', textOf: money('total') },
  { name: 'events', head: 'Events', kind: 'number', textOf: ({ events }) => String(events) },
  {
    name: 'events_not_in_total',
    head: 'Events not in the total',
    kind: 'number',
    textOf: ({ without }) => String(without),
  },
  { name: 'not_in_total', head: NOT_IN_TOTAL.head, kind: 'string', textOf: notInCharge },
] as const satisfies readonly ChargeColumn[]

/** The cells of a charge below `CHARGE_COLUMNS`. */
export const chargeCells = (charge: Charge): Cell[] =>
  CHARGE_COLUMNS.map(({ kind, textOf }) => {
    const text = textOf(charge)
    return text === null ? null : { kind, text }
  })
