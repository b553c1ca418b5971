// The values of a table of figures, exact and typed, as they are copied and saved.
import type { Cell } from '../event/event-table.ts'
import type { KeyValue } from '../snapshot/snapshot-condition.ts'

/** A day such as 2026-10-01 is a date in a spreadsheet. Null: nothing. */
export type FigureValue = Cell | { kind: 'day'; text: string }

/** Lone surrogates are replaced, which no clipboard accepts. */
export const textValue = (words: string | null | undefined): Cell =>
  words == null ? null : { kind: 'string', text: words.toWellFormed() }

/** @param exact a plain decimal */
export const numberValue = (exact: string | number | null | undefined): Cell =>
  exact == null ? null : { kind: 'number', text: String(exact) }

/** What a table is grouped by; a day is a date. @param words of any other key, and where there is no value */
export const keyValue = (value: KeyValue | null | undefined, words: string): FigureValue =>
  value?.kind === 'time' && /^\d{4}-\d{2}-\d{2}$/.test(value.text)
    ? { kind: 'day', text: value.text }
    : textValue(words)
