// By which rules a question values the events of a snapshot.
import { z } from 'zod'
import { pricedQuantitySchema } from '../worth/priced-quantity.ts'
import { measureSchema } from './snapshot-condition.ts'

/** In UTF-16 units, as `readRules` takes. */
const LONGEST_RULES = 8_000_000
const instantText = z.iso.datetime({ offset: true }).nullable()

export const valuedBySchema = z.object({
  /** As text, which is parsed where it is used. */
  rules: z.string().max(LONGEST_RULES),
  /** What is in hand, half-open; null: a part, in which no month is whole. */
  inHand: z.object({ from: instantText, until: instantText }).nullable(),
  /** What is summed as sent of events that no rule takes; null: they are only counted. */
  unruled: z
    .object({
      measure: measureSchema,
      /** Properties whose texts no figure goes across. */
      units: z.array(z.string()).max(8),
      /** Where the measure is a quantity, whose unit is not each of `units`. */
      priced: pricedQuantitySchema.optional(),
    })
    .nullable(),
})
export type ValuedBy = z.infer<typeof valuedBySchema>
