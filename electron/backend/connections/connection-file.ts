// connections.json: everything about the saved connections but their tokens.
import { join } from 'node:path'
import { z } from 'zod'
import { ENVIRONMENTS } from '../../../shared/connection.ts'
import { type JsonFile, jsonFile } from '../storage/json-file.ts'

const savedConnectionSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  baseUrl: z.string().min(1),
  environment: z.enum(ENVIRONMENTS),
  plainHttpConsent: z.boolean(),
  account: z.int().min(1),
  hiddenAccount: z.int().min(1).nullable().default(null),
  /** The highest account given before "same account" went back to an earlier one: no number is given twice. */
  highestAccount: z.int().min(1).default(1),
  /** Where the token was put last. `memory` is gone with the run that held it. */
  token: z.enum(['keychain', 'memory', 'nowhere']),
})
export type SavedConnection = z.infer<typeof savedConnectionSchema>

export interface ConnectionFileEffects {
  /** The user-data folder. */
  folder: string
  now: () => number
  notice: (text: string) => void
}

export function connectionFile({ folder, now, notice }: ConnectionFileEffects): JsonFile<SavedConnection[]> {
  const path = join(folder, 'connections.json')
  return jsonFile({ path, version: 1, schema: z.array(savedConnectionSchema), now, notice })
}
