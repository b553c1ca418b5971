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
import { createNotInSum, type NotInSumTally, notInSumWords } from '../../../shared/worth/not-in-sum.ts'
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

type Key = Pick<Charge, 'customerId' | 'eventCode' | 'month' | 'currency' | 'unit' | 'isRest'> & {
  by: Quantity['by'] | null
  property: string | null
}

interface Open {
  key: Key
  quantity: DecimalSum | null
  /** Undefined: no event has said one yet. */
  price: Decimal | null | undefined
  charged: DecimalSum
  reduces: DecimalSum
  events: number
  without: number
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
  const charges = new Map<string, Open>()
  /** The events of lines of months whose number is missing, by the line's place. */
  const missedOfLines = new Map<number, NotInSumTally>()
  let told = 0

  function tallyFor(known: NotInSumTally | null): NotInSumTally | null {
    if (known !== null || told >= MOST_TOLD) return known
    told += 1
    return createNotInSum()
  }

  return {
    /** What is part of a line of a month is left to `result`; the line has its place by then. */
    add({ customerId, eventCode, createdAt }: WorthEvent, valued: ValuedEvent): void {
      const { moneyKind, worth, line } = valued
      const missed = missedEvent(valued, eventCode)
      if (line !== null && valued.missing !== null && missed !== null) {
        const tally = tallyFor(missedOfLines.get(line.place) ?? null)
        if (tally !== null) missedOfLines.set(line.place, tally)
        tally?.add(missed)
      }
      if (line !== null || moneyKind === 'balance' || moneyKind === 'not-money') return
      const rule = valued.rule === null ? null : (rules.rules[valued.rule] ?? null)
      const isMoney = worth !== null && isMoneyKind(moneyKind)
      const counted = rule?.quantity ?? null
      const open = openOf(charges, most, {
        customerId,
        eventCode,
        month: createdAt === null ? null : monthOf(createdAt).text,
        currency: valued.currency,
        unit: valued.unit,
        by: counted?.by ?? null,
        property: countedProperty(counted),
        isRest: false,
      })
      // Where there are too many currencies, it is in none of their sums.
      if (!isMoney || open.key.currency !== valued.currency) {
        open.without += 1
        if (missed === null) return
        open.missed = tallyFor(open.missed)
        open.missed?.add(missed)
        return
      }
      open[moneyKind].add(worth)
      open.events += 1
      notePrice(open, valued.price)
      if (rule === null || valued.quantity === null || open.key.isRest) return
      open.quantity ??= createDecimalSum()
      open.quantity.add(withEffect(rule.effect, valued.quantity))
    },
    /** Gives them with the lines of months that the same events make, ordered by currency, customer, code and month. */
    result(lines: readonly ComputedLine[]): Charge[] {
      const ofLines = new Map<string, Open>()
      for (const [place, computedLine] of lines.entries())
        addLine(ofLines, charges.size, computedLine, missedOfLines.get(place) ?? null, most)
      return [...charges.values(), ...ofLines.values()].map(settled).sort(inOrder)
    },
  }
}

const keyText = ({ customerId, eventCode, month, currency, unit, by, property, isRest }: Key) =>
  JSON.stringify([customerId, eventCode, month, currency, unit, by, property, isRest])

const restOf = (currency: string | null): Key => ({
  customerId: null,
  eventCode: null,
  month: null,
  currency,
  unit: null,
  by: null,
  property: null,
  isRest: true,
})

function openOf(charges: Map<string, Open>, most: number, wanted: Key): Open {
  const known = charges.get(keyText(wanted))
  if (known !== undefined) return known
  const isRoom = charges.size < most + MOST_CURRENCIES
  const key = charges.size < most ? wanted : restOf(isRoom ? wanted.currency : null)
  const text = keyText(key)
  const open = charges.get(text) ?? newCharge(key)
  charges.set(text, open)
  return open
}

const newCharge = (key: Key): Open => ({
  key,
  quantity: null,
  price: undefined,
  charged: createDecimalSum(),
  reduces: createDecimalSum(),
  events: 0,
  without: 0,
  missed: null,
})

function notePrice(open: Open, price: Decimal | null): void {
  if (open.price === undefined) open.price = price
  else if (open.price !== null && (price === null || compareDecimals(open.price, price) !== 0)) open.price = null
}

function settled({ key, quantity, price, charged, reduces, events, without, missed }: Open): Charge {
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
 * A line of a month is a charge of its own.
 * @param others how many there are beside those of lines
 * @param missed its events whose number is missing; null: none, or too many have some
 */
function addLine(
  ofLines: Map<string, Open>,
  others: number,
  { line, worth, quantity, single }: ComputedLine,
  missed: NotInSumTally | null,
  most: number,
): void {
  const { customerId, eventCode, month, currency, unit, events, numberMissing, why } = line
  // What is counted without money, such as a balance, is no charge.
  if (worth === null && why === null && currency === null && events > 0) return
  const isRest = others + ofLines.size >= most
  const key = isRest ? `rest ${currency}` : `line ${ofLines.size}`
  const own = { customerId, eventCode, month, currency, unit, by: null, property: null, isRest }
  const open = ofLines.get(key) ?? newCharge(isRest ? restOf(currency) : own)
  ofLines.set(key, open)
  if (!isRest && quantity !== null) {
    open.quantity = createDecimalSum()
    open.quantity.add(quantity)
  }
  if (worth !== null) {
    open.price = single
    open[worth.digits < 0n ? 'reduces' : 'charged'].add(worth)
  }
  open.events += worth === null ? 0 : events
  open.without += numberMissing + (worth === null ? events : 0)
  if (missed === null && why === null) return
  open.missed ??= createNotInSum()
  open.missed.join(missed?.figures() ?? [])
  if (why !== null) open.missed.add({ ...missedLine(line, quantity), why })
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
