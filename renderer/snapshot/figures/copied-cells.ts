// Cells of a table that is copied. A day that a table is grouped by is a date there.
import type { Cell } from '../../../shared/event/event-table.ts'
import type { KeyValue } from '../../../shared/snapshot/snapshot-condition.ts'
import type { CopiedCell } from '../../ui/copied-table.ts'

/** Lone surrogates are replaced, which no clipboard accepts. */
export const textCell = (words: string | null): Cell =>
  words === null ? null : { kind: 'string', text: words.toWellFormed() }

/** @param exact a plain decimal */
export const numberCell = (exact: string | number | null | undefined): Cell =>
  exact == null ? null : { kind: 'number', text: String(exact) }

/** What a table is grouped by. @param words of any other key, and where there is no value */
export const copiedKey = (value: KeyValue | null | undefined, words: string): CopiedCell =>
  value?.kind === 'time' && /^\d{4}-\d{2}-\d{2}$/.test(value.text) ? { kind: 'day', text: value.text } : textCell(words)
