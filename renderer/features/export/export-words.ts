// An export in words: what it holds, and what came of it.
import type { Written } from './run-export.ts'

export type ExportScope = 'page' | 'selection'

/** "50 rows: all of this page". */
export function scopeWords(what: ExportScope, count: number): string {
  switch (what) {
    case 'page':
      return `${rows(count)}: all of this page`
    case 'selection':
      return `${rows(count)}: the selected ones, from every page`
    default:
      return what satisfies never
  }
}

/** Says no more than is known: of a download, the browser alone knows where it went, and whether. */
export function outcomeWords(outcome: Written): string {
  switch (outcome.kind) {
    case 'saved':
      return `${rows(outcome.rows)} exported to ${outcome.path}`
    case 'download':
      return `${rows(outcome.rows)} exported to ${outcome.fileName}, handed to the browser’s downloads`
    default:
      return outcome satisfies never
  }
}

/** "1 row", "1,234 rows". */
export function rows(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`
}
