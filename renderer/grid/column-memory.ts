// The remembered columns of one connection's table. Rows wait for them, or the columns would jump.
import { createRememberedValue, type RememberedValue, type RememberedValueEffects } from '../ui/remembered-value.ts'
import { type ColumnChoice, readColumnChoice, USUAL_COLUMNS } from './column-choice.ts'

export type ColumnMemory = RememberedValue<ColumnChoice>

export const createColumnMemory = (effects: RememberedValueEffects): ColumnMemory =>
  createRememberedValue({ name: 'columns', read: (text) => readColumnChoice(text) ?? USUAL_COLUMNS }, effects)
