// What a table is grouped by, as a cell of its copy: a day is a date there, and everything else a text.
import type { KeyValue } from '../../../shared/snapshot/snapshot-key.ts'
import type { CopiedCell } from '../../ui/copied-table.ts'

/** @param words of any other key, and where there is no value */
export const copiedKey = (value: KeyValue | null | undefined, words: string): CopiedCell =>
  value?.kind === 'time' && /^\d{4}-\d{2}-\d{2}$/.test(value.text)
    ? { kind: 'day', text: value.text }
    : { kind: 'string', text: words.toWellFormed() }
