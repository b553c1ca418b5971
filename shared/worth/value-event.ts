// This is what one event is worth by the price rules: its money kind, its money, or the period line that it is part of.
import { type Decimal, minus, rounded, times } from '../exact/decimal.ts'
import { type BillingMonth, billingMonths, startOfDate } from './billing-months.ts'
import { createSlots, ruleMatcher, ruleReaders } from './match-rules.ts'
import { currencyExponent, currencyNames } from './money-text.ts'
import type { LineShare } from './period-lines.ts'
import { type BookedPrice, changesWithin, type PriceLists, priceAt, priceBook } from './price-book.ts'
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

  /**
   * Values an event by the rate card: by itself where a price is the same for any quantity; else it is a share of its
   * month's line, which alone has a worth.
   * @param base what is known of it whatever it is worth
   * @param measured its quantity
   * @param value the value of the property that is counted
   */
  function byRateCard(
    event: WorthEvent,
    base: ValuedEvent,
    rule: Rule,
    measured: Decimal | NoNumber,
    value: WorthValue | null,
  ): ValuedEvent {
    const { effect, quantity } = rule
    if (quantity === null) return base
    const lists = book.lists(event)
    const price = priceAt(lists, event.createdAt?.seconds ?? null)
    const month = event.createdAt === null ? null : monthOf(event.createdAt)
    const currency = price === null ? null : called(price.price.currency)
    const noPrice = priceProblem(event, base.unit, price, lists)
    const isOfLine = isOfPeriod(quantity) || (price !== null && price.single === null)
    const line = isOfLine ? shareOf(event, base, rule, measured, value) : null
    if (line !== null) {
      const isChanging = month !== null && changesWithin(lists, month.from, month.until)
      const why = lineProblem(event, month) ?? noPrice ?? (isChanging ? 'price-changes' : null)
      Object.assign(line, { isPriced: true, month, price, currency, why })
    }
    if (!isNumber(measured)) {
      const missing = { property: countedProperty(quantity), value, currency }
      return { ...base, moneyKind: 'number-missing', why: measured, line, missing }
    }
    const moneyKind = moneyKindOf(withEffect(effect, measured), rule)
    if (line !== null) return { ...base, moneyKind, currency, why: 'part-of-line', line }
    const single = price?.single ?? null
    if (single === null || noPrice !== null) return { ...base, moneyKind, why: noPrice }
    const sent = times(measured, single)
    return { ...base, moneyKind, currency, sent, price: single, worth: withEffect(effect, sent) }
  }

  /** By a rule that counts and knows no money: only what a balance grants is summed. Parameters as of `byRateCard`. */
  function byQuantityAlone(
    event: WorthEvent,
    base: ValuedEvent,
    rule: Rule,
    measured: Decimal | NoNumber,
    value: WorthValue | null,
  ): ValuedEvent {
    const { effect, quantity } = rule
    if (quantity === null) return base
    const line = isOfPeriod(quantity) ? shareOf(event, base, rule, measured, value) : null
    if (line !== null && event.createdAt !== null) line.month = monthOf(event.createdAt)
    if (!isNumber(measured)) {
      const missing = { property: countedProperty(quantity), value, currency: null }
      return { ...base, moneyKind: 'number-missing', why: measured, line, missing }
    }
    const granted = effect === 'balance' ? measured : null
    return { ...base, moneyKind: moneyKindOf(withEffect(effect, measured), rule), worth: granted, sent: granted, line }
  }

  /** By the money that the event carries: its amount, or its price times its quantity. */
  function bySentMoney(
    event: WorthEvent,
    base: ValuedEvent,
    { effect, quantity }: Rule,
    money: SentMoney,
    read: RuleReaders,
    measured: Decimal | NoNumber,
  ): ValuedEvent {
    const isAmount = money.by === 'amount'
    const carried = read.money(event)
    const number = isAmount ? carried : product(measured, carried)
    const currency = read.currency(event) ?? (currencyWhereNone === null ? null : called(currencyWhereNone))
    if (!isNumber(number)) {
      // Of price times quantity, the quantity is named where both are missing.
      const isQuantityMissing = !isAmount && !isNumber(measured)
      const [property, value] = isQuantityMissing
        ? [countedProperty(quantity), read.value(event)]
        : [money.property, read.moneyValue(event)]
      const missing = { property, value, currency: effect === 'balance' ? null : currency }
      return { ...base, moneyKind: 'number-missing', why: number, missing }
    }
    const exponent = currency === null ? null : currencyExponent(currency)
    const moneyKind = moneyKindOf(withEffect(effect, number), { effect })
    if (money.units === 'minor' && exponent === null) return { ...base, moneyKind, currency, why: 'minor-units' }
    const minorPlaces = money.units === 'minor' ? (exponent ?? 0) : 0
    const sent = inMajor(number, minorPlaces)
    const worth = withEffect(effect, sent)
    const ofOne = isAmount ? read.price(event) : carried
    const price = isNumber(ofOne) ? inMajor(ofOne, minorPlaces) : null
    // An amount is held against quantity × price where the event has both.
    const expected = isAmount ? product(measured, ofOne) : 'no-number'
    const disagrees = isNumber(expected)
      ? disagreement(worth, withEffect(effect, inMajor(expected, minorPlaces)), exponent)
      : NO_DISAGREEMENT
    return { ...base, moneyKind, currency, sent, price, worth, ...disagrees }
  }

  return {
    /** The properties whose values it asks for, in this order. */
    names: names as readonly string[],
    value(event: WorthEvent): ValuedEvent {
      const at = matched(event)
      const [rule, read] = [rules[at], readers[at]]
      if (rule === undefined || read === undefined) return withoutRule(event)
      const { effect, money } = rule
      const measured = read.quantity(event)
      const quantity = isNumber(measured) ? measured : null
      const base = { ...NOTHING, rule: at, quantity, unit: hasUnit(rule) ? unitOf(event) : null }
      if (effect === 'not-money') return base
      if (money.by === 'rate-card') return byRateCard(event, base, rule, measured, read.value(event))
      if (money.by === 'none') return byQuantityAlone(event, base, rule, measured, read.value(event))
      return bySentMoney(event, base, rule, money, read, measured)
    },
  }
}

