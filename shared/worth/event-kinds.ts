// The kinds of events that there are, a line for each code, type and sign, and the rule that names and values suggest
// for it.
import { type SumType, sumTypeOf } from '../exact/exact-sum.ts'
import type { PropertyMeaning } from './property-meanings.ts'
import type { Effect, Rule } from './rule.ts'
import type { CurrencySum } from './worth.ts'
import { isNumber, numberOf, type WorthEvent } from './worth-event.ts'
import { createWorthSums, type WorthSums } from './worth-sums.ts'

export interface EventKind {
  eventCode: string | null
  type: SumType
  /** The sign of their number; null: these events have none. */
  sign: 'below-zero' | 'zero-or-above' | null
  /** Whose number it is, by which it is summed; null: no property of it is known to be one. */
  property: string | null
  events: number
  /** Sums of the number: by currency where it is an amount, else by unit, and never across them. */
  sums: CurrencySum[]
  /** The first of them, by the number that it was added with. */
  example: number
  /** Null where neither names nor values suggest what it means. */
  offered: Rule | null
}

export interface KindsOptions {
  /** The properties of an event's values, in their order. */
  names: readonly string[]
  /** This is what is known or guessed of them; a name occurs once. */
  meanings: readonly { name: string; meaning: PropertyMeaning | 'none' }[]
  /** The texts of these properties are read as numbers. */
  textNumbers: readonly string[]
  /** Event codes of which the rate card has a price. */
  pricedCodes: ReadonlySet<string>
}

/** Lines of codes and types; nobody says what more of them mean. */
const MOST_KINDS = 1_000
const SIGNS = ['zero-or-above', 'below-zero'] as const

/** The events of a kind in which a number has one sign. */
interface SignStats {
  events: number
  /** The first of them. */
  example: number
  /** Sums are by the currency and by the unit: which of them counts is known in the end. */
  byCurrency: WorthSums
  byUnit: WorthSums
}

/** The numbers of one property in the events of a kind. */
interface PropertyStats {
  /** The property. */
  name: string
  signs: Record<(typeof SIGNS)[number], SignStats>
  /** The first event that has no number of it; null: each has one. */
  firstWithout: number | null
}

/** The events of one code and type. */
interface Kind {
  eventCode: string | null
  type: SumType
  events: number
  /** The first of them. */
  example: number
  /** One for each property that may be its number: which one is, is known once all events were added. */
  properties: PropertyStats[]
}

