// Figures that a line may have been given by mistake: those of other codes of its customer, and of other customers of its code.
import type { OtherFigures } from './causes/line-case.ts'
import type { LineClass } from './line-classes.ts'
import { periodWorth } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

/** Most values in a list; with more, nobody would pick a wrong one by mistake. */
const MOST_OTHERS = 1_000

/** One list for all lines of a customer or code, and a period and currency. */
export interface OtherFiguresOf {
  otherCodes: (one: LineClass) => readonly OtherFigures[]
  otherCustomers: (one: LineClass) => readonly OtherFigures[]
}

/**
 * @param ofCustomers groups of the customers of the invoice
 * @param ofCodes groups of any customer, whose calendars have the periods of the lines
 */
export function otherFigures(
  groups: { ofCustomers: readonly ValuedGroup[]; ofCodes: readonly ValuedGroup[] },
  places: (currency: string | null) => number,
): OtherFiguresOf {
  const ofCustomers = Map.groupBy(groups.ofCustomers, ({ customerId }) => customerId)
  const ofCodes = Map.groupBy(groups.ofCodes, ({ eventCode }) => eventCode)
  const known = new Map<string, readonly OtherFigures[]>()

  function listed(
    kind: 'code' | 'customer',
    { placed, currency, customerId, code }: LineClass,
    nameOf: (group: ValuedGroup) => string,
  ): readonly OtherFigures[] {
    const key = JSON.stringify([kind, kind === 'code' ? customerId : code, placed.from, placed.until, currency])
    const made = known.get(key)
    if (made !== undefined) return made
    const candidates = (kind === 'code' ? ofCustomers.get(customerId) : ofCodes.get(code)) ?? []
    const list = candidates.slice(0, MOST_OTHERS).flatMap((group): OtherFigures[] => {
      const worth = periodWorth(group, placed, places)
      const money = worth.money.get(currency)
      return money === undefined ? [] : [{ name: nameOf(group), quantity: worth.quantity, worth: money.worth }]
    })
    known.set(key, list)
    return list
  }

  return {
    otherCodes: (one) => listed('code', one, ({ eventCode }) => eventCode ?? 'no code'),
    otherCustomers: (one) => listed('customer', one, ({ customerId }) => customerId),
  }
}
