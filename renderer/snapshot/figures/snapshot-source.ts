// The lines under every table copied from a snapshot: the source of its figures, and the verdict.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { scopeWords } from '../../../shared/snapshot/scope-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { verdictName } from '../../../shared/snapshot/verdict-name.ts'
import { filterWords } from '../../live/filters/filter-words.ts'
import { momentWords } from '../../ui/instant-words.ts'

export type CopiedSource = readonly (readonly [name: string, words: string])[]

/** What figures of a snapshot are of. */
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
  const { name, connection, search, range, until, begunAt, endedAt, rows, status } = snapshot
  const verdict = status.state === 'finished' ? status.verdict : null
  const filters = filterWords(search).map((filter) => `${filter.name} = ${filter.value}`)
  const moment = (at: string) => momentWords(at, range.zone) ?? at
  return [
    ['Source', `${connection.name}, ${connection.baseUrl}; snapshot ${name}`],
    ['Filters', filters.length === 0 ? 'none' : filters.join('; ')],
    ['Range', rangeWords({ ...range, until: range.until ?? until })],
    ['Read', endedAt === null ? `from ${moment(begunAt)}` : `from ${moment(begunAt)} to ${moment(endedAt)}`],
    ['Events', narrowed === null ? grouped(rows) : eventsWords(narrowed, rows)],
    ['Verdict', verdict === null ? verdictName(null) : `${verdictName(verdict)}. ${verdict.sentence}`],
  ]
}

/** "178 of 10,078 events: event code = api_calls"; "1,210 events: also those that do not match a filter of the search". */
function eventsWords({ scope, events }: Narrowed, rows: number): string {
  const conditions = scopeWords(scope)
  const parts = [
    ...(conditions === null ? [] : [conditions]),
    ...(scope.misses ? ['also those that do not match a filter of the search'] : []),
  ]
  if (parts.length === 0) return grouped(rows)
  const of = events === null ? 'some' : grouped(events)
  const count = scope.misses && events !== null ? countWords(events, 'event') : `${of} of ${countWords(rows, 'event')}`
  return `${count}: ${parts.join('; ')}`
}
