// A place in a connection: filters, page, sorting, columns, open event. The page's address and copied searches hold it
// under the interface's own names, so that people can read and edit it.
import { z } from 'zod'
import { type Filters, LIMIT_CAP } from '../../../shared/event/event.ts'
import { FILTER_FIELDS } from '../../../shared/event/event-fields.ts'
import { filterParams, readFilterParams, readJson } from '../../../shared/event/filter-params.ts'
import { isZone } from '../../../shared/time/instant.ts'
import type { Sorting } from '../../grid/column-choice.ts'

export interface Place {
  filters: Filters
  limit: number
  offset: number
  sort: Sorting
  /** Names of the properties that are columns; null: not chosen. */
  columns: string[] | null
  /** ID of the open event. */
  event: string | null
  /** It is the zone whose days the range of a saved or copied search was made of, wherever it is shown. */
  zone?: string
}

/** A search that is kept or handed on, in its own zone if it has one. @param days the zone of whole days */
export const withZone = (place: Place, days: string): Place =>
  hasRange(place.filters) ? { zone: days, ...place } : place

/** Whether a search has a beginning or an end. */
const hasRange = ({ createdAtFrom, createdAtTo }: Filters) => createdAtFrom !== undefined || createdAtTo !== undefined

/** Goes to a place of a connection: within the open one, or by opening it. */
export type GoTo = (connectionId: string, place: Place) => void

/** A place, or its problems in words that name the parts. */
export type PlaceReading = { ok: true; place: Place } | { ok: false; problems: string[] }

/** Longer than any address or copied search. */
const LONGEST = 100_000
/** It bounds an ID, in UTF-16 units: an address of a megabyte takes the browser half a second to write. */
const LONGEST_EVENT_ID = 2_000
/** A property may have an empty name. */
const names = z.array(z.string()).max(100)
const sorting = z.tuple([z.string().min(1), z.enum(['ascending', 'descending'])])

const OTHER_NAMES = ['property', 'limit', 'offset', 'sort', 'columns', 'event', 'zone'] as const
const KNOWN: ReadonlySet<string> = new Set([...FILTER_FIELDS.map(({ name }) => name), ...OTHER_NAMES])

/** Leaves out what has its default, and an open event whose ID is longer than an address should be. */
export function placeParams({ filters, limit, offset, sort, columns, event, zone }: Place): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of filterParams(filters)) params.append(name, value)
  params.set('limit', String(limit))
  if (offset > 0) params.set('offset', String(offset))
  if (sort !== null) params.set('sort', sortText(sort))
  if (columns !== null) params.set('columns', JSON.stringify(columns))
  if (event !== null && event.length <= LONGEST_EVENT_ID) params.set('event', event)
  if (zone !== undefined) params.set('zone', zone)
  return params
}

/** '["created","descending"]', which `readSort` reads. */
export const sortText = ({ column, descending }: NonNullable<Sorting>): string =>
  JSON.stringify([column, descending ? 'descending' : 'ascending'])

/** `others`: parameters of the same address that belong to something else. */
export function readPlace(params: URLSearchParams, others: readonly string[] = []): PlaceReading {
  if (params.toString().length > LONGEST * 3) return { ok: false, problems: ['It is too long.'] }
  const problems: string[] = []
  for (const name of new Set(params.keys())) {
    if (others.includes(name)) continue
    if (!KNOWN.has(name)) problems.push(`“${name.slice(0, 40)}” is not part of a search.`)
    else if (name !== 'property' && params.getAll(name).length > 1) problems.push(`“${name}” occurs twice.`)
  }
  const filters = readFilterParams(params, problems)
  // One that is not known here says nothing.
  const zone = params.get('zone')
  const place: Place = {
    filters,
    limit: readNumber(params, 'limit', 1, LIMIT_CAP, 50, problems),
    offset: readNumber(params, 'offset', 0, Number.MAX_SAFE_INTEGER, 0, problems),
    sort: readSort(params, 'sort', problems),
    columns: readJson(params.get('columns'), names, 'columns', problems),
    event: params.get('event') || null,
    ...(zone !== null && isZone(zone) ? { zone } : {}),
  }
  return problems.length === 0 ? { ok: true, place } : { ok: false, problems: problems.slice(0, 5) }
}

function readNumber(
  params: URLSearchParams,
  name: string,
  least: number,
  most: number,
  usual: number,
  problems: string[],
): number {
  const text = params.get(name)
  if (text === null) return usual
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  problems.push(`“${name}” must be a number from ${least}${most === LIMIT_CAP ? ` to ${LIMIT_CAP}` : ' up'}.`)
  return usual
}

/** Null without a sorting, and for an invalid one, which is added to the problems. */
export function readSort(params: URLSearchParams, name: string, problems: string[]): Sorting {
  const read = readJson(params.get(name), sorting, name, problems)
  return read && { column: read[0], descending: read[1] === 'descending' }
}

const COPIED = 'eventscope:search?'

/** One line for another Eventscope: names the connection by name and base URL, and holds no API key. */
export function copiedSearch({ name, baseUrl }: { name: string; baseUrl: string }, place: Place): string {
  return `${COPIED}${new URLSearchParams({ name, base_url: baseUrl })}&${placeParams({ ...place, offset: 0, event: null })}`
}

/** The search in such a line, wherever in the text it is; null without one. */
export function readCopiedSearch(text: string): { name: string; baseUrl: string; reading: PlaceReading } | null {
  const start = text.indexOf(COPIED)
  if (start === -1) return null
  const line = /^\S*/.exec(text.slice(start + COPIED.length, start + LONGEST))?.[0] ?? ''
  // A sentence or a chat puts this around it: no value of ours ends so.
  const params = new URLSearchParams(line.replace(/[^\w%*-]{1,10}$/, ''))
  return {
    name: params.get('name') ?? '',
    baseUrl: params.get('base_url') ?? '',
    reading: readPlace(params, ['name', 'base_url']),
  }
}
