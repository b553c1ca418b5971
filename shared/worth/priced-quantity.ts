// A number that is a quantity where a price stands beside it. By itself, as conditions need no more of what properties mean.
import { z } from 'zod'

/** When a number is a quantity, whose unit is no currency: by what stands beside it in the same event. */
export const pricedQuantitySchema = z.object({
  /** It is one where any of these is a number: the price of one of it. */
  prices: z.array(z.string()).max(8),
  /** But not where any of these is a number too: that one is the quantity, and it is what they come to. */
  quantities: z.array(z.string()).max(8),
  /** What its unit then is not. */
  currencies: z.array(z.string()).max(8),
})
export type PricedQuantity = z.infer<typeof pricedQuantitySchema>
