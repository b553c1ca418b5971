// The lines under every table copied from a snapshot: the source of its figures, and the verdict.
import type { SnapshotSummary } from '../../shared/snapshot.ts'
import { rangeWords } from '../../shared/snapshot-range.ts'
import { verdictName } from '../../shared/verdict-name.ts'
import { filterWords } from './filter-words.ts'
import { momentWords } from './instant-words.ts'

export type CopiedSource = readonly (readonly [name: string, words: string])[]

/**
 * Source, range, read time and verdict, in the snapshot's own zone.
 * @param shown what is left out of the figures or set in "Events", in words; null where they are of all events
 */
export function snapshotSource(snapshot: SnapshotSummary, shown: string | null = null): CopiedSource {
  const { name, connection, search, range, until, begunAt, endedAt, rows, status } = snapshot
  const verdict = status.state === 'finished' ? status.verdict : null
  const filters = filterWords(search).map((filter) => `${filter.name} = ${filter.value}`)
  const moment = (at: string) => momentWords(at, range.zone) ?? at
  return [
    ['Source', `${connection.name}, ${connection.baseUrl}; snapshot ${name}`],
    ['Filters', filters.length === 0 ? 'none' : filters.join('; ')],
    ['Range', rangeWords({ ...range, until: range.until ?? until })],
    ['Read', endedAt === null ? `from ${moment(begunAt)}` : `from ${moment(begunAt)} to ${moment(endedAt)}`],
    ['Events', shown === null ? rows.toLocaleString('en-US') : `${shown}, of ${rows.toLocaleString('en-US')}`],
    ['Verdict', verdict === null ? verdictName(null) : `${verdictName(verdict)}. ${verdict.sentence}`],
  ]
}
