// An invoice that was checked, as it is held for the pages of its lines.
import type { PaperTotal } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import type { JudgedLine } from './judged-line.ts'
import type { LineClass } from './line-classes.ts'
import type { SearchOptions } from './search-causes.ts'
import type { Unbilled } from './unbilled-groups.ts'

export interface CheckedInvoice {
  lines: readonly JudgedLine[]
  /** By the line of the file. */
  totals: ReadonlyMap<number, PaperTotal>
  unbilled: readonly Unbilled[]
  rules: WorthRules
  /** Of the rules; null: there were none. */
  version: string | null
  /** Rows that may be duplicates of one before them. */
  again: { has(row: number): boolean }
  /** Of usage lines that are held against events. */
  classOf: ReadonlyMap<JudgedLine, LineClass>
  /** With which causes were searched. */
  options: SearchOptions
}
