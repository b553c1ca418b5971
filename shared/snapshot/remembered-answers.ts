// This says what a user said once about the events of a connection, under the names by which the backend remembers it
// (`remembered` in shared/contract): what properties mean, and which possible duplicates are right as they are.
import { z } from 'zod'
import { parseKept } from '../exact/exact-json.ts'
import { type PropertyMeanings, propertyMeaningsSchema } from '../worth/property-meanings.ts'
import { type LegitimateMark, legitimateMarkSchema } from './snapshot-checks.ts'

/** Named `property-meanings`. Text that cannot be understood, or none, says nothing. */
export function readPropertyMeanings(text: string | null): PropertyMeanings {
  return parseKept(text, propertyMeaningsSchema) ?? []
}

/** Named `legitimate-duplicates`. Null as above. */
export function readLegitimateMarks(text: string | null): LegitimateMark[] {
  return parseKept(text, z.array(legitimateMarkSchema).max(10_000)) ?? []
}

const olderTotalsSchema = z.object({
  /** It says whether credits below zero of these properties (two: of their product) were added or subtracted. */
  negativeCredits: z
    .array(z.object({ properties: z.array(z.string()).max(2), how: z.enum(['add', 'subtract']) }))
    .max(1_000)
    .default([]),
  textsAsNumbers: z
    .array(z.object({ name: z.string(), read: z.boolean() }))
    .max(1_000)
    .default([]),
})

/** Tells what was answered in "Totals" (named `totals`) before there were rules. Null as above. */
export const readOlderTotals = (text: string | null) =>
  parseKept(text, olderTotalsSchema) ?? { negativeCredits: [], textsAsNumbers: [] }