/** Reads an event while it is added, so that one object may serve for all. Bounded by `MOST_KINDS` codes and types. */
export function createEventKinds({ names, meanings, textNumbers, pricedCodes }: KindsOptions) {
  /** A slot is the place of a property among the names, and so of its value in an event. */
  const slotsOf = (...wanted: PropertyMeaning[]) =>
    names.flatMap((name, slot) => {
      const meaning = meanings.find((one) => one.name === name)?.meaning
      return meaning !== undefined && wanted.some((one) => one === meaning) ? [slot] : []
    })
  const numericSlots = slotsOf('amount-major', 'amount-minor', 'quantity', 'unit-price')
  const [currencySlots, unitSlots] = [slotsOf('currency'), slotsOf('unit')]
  const readAsNumbers = new Set(textNumbers)
  const isTextRead = names.map((name) => readAsNumbers.has(name))
  const byCode = new Map<string | null, Kind[]>()
  let size = 0
  let others = 0

  /** Null where there are too many for another. @param example by which a new one is named */
  function kindOf(eventCode: string | null, type: SumType, example: number): Kind | null {
    const list = byCode.get(eventCode) ?? []
    const known = list.find((one) => one.type === type)
    if (known !== undefined) return known
    if (size >= MOST_KINDS) return null
    size += 1
    const none = (): SignStats => ({ events: 0, example: 0, byCurrency: createWorthSums(), byUnit: createWorthSums() })
    const kind: Kind = {
      eventCode,
      type,
      events: 0,
      example,
      properties: numericSlots.map((slot) => ({
        name: names[slot] ?? '',
        signs: { 'zero-or-above': none(), 'below-zero': none() },
        firstWithout: null,
      })),
    }
    list.push(kind)
    byCode.set(eventCode, list)
    return kind
  }

  /** The first text in one of these slots; null: there is none. */
  const textIn = ({ values }: WorthEvent, slots: readonly number[]) => {
    const slot = slots.find((one) => values[one]?.kind === 'string')
    return slot === undefined ? null : (values[slot]?.text ?? null)
  }

  /** What a rule for the kind can be made from: properties of which some event of it has a number. */
  function offeredFrom({ eventCode, type, properties }: Kind): OfferedFrom {
    const isNumeric = ({ signs }: PropertyStats) => SIGNS.some((sign) => signs[sign].events > 0)
    const numericNames = new Set(properties.filter(isNumeric).map(({ name }) => name))
    const firstWith = (meaning: PropertyMeaning) =>
      slotsOf(meaning)
        .map((slot) => names[slot] ?? '')
        .find((name) => numericNames.has(name)) ?? null
    const inMajor = firstWith('amount-major')
    const [currencySlot] = currencySlots
    return {
      eventCode,
      type,
      amount: inMajor ?? firstWith('amount-minor'),
      isMinor: inMajor === null,
      quantity: firstWith('quantity'),
      price: firstWith('unit-price'),
      currency: currencySlot === undefined ? null : (names[currencySlot] ?? null),
      isPriced: eventCode !== null && pricedCodes.has(eventCode),
    }
  }

  /** A line for each sign that the kind's number has in some event, and one for its events without a number. */
  function linesOf(kind: Kind): EventKind[] {
    const { eventCode, type } = kind
    const from = offeredFrom(kind)
    const property = from.amount ?? from.quantity
    const stats = kind.properties.find(({ name }) => name === property)
    const line = (parts: Omit<EventKind, 'eventCode' | 'type' | 'property'>): EventKind => ({
      eventCode,
      type,
      property,
      ...parts,
    })
    if (stats === undefined) {
      const { events, example } = kind
      return [line({ sign: null, events, sums: [], example, offered: offeredRule(from, { sign: null, isOnly: true }) })]
    }
    const signed = SIGNS.filter((sign) => stats.signs[sign].events > 0)
    const lines = signed.map((sign) => {
      const { events, example, byCurrency, byUnit } = stats.signs[sign]
      const sums = (isMoney(from) ? byCurrency : byUnit).figures()
      return line({ sign, events, sums, example, offered: offeredRule(from, { sign, isOnly: signed.length === 1 }) })
    })
    const rest = kind.events - lines.reduce((sum, { events }) => sum + events, 0)
    const example = stats.firstWithout ?? 0
    return rest === 0 ? lines : [...lines, line({ sign: null, events: rest, sums: [], example, offered: null })]
  }

  return {
    /** @param at what an example is named by */
    add(event: WorthEvent, at: number): void {
      const kind = kindOf(event.eventCode, sumTypeOf(event.eventType), at)
      if (kind === null) {
        others += 1
        return
      }
      kind.events += 1
      const [currency, unit] = [textIn(event, currencySlots), textIn(event, unitSlots)]
      numericSlots.forEach((slot, index) => {
        const stats = kind.properties[index]
        if (stats === undefined) return
        const number = numberOf(event.values[slot], { isTextRead: isTextRead[slot] === true })
        if (!isNumber(number)) {
          stats.firstWithout ??= at
          return
        }
        const ofSign = stats.signs[number.digits < 0n ? 'below-zero' : 'zero-or-above']
        if (ofSign.events === 0) ofSign.example = at
        ofSign.events += 1
        ofSign.byCurrency.add(currency, number, 1)
        ofSign.byUnit.add(unit, number, 1)
      })
    },
    /** Codes and types with most events first; of each, 0 or above, then below, then those without a number. */
    kinds: (): EventKind[] =>
      [...byCode.values()]
        .flat()
        .sort((a, b) => b.events - a.events)
        .flatMap(linesOf),
    /** Events of codes and types beyond the most. */
    others: () => others,
  }
}

