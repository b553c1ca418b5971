// A number is a quantity where a price stands beside it. This is all of meanings that conditions need.
import { z } from 'zod'

/** It tells when a number is a quantity, whose unit is no currency: by what stands beside it in the same event. */
export const pricedQuantitySchema = z.object({
  /** It is one where any of these is a number: the price of one of it. */
  prices: z.array(z.string()).max(8),
  /** Where any of these is a number too, that one is the quantity, and the number is what they come to. */
  quantities: z.array(z.string()).max(8),
  /** Its unit then is none of these. */
  currencies: z.array(z.string()).max(8),
})
export type PricedQuantity = z.infer<typeof pricedQuantitySchema>
