// The name that is proposed for an exported file.
import type { SnapshotRange } from '../snapshot/snapshot.ts'
import { inZone, isMidnight, type ZonedText } from '../time/instant.ts'
import type { ExportedTable } from './exported-table.ts'
import type { FileFormatName } from './file-formats.ts'

export interface FileNameParts {
  /** Null: the file is for the customer, who has no use for it. */
  connectionName: string | null
  /** The search filtered by it; absent or null: by any. */
  customerId: string | null | undefined
  /**
   * Half-open, RFC 3339; null: that side is open. The time of the export tells files apart whose period is open, or
   * goes on after what was read so far.
   */
  period: { from: string | null; until: string | null; zone: string; soFar?: boolean }
  what: 'page' | 'selection' | 'all' | 'filtered'
  format: FileFormatName
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * A proposal, such as "eventscope-staging-northwind-2026-11.xlsx",
 * "eventscope-staging-2026-11-so-far-20261120-145257Z.xlsx" or "eventscope-staging-20261120-145257Z-page.csv", for the
 * customer "usage-northwind-2026-11.xlsx": usable on every system, and with ".datapackage.json" behind it still no
 * longer than file systems take.
 */
export function exportFileName({ connectionName, customerId, period, what, format, now }: FileNameParts): string {
  const name = periodName(period)
  const exportedAt = timeName(now)
  const when = name === null ? exportedAt : period.soFar === true ? `${name}-so-far-${exportedAt}` : name
  const from = connectionName === null ? ['usage'] : ['eventscope', fileNamePart(connectionName)]
  const parts = [...from, fileNamePart(customerId ?? ''), when, what === 'all' ? '' : what]
  return `${parts.filter(Boolean).join('-')}.${format}`
}

/** Names the file of a table of a snapshot, such as "eventscope-november-northwind-values.xlsx". */
export const tableFileName = ({ of, name, format }: Pick<ExportedTable, 'of' | 'name' | 'format'>) =>
  `${['eventscope', fileNamePart(of), fileNamePart(name)].filter(Boolean).join('-')}.${format}`

/** It counts bytes of UTF-8. */
const MOST_OF_SLUG = 60

/** A name as it stands in names of files: small letters, digits and hyphens. */
export function fileNamePart(text: string): string {
  const slug = text
    .slice(0, MOST_OF_SLUG)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  let short = ''
  let bytes = 0
  for (const character of slug) {
    bytes += bytesOf(character)
    if (bytes > MOST_OF_SLUG) break
    short += character
  }
  return short.replaceAll(/^-|-$/g, '')
}

/** Counts them in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}

/** "2026-11", "2026-10-to-2026-11", "2026-11-20", "2026-11-20T1452-to-2026-11-21"; null where a side is open. */
function periodName({ from, until, zone }: FileNameParts['period']): string | null {
  const start = from === null ? null : inZone(from, zone)
  const end = until === null ? null : inZone(until, zone)
  if (start === null || end === null) return null
  const areDays = isMidnight(start) && isMidnight(end)
  if (!areDays) return between(momentName(start), momentName(end))
  const last = dayBefore(end.date)
  const areMonths = start.date.endsWith('-01') && end.date.endsWith('-01')
  return areMonths ? between(start.date.slice(0, 7), last.slice(0, 7)) : between(start.date, last)
}

const between = (first: string, last: string) => (first === last ? first : `${first}-to-${last}`)
/** "2026-11-20" of a midnight, "2026-11-20T1452" of a whole minute, else "2026-11-20T145257". */
const momentName = (at: ZonedText) =>
  isMidnight(at) ? at.date : `${at.date}T${at.time.slice(0, at.time.endsWith(':00') ? 5 : 8).replaceAll(':', '')}`

function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

/** Writes it as "20261120-145257Z". */
function timeName(now: number): string {
  const when = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
  return when.replaceAll(/[-:]/g, '').replace('T', '-')
}

interface AllMatches extends Pick<FileNameParts, 'connectionName' | 'customerId' | 'format' | 'now'> {
  range: SnapshotRange
}

/**
 * The name of a file of all matches, which is said before they are read: of dialog and file alike.
 * "eventscope-acme-cus-1-2026-10.csv" of a range that is over; of one that is open, or goes on after `now`,
 * "eventscope-acme-cus-1-20261122-090000Z.csv".
 */
export function matchesFileName({ connectionName, customerId, range, format, now }: AllMatches): string {
  const isOver = range.until !== null && Date.parse(range.until) <= now
  const period = { ...range, until: isOver ? range.until : null }
  return exportFileName({ connectionName, customerId, period, what: 'all', format, now })
}