// The rule that names and values suggest for a kind of events. It is offered, and holds only once somebody takes it.

/** An offer is made from events of one code and type: which of their properties are numbers, and what they are. */
interface OfferedFrom {
  eventCode: string | null
  type: SumType
  amount: string | null
  /** Cents or the like. */
  isMinor: boolean
  quantity: string | null
  price: string | null
  /** The property that says the currency. */
  currency: string | null
  /** Whether the rate card has a price for the code. */
  isPriced: boolean
}

/** Granted, and used up later. */
const GRANT_NAME = /grant|prepaid|top_?up|balance/i
/** A month of these is charged the most that there were, and not a sum of what is reported each day. */
const COUNTED_NAME = /(?:^|[_.-])(?:seat|user|licen[cs]e|member)s?(?:$|[_.-])/i

/** Whether what is called an amount is one: with a price beside it, and no quantity, it is the quantity. */
const isMoney = (from: OfferedFrom): from is OfferedFrom & { amount: string } =>
  from.amount !== null && (from.price === null || from.quantity !== null)

/** An offer is for events of the kind with this sign; `isOnly`: all events of the code and type have that sign. */
type OfferedSign = Pick<EventKind, 'sign'> & { isOnly: boolean }

/** Null where there is nothing to suggest. */
function offeredRule(from: OfferedFrom, { sign, isOnly }: OfferedSign): Rule | null {
  const { eventCode, type, amount, currency } = from
  const effect = offeredEffect(from, { sign, isOnly })
  const money = offeredMoney(from)
  const property = amount !== null && !isMoney(from) ? amount : from.quantity
  if (eventCode === null || effect === null || (money.by !== 'amount' && property === null)) return null
  const isOfEvent = money.by === 'amount' || money.by === 'price'
  const isMost = !isOfEvent && effect !== 'balance' && COUNTED_NAME.test(eventCode)
  return {
    codes: [eventCode],
    type,
    // What counts as sent does so with either sign.
    sign: sign === null || isOnly || effect === 'as-sent' ? null : { property: amount ?? property ?? '', is: sign },
    where: [],
    has: [],
    effect,
    quantity: property === null ? null : { by: isMost ? 'maximum' : 'sum', property },
    money,
    currency: currency === null || !isOfEvent ? null : { property: currency },
    tax: 'not-said',
  }
}

function offeredEffect(from: OfferedFrom, { sign, isOnly }: OfferedSign): Effect | null {
  const { eventCode, type, amount, price, isPriced } = from
  if (type === 'debit') return 'as-sent'
  if (type === 'neither') return null
  if (GRANT_NAME.test(eventCode ?? '') || (amount === null && price === null && !isPriced)) return 'balance'
  // Beside credits above zero, one below it may take a credit back: nobody knows but the user.
  return sign === 'below-zero' && !isOnly ? null : 'reduces'
}

function offeredMoney(from: OfferedFrom): Rule['money'] {
  const { eventCode, type, quantity, price, isPriced } = from
  if (isMoney(from)) {
    const units = from.isMinor ? 'minor' : 'major'
    return { by: 'amount', property: from.amount, units, price: quantity === null ? null : price }
  }
  if (price !== null) return { by: 'price', property: price, units: 'major' }
  return isPriced && !(type === 'credit' && GRANT_NAME.test(eventCode ?? '')) ? { by: 'rate-card' } : { by: 'none' }
}

/** One rule for all that say the same of different codes, where the first of them stood. */
export function joinedRules(rules: readonly Rule[]): Rule[] {
  const joined = new Map<string, Rule>()
  for (const rule of rules) {
    const { codes, ...rest } = rule
    // A rule of all codes stays by itself: its place makes its key another than that of any rule.
    const key = JSON.stringify(codes === null ? [rest, rules.indexOf(rule)] : rest)
    const known = joined.get(key)
    const all = known === undefined ? codes : [...new Set([...(known.codes ?? []), ...(codes ?? [])])]
    joined.set(key, { ...rest, codes: all })
  }
  return [...joined.values()]
}
