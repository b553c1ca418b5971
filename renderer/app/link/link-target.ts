// Whom a link asks: one of this computer's own connections, or nobody.
import type { Connection } from '../../../shared/connection/connection.ts'
import { type Link, readLink } from '../../../shared/connection/link.ts'
import { NO_FILTERS } from '../../live/store/filters-meaning.ts'
import type { Place } from '../../live/store/place.ts'

export type LinkTarget =
  | { kind: 'refused'; problems: readonly string[] }
  /** `namesake`: a connection of this name, which is another service. */
  | { kind: 'nobody'; link: Link; namesake: Connection | null }
  /** At least one, all at the base URL of the link; the one of its name is the first. */
  | { kind: 'found'; link: Link; connections: readonly Connection[] }

/** The base URL decides, as the sender of a link may name the service freely. */
export function linkTarget(text: string, connections: readonly Connection[]): LinkTarget {
  const reading = readLink(text)
  if (!reading.ok) return { kind: 'refused', problems: reading.problems }
  const { link } = reading
  const { name, baseUrl } = link.connection
  const isNamed = (connection: Connection) => connection.name === name
  const there = connections.filter((one) => one.baseUrl === baseUrl)
  if (there.length === 0) return { kind: 'nobody', link, namesake: connections.find(isNamed) ?? null }
  return { kind: 'found', link, connections: there.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a))) }
}

/** @param from what stays as it is: the page's size, and of the open connection its columns and sorting */
export function placeOfLink({ asks }: Link, from: Pick<Place, 'limit' | 'sort' | 'columns'>): Place {
  const { limit, sort, columns } = from
  return {
    filters: asks.kind === 'search' ? asks.filters : NO_FILTERS,
    event: asks.kind === 'event' ? asks.eventId : null,
    limit,
    offset: 0,
    sort,
    columns,
  }
}
