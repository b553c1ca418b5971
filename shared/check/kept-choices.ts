// What was chosen for files with certain heads, remembered for a connection: of ledgers under the name `checked-files`, of
// invoices under `checked-invoices`.
import { z } from 'zod'

/** The latest first. */
const keptChoicesSchema = z.array(z.object({ heads: z.string(), choices: z.unknown() })).max(100)
type KeptChoices = z.infer<typeof keptChoicesSchema>

/** In UTF-16 units, as much as a connection keeps under one name. */
const LONGEST_KEPT = 1024 * 1024

/**
 * What was chosen last for files with these heads; null: nothing, or nothing that can be understood.
 * @param schema of the choices: of a ledger's, or of an invoice's
 */
export function keptChoices<Choices>(text: string | null, heads: string, schema: z.ZodType<Choices>): Choices | null {
  const kept = readKept(text).find((one) => one.heads === heads)
  return schema.safeParse(kept?.choices).data ?? null
}

/** The text to keep from now on; the oldest go where there are too many. */
export function withKeptChoices(text: string | null, heads: string, choices: unknown): string {
  const all = [{ heads, choices }, ...readKept(text).filter((one) => one.heads !== heads)].slice(0, 100)
  let kept = JSON.stringify(all)
  while (kept.length > LONGEST_KEPT && all.length > 0) {
    all.pop()
    kept = JSON.stringify(all)
  }
  return kept
}

function readKept(text: string | null): KeptChoices {
  if (text === null) return []
  try {
    return keptChoicesSchema.safeParse(JSON.parse(text)).data ?? []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
