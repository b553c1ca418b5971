// This is what one event is worth by the price rules: its money kind, its money, or the period line that it is part of.
import { type Decimal, minus, rounded, times } from '../exact/decimal.ts'
import { type BillingMonth, billingMonths, startOfDate } from './billing-months.ts'
import { createSlots, ruleMatcher, ruleReaders } from './match-rules.ts'
import { currencyExponent, currencyNames } from './money-text.ts'
import type { LineShare } from './period-lines.ts'
import { changesWithin, priceAt, priceBook } from './price-book.ts'
import { countedProperty, isOfPeriod, type Rule, withEffect } from './rule.ts'
import type { MoneyKind, NotValued } from './worth.ts'
import { isNumber, type NoNumber, numberOf, type WorthEvent, type WorthValue } from './worth-event.ts'
import type { WorthRules } from './worth-rules.ts'

export interface EventWorth {
  /** Its place in the list; null: no rule takes the event. */
  rule: number | null
  moneyKind: MoneyKind
  /** What the event counts for: below zero where it reduces; of a balance what is granted. Null: nothing of its own. */
  worth: Decimal | null
  /** Null: not known, or there is no money. */
  currency: string | null
  /** The quantity as sent; null where the rule says none, or it is missing. */
  quantity: Decimal | null
  unit: string | null
  /** Why it has no worth of its own; null also where its rule gives quantities without money. */
  why: NotValued | NoNumber | null
  /** The amount is so much more than quantity × unit price, as it counts; null where it is not, or nobody knows. */
  differs: Decimal | null
  /** Whether it does so only because it was rounded. */
  isRounded: boolean
}

/** A sum needs these besides. */
export interface ValuedEvent extends EventWorth {
  /** The money before the rule's effect; without a rule the amount, whatever it means. */
  sent: Decimal | null
  /** It is the price of one, in major units, as the event or the rate card says it; null where neither does. */
  price: Decimal | null
  line: LineShare | null
  /**
   * It says, in the money kind `number-missing`, what was sent in place of the number, and in whose sum it would be.
   */
  missing: MissingNumber | null
}

interface MissingNumber {
  /** Null: the rule asks for no property. */
  property: string | null
  value: WorthValue | null
  currency: string | null
}

/** What is added up, as sent and by type, of events that no rule takes. `currency`: of which property, if any. */
export interface Unruled {
  amount: string
  currency: string | null
}

