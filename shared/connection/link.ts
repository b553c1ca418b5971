// Links to a search or an event. Anybody can write one and make somebody follow it: it only says what would be asked,
// and of which connection. Nothing else has a place in it: no API key, no file, no header, no script.
import { z } from 'zod'
import type { Filters } from '../event/event.ts'
import { FILTER_FIELDS } from '../event/event-fields.ts'
import { filterParams, LONGEST_FILTER, readFilterParams } from '../event/filter-params.ts'
import { readBaseUrl } from './connection-input.ts'

export interface Link {
  /** The connection is called so, and is there, on the computer that the link comes from. */
  connection: { name: string; baseUrl: string }
  asks: SearchAsked | { kind: 'event'; eventId: string }
}

interface SearchAsked {
  kind: 'search'
  filters: Filters
  /** Whose days its range was made of, where it has one; older links have none. It may not be known here. */
  zone?: string
}

/** A search to be linked to. @param days the zone in which whole days begin here */
export const searchAsked = (filters: Filters, days: string): SearchAsked => ({
  kind: 'search',
  filters,
  ...(filters.createdAtFrom === undefined && filters.createdAtTo === undefined ? {} : { zone: days }),
})

/** `problems`: why not, in sentences. The text that they quote is a stranger's. */
export type LinkReading = { ok: true; link: Link } | { ok: false; problems: string[] }

const BEGINNING = 'eventscope://open?'

/** It counts characters; what systems hand to a program is not cut below that. */
export const LONGEST_LINK = 8_000
/** One link has at most so many. */
const MOST_PROPERTIES = 50
/** Connections have names as long as this at most. */
const LONGEST_NAME = 80
const LONGEST_ZONE = 100

/** Whether a text means to be a link, however it is written: then it is nothing else. */
export const isLinkText = (text: string): boolean => /^\s*eventscope:\/\//i.test(text)

/** Null where a link cannot hold it: it is too long, or has characters that nobody sees. */
export function printLink(link: Link): string | null {
  const text = written(link)
  return text !== null && readLink(text).ok ? text : null
}

/** Writes unreserved characters (RFC 3986) alone, so that no chat or mail ends it early. */
function written({ connection, asks }: Link): string | null {
  const asked: [string, string][] = asks.kind === 'event' ? [['event', asks.eventId]] : filterParams(asks.filters)
  if (asks.kind === 'search' && asks.zone !== undefined) asked.push(['zone', asks.zone])
  const params: [string, string][] = [['connection', connection.name], ['base_url', connection.baseUrl], ...asked]
  if (params.some(([, value]) => !value.isWellFormed())) return null
  return BEGINNING + params.map(([name, value]) => `${name}=${encoded(value)}`).join('&')
}

const encoded = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** Strict: each link is written in one way, so that nothing can be read differently here and where it is shown. */
export function readLink(text: string): LinkReading {
  if (text.length > LONGEST_LINK) return refused(`It is longer than ${LONGEST_LINK} characters.`)
  // Windows puts a slash behind what looks like a host.
  const params = /^eventscope:\/\/open\/?\?([\w.~%=&-]+)$/.exec(text.trim())?.[1]
  if (params === undefined) return refused(OTHERWISE)
  const given = readParams(params)
  if (!given.ok) return given
  const read = paramsSchema.safeParse(Object.fromEntries(given.values))
  if (!read.success) return { ok: false, problems: read.error.issues.slice(0, 5).map(problemOf) }
  const { connection: name, base_url: baseUrl, event, ...filters } = read.data
  const connection = { name, baseUrl }
  if (event === undefined) return inOneWay(readSearch(connection, given.values), params)
  if (Object.keys(filters).length > 0) return refused('It names an event and filters: a link has one of the two.')
  return inOneWay({ ok: true, link: { connection, asks: { kind: 'event', eventId: event } } }, params)
}

const OTHERWISE = 'It is not written as links of Eventscope are.'

/** Refuses a link that `written` would write in another way, as with other escapes or in another order. */
const inOneWay = (reading: LinkReading, params: string): LinkReading =>
  reading.ok && written(reading.link) !== BEGINNING + params ? refused(OTHERWISE) : reading

type Params = Map<string, string | string[]>

/** Reads them by name; only `property` may occur more than once. */
function readParams(text: string): { ok: true; values: Params } | { ok: false; problems: string[] } {
  const values: Params = new Map()
  for (const pair of text.split('&')) {
    const [name = '', written, more] = pair.split('=')
    if (written === undefined || more !== undefined) return refused(`“${quoted(pair)}” is not a name and a value.`)
    if (!KNOWN.has(name)) return refused(`“${quoted(name)}” is not part of a link.`)
    const value = decoded(written)
    if (value === null) return refused(`“${name}” is not encoded as links are.`)
    const before = values.get(name)
    if (name === 'property') values.set(name, [...(before ?? []), value])
    else if (before === undefined) values.set(name, value)
    else return refused(`“${name}” occurs twice.`)
  }
  return { ok: true, values }
}

function decoded(written: string): string | null {
  try {
    return decodeURIComponent(written)
  } catch {
    // No UTF-8, or a percent sign without digits.
    return null
  }
}

function readSearch(connection: Link['connection'], values: Params): LinkReading {
  const all = (name: string) => [values.get(name) ?? []].flat()
  const problems: string[] = []
  const [zone] = all('zone')
  const filters = readFilterParams({ get: (name) => all(name)[0] ?? null, getAll: all }, problems)
  const ofProperties = filters.propertyFilters.flatMap(({ name, text }) => [name, text])
  if (ofProperties.some((text) => UNSEEN.test(text))) problems.push('“property” holds characters that cannot be seen.')
  return problems.length === 0
    ? { ok: true, link: { connection, asks: { kind: 'search', filters, ...(zone === undefined ? {} : { zone }) } } }
    : { ok: false, problems: problems.slice(0, 5) }
}

/** What draws nothing, ends a line or reorders its neighbours could make a link look like another one. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u
const visible = (most: number) =>
  z
    .string()
    .min(1, { error: 'is empty.' })
    .max(most, { error: `is longer than ${most} characters.` })
    .refine((text) => !UNSEEN.test(text), { error: 'holds characters that cannot be seen.' })

/** It is as a connection has it: normalised. */
const baseUrl = visible(2_000).refine(
  (text) => {
    const read = readBaseUrl(text)
    return read.ok && read.baseUrl === text && read.trimmed === null
  },
  { error: 'is not the address of a connection.' },
)

const value = visible(LONGEST_FILTER)
const paramsSchema = z.strictObject({
  connection: visible(LONGEST_NAME),
  base_url: baseUrl,
  event: value.optional(),
  zone: visible(LONGEST_ZONE).optional(),
  property: z
    .array(visible(LONGEST_FILTER * 3))
    .max(MOST_PROPERTIES, { error: `is there more than ${MOST_PROPERTIES} times.` })
    .optional(),
  ...Object.fromEntries(FILTER_FIELDS.map(({ name }) => [name, value.optional()])),
})
const KNOWN: ReadonlySet<string> = new Set(Object.keys(paramsSchema.shape))

const problemOf = ({ path, message, code }: z.core.$ZodIssue) =>
  `“${String(path[0])}” ${code === 'invalid_type' ? 'is missing.' : message}`

const quoted = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const refused = (problem: string) => ({ ok: false as const, problems: [problem] })
