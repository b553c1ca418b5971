// One rule: which events it takes, and what they are worth.
import { z } from 'zod'
import type { Decimal } from '../exact/decimal.ts'
import { SUM_TYPES } from '../exact/exact-sum.ts'

/** It bounds codes, names of properties, customers, units and currencies. */
const LONGEST_NAME = 1_000
const LONGEST_VALUE = 10_000
/** One rule has at most so many conditions. */
const MOST_CONDITIONS = 20

export const nameSchema = z.string().max(LONGEST_NAME)

/** A property and its value: a string exactly, a number by its value, however it is written. */
export const propertyValueSchema = z.strictObject({
  name: nameSchema,
  kind: z.enum(['string', 'number']),
  text: z.string().max(LONGEST_VALUE),
})

export const EFFECTS = ['as-sent', 'reversed', 'reduces', 'balance', 'not-money'] as const
/**
 * `reversed`: with the other sign. `reduces`: whatever its sign, its size is taken off. `balance`: granted credits,
 * summed apart and never money. `not-money`: counted, and that is all.
 */
export type Effect = (typeof EFFECTS)[number]

/** A number as it counts: only what is reversed or reduces is not as sent. */
export function withEffect(effect: Effect, { digits, scale }: Decimal): Decimal {
  return { digits: isTurned(effect, digits) ? -digits : digits, scale }
}

/** Whether a number counts with the other sign. */
export const isTurned = (effect: Effect, digits: bigint | number): boolean =>
  effect === 'reversed' || (effect === 'reduces' && digits > 0)

const PERIOD_QUANTITIES = ['maximum', 'last', 'distinct'] as const

const quantitySchema = z.discriminatedUnion('by', [
  /** The number of events. */
  z.strictObject({ by: z.literal('events') }),
  /** A property says the quantity; `distinct`: it is how many different values of it there are. */
  z.strictObject({ by: z.enum(['sum', ...PERIOD_QUANTITIES]), property: nameSchema }),
])
export type Quantity = z.infer<typeof quantitySchema>

/** The property that is counted; null: events are, or nothing is. */
export const countedProperty = (quantity: Quantity | null): string | null =>
  quantity === null || quantity.by === 'events' ? null : quantity.property

/** Whether a quantity is one of a whole period alone, and no sum of what single events say. */
export const isOfPeriod = ({ by }: Quantity) => PERIOD_QUANTITIES.some((one) => one === by)

const unitsSchema = z.enum(['major', 'minor']).default('major')

const moneySchema = z.discriminatedUnion('by', [
  /** `price`: the property of the unit price of which quantity × price is the amount; null: none is compared. */
  z.strictObject({
    by: z.literal('amount'),
    property: nameSchema,
    units: unitsSchema,
    price: nameSchema.nullable().default(null),
  }),
  /** The quantity × a price that the event carries. */
  z.strictObject({ by: z.literal('price'), property: nameSchema, units: unitsSchema }),
  z.strictObject({ by: z.literal('rate-card') }),
  z.strictObject({ by: z.literal('none') }),
])

const currencySchema = z.union([z.strictObject({ property: nameSchema }), z.strictObject({ fixed: nameSchema })])

export const TAX_MARKS = ['net', 'gross', 'not-said'] as const
/** Whether amounts are before or with tax. */
export type TaxMark = (typeof TAX_MARKS)[number]

/** An event takes the first rule whose conditions it meets, all of them. */
export const ruleSchema = z.strictObject({
  /** Null: any code. */
  codes: z.array(nameSchema).min(1).max(1_000).nullable().default(null),
  type: z.enum(SUM_TYPES).nullable().default(null),
  /** It is the sign of a property's number; an event without that number has neither sign. */
  sign: z
    .strictObject({ property: nameSchema, is: z.enum(['below-zero', 'zero-or-above']) })
    .nullable()
    .default(null),
  where: z.array(propertyValueSchema).max(MOST_CONDITIONS).default([]),
  /** Properties that it has, whatever their value. */
  has: z.array(nameSchema).max(MOST_CONDITIONS).default([]),
  effect: z.enum(EFFECTS),
  quantity: quantitySchema.nullable().default(null),
  money: moneySchema,
  /** Null: none is known, which is a block of its own. A rate card names its own. */
  currency: currencySchema.nullable().default(null),
  tax: z.enum(TAX_MARKS).default('not-said'),
})
export type Rule = z.infer<typeof ruleSchema>