/** Whether a month lies within the whole range is asked of its line, not here. @param zone the billing zone */
export function eventValuer(
  { rules, prices, equalCurrencies, currencyWhereNone, units, textNumbers }: WorthRules,
  zone: string,
  unruled: Unruled | null,
) {
  const names: string[] = []
  const monthOf = billingMonths(zone)
  const slots = createSlots(names, textNumbers)
  const matched = ruleMatcher(rules, slots)
  const book = priceBook(prices, (date) => startOfDate(date, zone), slots.slotOf)
  const unitSlots = units.map(slots.slotOf)
  const called = currencyNames(equalCurrencies)
  const readers = rules.map((rule) => ruleReaders(rule, slots, called))
  const unruledAmount = unruled === null ? null : slots.slotOf(unruled.amount)
  const unruledCurrency = unruled === null || unruled.currency === null ? null : slots.slotOf(unruled.currency)

  function withoutRule({ values }: WorthEvent): ValuedEvent {
    if (unruled === null || unruledAmount === null) return { ...NOTHING, moneyKind: 'no-rule' }
    const number = numberOf(values[unruledAmount], { isTextRead: slots.isRead(unruled.amount) })
    if (!isNumber(number)) return { ...NOTHING, moneyKind: 'no-rule', why: number }
    const value = unruledCurrency === null ? null : values[unruledCurrency]
    return {
      ...NOTHING,
      moneyKind: 'no-rule',
      sent: number,
      currency: value?.kind === 'string' ? called(value.text) : null,
    }
  }

  function unitOf({ values }: WorthEvent): string | null {
    const slot = unitSlots.find((at) => values[at]?.kind === 'string')
    return slot === undefined ? null : (values[slot]?.text ?? null)
  }

  /** Values an event by the rate card. */
  function priced(
    event: WorthEvent,
    base: ValuedEvent,
    rule: Rule,
    number: Decimal | NoNumber,
    value: WorthValue | null,
  ): ValuedEvent {
    const { effect, quantity } = rule
    if (quantity === null) return base
    const lists = book.lists(event)
    const price = priceAt(lists, event.createdAt?.seconds ?? null)
    const month = event.createdAt === null ? null : monthOf(event.createdAt)
    const currency = price === null ? null : called(price.price.currency)
    const isOtherUnit =
      price !== null && price.price.unit !== null && base.unit !== null && price.price.unit !== base.unit
    const isAnyThere = lists.some((alike) => alike.some((list) => list.length > 0))
    const noPrice = event.createdAt === null && isAnyThere ? 'no-time' : 'no-price'
    const why: NotValued | null = price === null ? noPrice : isOtherUnit ? 'unit-differs' : null
    const isLine = isOfPeriod(quantity) || (price !== null && price.single === null)
    const line = isLine ? shareOf(event, base, rule, number, value) : null
    if (line !== null) {
      const isChanging = month !== null && changesWithin(lists, month.from, month.until)
      const ofLine = lineProblem(event, month) ?? why ?? (isChanging ? 'price-changes' : null)
      Object.assign(line, { isPriced: true, month, price, currency, why: ofLine })
    }
    if (!isNumber(number)) {
      const missing = { property: countedProperty(quantity), value, currency }
      return { ...base, moneyKind: 'number-missing', why: number, line, missing }
    }
    const moneyKind = moneyKindOf(withEffect(effect, number), rule)
    if (line !== null) return { ...base, moneyKind, currency, why: 'part-of-line', line }
    const single = price?.single ?? null
    if (single === null || why !== null) return { ...base, moneyKind, why }
    const sent = times(number, single)
    return { ...base, moneyKind, currency, sent, price: single, worth: withEffect(effect, sent) }
  }

  return {
    /** The properties whose values it asks for, in this order. */
    names: names as readonly string[],
    value(event: WorthEvent): ValuedEvent {
      const at = matched(event)
      const [rule, read] = [rules[at], readers[at]]
      if (rule === undefined || read === undefined) return withoutRule(event)
      const { effect, quantity, money } = rule
      const measured = read.quantity(event)
      const counted = isNumber(measured) ? measured : null
      const base = { ...NOTHING, rule: at, quantity: counted, unit: hasUnit(rule) ? unitOf(event) : null }
      if (effect === 'not-money') return base
      if (money.by === 'rate-card') return priced(event, base, rule, measured, read.value(event))
      if (money.by === 'none') {
        if (quantity === null) return base
        const line = isOfPeriod(quantity) ? shareOf(event, base, rule, measured, read.value(event)) : null
        if (line !== null && event.createdAt !== null) line.month = monthOf(event.createdAt)
        if (!isNumber(measured)) {
          const missing = { property: countedProperty(quantity), value: read.value(event), currency: null }
          return { ...base, moneyKind: 'number-missing', why: measured, line, missing }
        }
        const sent = effect === 'balance' ? measured : null
        return { ...base, moneyKind: moneyKindOf(withEffect(effect, measured), rule), worth: sent, sent, line }
      }
      const number = money.by === 'amount' ? read.money(event) : product(measured, read.money(event))
      const currency = read.currency(event) ?? (currencyWhereNone === null ? null : called(currencyWhereNone))
      if (!isNumber(number)) {
        const isQuantity = money.by === 'price' && !isNumber(measured)
        const [property, value] = isQuantity
          ? [countedProperty(quantity), read.value(event)]
          : [money.property, read.moneyValue(event)]
        const missing = { property, value, currency: effect === 'balance' ? null : currency }
        return { ...base, moneyKind: 'number-missing', why: number, missing }
      }
      const exponent = currency === null ? null : currencyExponent(currency)
      const moneyKind = moneyKindOf(withEffect(effect, number), rule)
      if (money.units === 'minor' && exponent === null) return { ...base, moneyKind, currency, why: 'minor-units' }
      const places = money.units === 'minor' ? (exponent ?? 0) : 0
      const sent = inMajor(number, places)
      const worth = withEffect(effect, sent)
      const ofOne = money.by === 'amount' ? read.price(event) : read.money(event)
      const price = isNumber(ofOne) ? inMajor(ofOne, places) : null
      const wanted = money.by === 'amount' ? product(measured, ofOne) : 'no-number'
      const disagrees = isNumber(wanted)
        ? disagreement(worth, withEffect(effect, inMajor(wanted, places)), exponent)
        : NO_DISAGREEMENT
      return { ...base, moneyKind, currency, sent, price, worth, ...disagrees }
    },
  }
}

