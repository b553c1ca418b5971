// A number of which nobody said what it means is a quantity where a price stands beside it in the same event. In
// { amount: 12, unit_price: 0.5, currency: "EUR" } the 12 are no euros; in { amount: 6, quantity: 12, unit_price: 0.5,
// currency: "EUR" } the 6 are.
import { z } from 'zod'

/** The names of the properties that tell it, which conditions and questions for sums hand on. */
export const pricedQuantitySchema = z.object({
  /** The number is a quantity where any of these is a number: the price of one of it. */
  prices: z.array(z.string()).max(8),
  /** Unless any of these is a number too: that one is the quantity then, and the number is what they come to. */
  quantities: z.array(z.string()).max(8),
  /** None of these is the unit of a quantity: they are currencies. */
  currencies: z.array(z.string()).max(8),
})
export type PricedQuantity = z.infer<typeof pricedQuantitySchema>
