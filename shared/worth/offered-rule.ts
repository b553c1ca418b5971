// The rule that names and values suggest for a kind of events. It is offered, and holds only once somebody takes it.
import type { SumType } from '../exact/exact-sum.ts'
import type { Effect, Rule } from './rule.ts'

/** Of events of one code and type: which of their properties are numbers, and what they are. */
export interface OfferedFrom {
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
/** Of which a month is charged the most that there were, and not a sum of what is reported each day. */
const COUNTED_NAME = /(?:^|[_.-])(?:seat|user|licen[cs]e|member)s?(?:$|[_.-])/i

/** Of which events of the kind an offer is. */
export interface OfferedSign {
  /** Of the number that they have; null: they have none. */
  sign: 'below-zero' | 'zero-or-above' | null
  /** Whether all events of the code and type have that sign. */
  isOnly: boolean
}

/** Null where there is nothing to suggest. */
export function offeredRule(from: OfferedFrom, { sign, isOnly }: OfferedSign): Rule | null {
  const { eventCode, type, amount, price, currency } = from
  const effect = offeredEffect(from, { sign, isOnly })
  const money = offeredMoney(from)
  // A number that is called an amount, but has a price beside it and no quantity, is the quantity.
  const isQuantity = amount !== null && price !== null && from.quantity === null
  const property = isQuantity ? amount : from.quantity
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

function offeredMoney({ eventCode, type, amount, isMinor, quantity, price, isPriced }: OfferedFrom): Rule['money'] {
  const units = isMinor ? 'minor' : 'major'
  if (amount !== null && (price === null || quantity !== null)) {
    return { by: 'amount', property: amount, units, price: quantity === null ? null : price }
  }
  if (price !== null) return { by: 'price', property: price, units: 'major' }
  return isPriced && !(type === 'credit' && GRANT_NAME.test(eventCode ?? '')) ? { by: 'rate-card' } : { by: 'none' }
}

/** One rule for all that say the same of different codes, where the first of them stood. */
export function joinedRules(rules: readonly Rule[]): Rule[] {
  const joined = new Map<string, Rule>()
  for (const rule of rules) {
    const { codes, ...rest } = rule
    const key = JSON.stringify(codes === null ? [rest, rules.indexOf(rule)] : rest)
    const known = joined.get(key)
    const all = known === undefined ? codes : [...new Set([...(known.codes ?? []), ...(codes ?? [])])]
    joined.set(key, { ...rest, codes: all })
  }
  return [...joined.values()]
}
