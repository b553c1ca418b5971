// The kinds of events that there are, a line for each code, type and sign, and the rule that names and values suggest for it.
import { type SumType, sumTypeOf } from '../exact/exact-sum.ts'
import { type OfferedFrom, offeredRule } from './offered-rule.ts'
import type { PropertyMeaning } from './property-meanings.ts'
import type { Rule } from './rule.ts'
import type { CurrencySum } from './worth.ts'
import { isNumber, numberOf, type WorthEvent } from './worth-event.ts'
import { createWorthSums, type WorthSums } from './worth-sums.ts'

export interface EventKind {
  eventCode: string | null
  type: SumType
  /** Of the number; null: these events have none. */
  sign: 'below-zero' | 'zero-or-above' | null
  /** Whose number it is, by which it is summed; null: no property of it is known to be one. */
  property: string | null
  events: number
  /** By currency where the number is an amount, else by unit; never across them. */
  sums: CurrencySum[]
  /** The first of them, by the number that it was added with. */
  example: number
  /** Null where neither names nor values suggest what it means. */
  offered: Rule | null
}

export interface EventKinds {
  /** @param at what an example is named by */
  add(event: WorthEvent, at: number): void
  /** Codes and types with most events first; of each, 0 or above, then below, then those without a number. */
  kinds(): EventKind[]
  /** Events of codes and types beyond the most. */
  others(): number
}

export interface KindsOptions {
  /** The properties of an event's values, in their order. */
  names: readonly string[]
  /** What is known or guessed of them; a name occurs once. */
  meanings: readonly { name: string; meaning: PropertyMeaning | 'none' }[]
  /** Those whose texts are read as numbers. */
  textNumbers: readonly string[]
  /** Event codes of which the rate card has a price. */
  pricedCodes: ReadonlySet<string>
}

/** Lines of codes and types; nobody says what more of them mean. */
const MOST_KINDS = 1_000
const SIGNS = ['zero-or-above', 'below-zero'] as const

interface SignStat {
  events: number
  example: number
  /** By the currency and by the unit: which of them counts is known in the end. */
  byCurrency: WorthSums
  byUnit: WorthSums
}

interface Kind {
  eventCode: string | null
  type: SumType
  events: number
  /** The first of them. */
  example: number
  /** By numeric property and sign. */
  stats: Record<(typeof SIGNS)[number], SignStat>[]
  /** The first event without a number of it, by numeric property. */
  without: (number | null)[]
}

/** Reads an event while it is added, so that one object may serve for all. Bounded by `MOST_KINDS` codes and types. */
export function createEventKinds({ names, meanings, textNumbers, pricedCodes }: KindsOptions): EventKinds {
  const slotsOf = (...wanted: PropertyMeaning[]) =>
    names.flatMap((name, slot) => {
      const meaning = meanings.find((one) => one.name === name)?.meaning
      return meaning !== undefined && wanted.some((one) => one === meaning) ? [slot] : []
    })
  const numeric = slotsOf('amount-major', 'amount-minor', 'quantity', 'unit-price')
  const [currencies, units] = [slotsOf('currency'), slotsOf('unit')]
  const read = new Set(textNumbers)
  const isRead = names.map((name) => read.has(name))
  const byCode = new Map<string | null, Kind[]>()
  let size = 0
  let others = 0

  function kindOf(eventCode: string | null, type: SumType, example: number): Kind | null {
    const list = byCode.get(eventCode) ?? []
    const known = list.find((one) => one.type === type)
    if (known !== undefined) return known
    if (size >= MOST_KINDS) return null
    size += 1
    const stat = (): SignStat => ({ events: 0, example: 0, byCurrency: createWorthSums(), byUnit: createWorthSums() })
    const kind: Kind = {
      eventCode,
      type,
      events: 0,
      example,
      stats: numeric.map(() => ({ 'zero-or-above': stat(), 'below-zero': stat() })),
      without: numeric.map(() => null),
    }
    list.push(kind)
    byCode.set(eventCode, list)
    return kind
  }

  const textIn = ({ values }: WorthEvent, slots: readonly number[]) => {
    const slot = slots.find((one) => values[one]?.kind === 'string')
    return slot === undefined ? null : (values[slot]?.text ?? null)
  }

  function linesOf(kind: Kind): EventKind[] {
    const known = (at: number) => kind.stats[at]?.['zero-or-above'].events || kind.stats[at]?.['below-zero'].events
    const withNumbers = new Set(numeric.filter((_, at) => known(at)).map((slot) => names[slot] ?? ''))
    const nameIn = (slots: readonly number[]) => names[slots[0] ?? -1] ?? null
    const first = (wanted: PropertyMeaning) =>
      nameIn(slotsOf(wanted).filter((slot) => withNumbers.has(names[slot] ?? '')))
    const from: OfferedFrom = {
      eventCode: kind.eventCode,
      type: kind.type,
      amount: first('amount-major') ?? first('amount-minor'),
      isMinor: first('amount-major') === null,
      quantity: first('quantity'),
      price: first('unit-price'),
      currency: nameIn(currencies),
      isPriced: kind.eventCode !== null && pricedCodes.has(kind.eventCode),
    }
    const isAmount = from.amount !== null && (from.price === null || from.quantity !== null)
    const property = from.amount ?? from.quantity
    const at = numeric.findIndex((slot) => names[slot] === property)
    const stats = kind.stats[at]
    if (property === null || stats === undefined) {
      const { eventCode, type, events, example } = kind
      const offered = offeredRule(from, { sign: null, isOnly: true })
      return [{ eventCode, type, sign: null, property: null, events, sums: [], example, offered }]
    }
    const signed = SIGNS.filter((sign) => stats[sign].events > 0)
    const lines = signed.map((sign): EventKind => {
      const { events, example, byCurrency, byUnit } = stats[sign]
      const sums = (isAmount ? byCurrency : byUnit).figures()
      const offered = offeredRule(from, { sign, isOnly: signed.length === 1 })
      return { eventCode: kind.eventCode, type: kind.type, sign, property, events, sums, example, offered }
    })
    const rest = kind.events - lines.reduce((sum, { events }) => sum + events, 0)
    if (rest === 0) return lines
    const { eventCode, type } = kind
    const example = kind.without[at] ?? 0
    return [...lines, { eventCode, type, sign: null, property, events: rest, sums: [], example, offered: null }]
  }

  return {
    add(event, at) {
      const kind = kindOf(event.eventCode, sumTypeOf(event.eventType), at)
      if (kind === null) {
        others += 1
        return
      }
      kind.events += 1
      const [currency, unit] = [textIn(event, currencies), textIn(event, units)]
      numeric.forEach((slot, index) => {
        const number = numberOf(event.values[slot], isRead[slot] === true)
        if (!isNumber(number)) {
          kind.without[index] ??= at
          return
        }
        const stat = kind.stats[index]?.[number.digits < 0n ? 'below-zero' : 'zero-or-above']
        if (stat === undefined) return
        if (stat.events === 0) stat.example = at
        stat.events += 1
        stat.byCurrency.add(currency, number, 1)
        stat.byUnit.add(unit, number, 1)
      })
    },
    kinds: () =>
      [...byCode.values()]
        .flat()
        .sort((a, b) => b.events - a.events)
        .flatMap(linesOf),
    others: () => others,
  }
}