type RuleReaders = ReturnType<typeof ruleReaders>
type SentMoney = Extract<Rule['money'], { by: 'amount' | 'price' }>

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

/** What the event adds to its month's line, as yet without month, price and currency. */
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

/** 1234 cents, of two minor places, are 12.34. @param minorPlaces 0: the number is in major units already */
const inMajor = ({ digits, scale }: Decimal, minorPlaces: number): Decimal => ({ digits, scale: scale + minorPlaces })

/** @param value with the effect: what is below zero reduces, and so does 0 by a rule that takes off */
function moneyKindOf(value: Decimal, { effect }: Pick<Rule, 'effect'>): MoneyKind {
  if (effect === 'balance') return 'balance'
  const isZero = value.digits === 0n
  return value.digits < 0n || (isZero && effect !== 'as-sent') ? 'reduces' : 'charged'
}

const NO_DISAGREEMENT: Pick<EventWorth, 'differs' | 'isRounded'> = { differs: null, isRounded: false }

/**
 * By how much an amount is more than quantity × price, and whether the amount is that, rounded. An amount has at least
 * the places of its currency, whether it says their zeros or not.
 */
function disagreement(amount: Decimal, expected: Decimal, exponent: number | null): typeof NO_DISAGREEMENT {
  const differs = minus(amount, expected)
  if (differs.digits === 0n) return NO_DISAGREEMENT
  const places = Math.max(amount.scale, exponent ?? 2)
  const isRoundedBy = (how: 'half-up' | 'half-even') => minus(rounded(expected, places, how), amount).digits === 0n
  return { differs, isRounded: isRoundedBy('half-up') || isRoundedBy('half-even') }
}

/** Why an event has no price that could be its own; null: it has one. @param lists its prices, at whatever time */
function priceProblem(
  { createdAt }: WorthEvent,
  unit: string | null,
  price: BookedPrice | null,
  lists: PriceLists,
): 'no-time' | 'no-price' | 'unit-differs' | null {
  if (price === null) {
    const isAnyBooked = lists.some((rank) => rank.some((list) => list.length > 0))
    return createdAt === null && isAnyBooked ? 'no-time' : 'no-price'
  }
  const { unit: unitOfPrice } = price.price
  return unitOfPrice !== null && unit !== null && unitOfPrice !== unit ? 'unit-differs' : null
}

/** Why an event is in no line of a month; null: it is. In the order of `NOT_VALUED`. */
function lineProblem({ customerId }: WorthEvent, month: BillingMonth | null): NotValued | null {
  if (month === null) return 'no-time'
  return customerId === null ? 'no-customer' : null
}
