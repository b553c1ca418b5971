// What was chosen for files with certain heads, remembered for a connection under the name `checked-files`.
import { z } from 'zod'
import { type FileChoices, fileChoicesSchema } from './checked-file.ts'

/** The latest first. */
const keptChoicesSchema = z.array(z.object({ heads: z.string(), choices: fileChoicesSchema })).max(100)
type KeptChoices = z.infer<typeof keptChoicesSchema>

/** In UTF-16 units, as much as a connection keeps under one name. */
const LONGEST_KEPT = 1024 * 1024

/** What was chosen last for files with these heads; null: nothing. Text that cannot be understood says nothing. */
export function keptChoices(text: string | null, heads: string): FileChoices | null {
  return readKept(text).find((one) => one.heads === heads)?.choices ?? null
}

/** The text to keep from now on; the oldest go where there are too many. */
export function withKeptChoices(text: string | null, heads: string, choices: FileChoices): string {
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
