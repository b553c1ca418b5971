// What the store in PostgreSQL does not do, and SQLite's does, and what no text of it holds: said before anything is
// connected to, and without what connects.
import type { Faults, Gaps } from './service-options.ts'

/** Whether a database is named by its address, and not a file of SQLite. */
export const isPostgresUrl = (database: string): boolean => /^postgres(?:ql)?:\/\//i.test(database)

/** Names the first setting that needs SQLite's store, in a sentence; null if there is none. */
export function refusedByPostgres(gaps: Gaps, faults: Faults, keepsHistory: boolean): string | null {
  if (gaps.order === 'shuffled' || gaps.order === 'unstable') {
    return `--order ${gaps.order} needs SQLite: with postgres:// it is newest, oldest or insertion.`
  }
  if (faults.duplicateIds > 0) return '--duplicate-ids needs SQLite: with postgres:// no event_id is stored twice.'
  const movement = (['grow', 'late', 'amend', 'vanish'] as const).find((name) => faults[name] > 0)
  if (movement !== undefined)
    return `--${movement} needs SQLite: with postgres:// events move only where others move them.`
  return keepsHistory ? 'keepHistory needs SQLite: with postgres:// others may change the events.' : null
}

/** PostgreSQL's texts have no U+0000 and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
