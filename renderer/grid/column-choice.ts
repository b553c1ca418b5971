// This says which columns the events table has, as it is remembered for a connection.
import { z } from 'zod'
import { parseKept } from '../../shared/exact/exact-json.ts'
import { createRememberedValue, type RememberedValue, type RememberedValueEffects } from '../ui/remembered-value.ts'

/** A column is one of the table's own, or `property:` and a property's name. */
export type ColumnId = string

/** The sorted column; null while rows stand as they were sent. */
export type Sorting = { column: ColumnId; descending: boolean } | null

/** The sorting where it is kept. */
export interface ChosenSorting {
  sort: Sorting
  change: (sort: Sorting) => void
}

/** Far more than a line is read across, and each of them is looked for in each event. */
export const MOST_PROPERTY_COLUMNS = 40

const choiceSchema = z.object({
  /** Names of the properties that are columns; null as long as nobody chose: then some are offered. */
  properties: z.array(z.string()).max(MOST_PROPERTY_COLUMNS).nullable(),
  /** The table's own columns that are not shown. */
  hidden: z.array(z.string()),
  /** Left to right; a column that is not named has its usual place. */
  order: z.array(z.string()),
  /** They are CSS pixels by column. Pairs: a property may be called __proto__. */
  widths: z.array(z.tuple([z.string(), z.number().min(1).max(10_000)])),
  /** Stay in sight while the others scroll; null: the first column. */
  pinned: z.array(z.string()).nullable(),
})
export type ColumnChoice = z.infer<typeof choiceSchema>

export const USUAL_COLUMNS: ColumnChoice = { properties: null, hidden: [], order: [], widths: [], pinned: null }

/** Reads what was remembered, where it still fits; else null. */
export const readColumnChoice = (text: string | null): ColumnChoice | null => parseKept(text, choiceSchema)

/** The remembered columns of one connection's table. Rows wait for them, or the columns would jump. */
export type ColumnMemory = RememberedValue<ColumnChoice>

const moneySchema = z.object({
  rules: z.array(z.object({ money: z.object({ by: z.string(), property: z.string().nullish() }).nullish() })),
})

/** Names of the properties that a connection's kept rules (worth/use-rules.ts) call an amount of money. */
export function readMoneyNames(text: string | null): readonly string[] {
  const { rules = [] } = parseKept(text, moneySchema) ?? {}
  return [...new Set(rules.flatMap(({ money }) => (money?.by === 'amount' && money.property ? [money.property] : [])))]
}

/** Rows wait for them, as for their columns: money stands first among those that are offered. */
export const createMoneyNames = (effects: RememberedValueEffects): RememberedValue<readonly string[]> =>
  createRememberedValue({ name: 'worth-rules', read: readMoneyNames }, effects)

/** Holds `USUAL_COLUMNS` where nothing is remembered, or what is remembered does not fit any more. */
export const createColumnMemory = (effects: RememberedValueEffects): ColumnMemory =>
  createRememberedValue({ name: 'columns', read: (text) => readColumnChoice(text) ?? USUAL_COLUMNS }, effects)