const NOTHING: ValuedEvent = {
  rule: null,
  moneyKind: 'not-money',
  worth: null,
  currency: null,
  quantity: null,
  unit: null,
  why: null,
  differs: null,
  isRounded: false,
  sent: null,
  price: null,
  line: null,
  missing: null,
}

/** Events and different values are counted; what is measured has a unit. */
const hasUnit = ({ quantity }: Rule) => quantity !== null && quantity.by !== 'events' && quantity.by !== 'distinct'

/** The share has no month and no price yet. */
function shareOf(
  { customerId, eventCode, createdAt }: WorthEvent,
  { rule, unit }: ValuedEvent,
  { effect, tax, quantity }: Rule,
  number: Decimal | NoNumber,
  value: WorthValue | null,
): LineShare {
  const by = quantity?.by ?? 'events'
  const isAdded = by === 'events' || by === 'sum'
  return {
    customerId,
    eventCode,
    createdAt,
    rule: rule ?? 0,
    effect,
    tax,
    by,
    property: countedProperty(quantity),
    unit,
    quantity: !isNumber(number) ? null : isAdded ? withEffect(effect, number) : number,
    value,
    events: 1,
    isPriced: false,
    month: null,
    price: null,
    currency: null,
    why: null,
    place: -1,
  }
}

function product(a: Decimal | NoNumber, b: Decimal | NoNumber): Decimal | NoNumber {
  if (!isNumber(a)) return a
  return isNumber(b) ? times(a, b) : b
}

const inMajor = ({ digits, scale }: Decimal, places: number): Decimal => ({ digits, scale: scale + places })

function moneyKindOf(value: Decimal, { effect }: Rule): MoneyKind {
  if (effect === 'balance') return 'balance'
  const isZero = value.digits === 0n
  return value.digits < 0n || (isZero && effect !== 'as-sent') ? 'reduces' : 'charged'
}

const NO_DISAGREEMENT: Pick<EventWorth, 'differs' | 'isRounded'> = { differs: null, isRounded: false }

/** An amount has at least the places of its currency, whether it says their zeros or not. */
function disagreement(amount: Decimal, wanted: Decimal, exponent: number | null): typeof NO_DISAGREEMENT {
  const differs = minus(amount, wanted)
  if (differs.digits === 0n) return NO_DISAGREEMENT
  const places = Math.max(amount.scale, exponent ?? 2)
  const isSame = (how: 'half-up' | 'half-even') => minus(rounded(wanted, places, how), amount).digits === 0n
  return { differs, isRounded: isSame('half-up') || isSame('half-even') }
}

/** The problems are looked for in the order of `NOT_VALUED`. */
function lineProblem({ customerId }: WorthEvent, month: BillingMonth | null): NotValued | null {
  if (month === null) return 'no-time'
  return customerId === null ? 'no-customer' : null
}
