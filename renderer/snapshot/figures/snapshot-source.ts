// The lines under every table copied from a snapshot, which say where its figures come from.

import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { FigureTable } from '../../../shared/figures/figure-description.ts'
import { filtersLine } from '../../../shared/search/filter-words.ts'
import { narrowedWords } from '../../../shared/snapshot/condition-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { rangeRead, rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { verdictLine, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { isOfNoRules } from '../../../shared/worth/rules-text.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { daysWords, momentWords } from '../../ui/instant-words.ts'
import { type AskPage, firstOf, pagesOf } from '../store/snapshot-query.ts'

/** Says under a copy how many of how many it has, and what that means. @param name of what there are so many */
export const leftOut = (name: string, shown: number, of: number, note = ''): [name: string, words: string][] =>
  shown >= of ? [] : [[name, `${grouped(shown)} of ${grouped(of)}${note && `; ${note}`}`]]

/** The same of lines, which are all in an Excel file. */
export const linesLeftOut = (shown: number, of: number) => leftOut('Lines', shown, of, 'an Excel file has all of them')

interface PagedTable<Line, Row, Of, By extends string> {
  /** How many lines there are. */
  total: number
  mostCopied: number
  aPage: number
  tableOf: (lines: readonly Line[]) => FigureTable<Row, Of, By>
  /** It is of all lines. */
  source: CopiedSource
}

/** What `CopyTable` takes of a table that comes in pages: a copy has its first lines, a saved file all. */
export const pagedTable = <Line, Row, Of, By extends string>(
  { total, mostCopied, aPage, tableOf, source }: PagedTable<Line, Row, Of, By>,
  page: AskPage<Line>,
) => ({
  source: [...source, ...linesLeftOut(Math.min(total, mostCopied), total)],
  table: async () => tableOf(await firstOf(mostCopied, aPage, page)),
  whole: {
    batches: async function* () {
      for await (const lines of pagesOf(Number.POSITIVE_INFINITY, aPage, page)) yield tableOf(lines)
    },
    lines: total,
    source,
  },
})

/** Figures of a snapshot are of this. */
interface Narrowed {
  scope: Scope
  /** Null: not known, as figures are of a part of them besides. */
  events: number | null
}

/**
 * Source, range, read time and verdict, in the snapshot's own zone.
 * @param narrowed null where the figures are of all events whatever is set in "Events"
 */
export function snapshotSource(snapshot: SnapshotSummary, narrowed: Narrowed | null): CopiedSource {
  const { name, connection, search, range, begunAt, endedAt, rows } = snapshot
  const verdict = verdictOf(snapshot)
  const events = narrowed && narrowedWords(narrowed.scope, narrowed.events, rows, range.zone)
  const moment = (at: string) => momentWords(at, range.zone) ?? at
  return [
    ['Source', `${connection.name}, ${connection.baseUrl}; snapshot ${name}`],
    ['Filters', filtersLine(search) ?? 'none'],
    ['Range', rangeWords(rangeRead(snapshot))],
    ['Read', endedAt === null ? `from ${moment(begunAt)}` : `from ${moment(begunAt)} to ${moment(endedAt)}`],
    ['Events', events ?? grouped(rows)],
    ['Verdict', verdictLine(verdict)],
  ]
}

/** Tells what is measured, how it is rounded, whose days. @param zone of its days and months */
export const figuresSource = (measure: string, zone: string, rounding = 'none'): CopiedSource => [
  ['Measure', measure],
  ['Rounding', rounding],
  ['Days', daysWords(zone)],
]

/** @param version of the rules, which may be none at all */
export function byRulesWords(version: string | null): string {
  if (version !== null && isOfNoRules(version)) return 'as sent, without rules'
  return `worth by your price rules${version === null ? '' : `, version ${version}`}; as sent where there is no price rule`
}

/** Names the rules that figures of worth are by. */
export const worthSource = (version: string | null, zone: string): CopiedSource =>
  figuresSource(byRulesWords(version), zone)
