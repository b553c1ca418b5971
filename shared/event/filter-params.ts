// Filters as named texts under the interface's own names: in the page's address, in copied searches and in links.
import { z } from 'zod'
import { parseKept } from '../exact/exact-json.ts'
import { compareInstants, parseInstant } from '../time/instant.ts'
import { type Filters, filtersSchema, propertyFilterSchema } from './event.ts'
import { FILTER_FIELDS } from './event-fields.ts'

/**
 * It counts UTF-16 units. A filter is also drawn, stored and written into the address: longer values are only copied.
 */
export const LONGEST_FILTER = 2_000

/** URLSearchParams is one, which is not known here. */
export interface ReadParams {
  get(name: string): string | null
  getAll(name: string): string[]
}

/** Each property filter is a `property` of its own: a JSON array of name, kind and text. */
export function filterParams(filters: Filters): [name: string, value: string][] {
  const fields = FILTER_FIELDS.flatMap(({ key, name }): [string, string][] => {
    const value = filters[key]
    return value === undefined ? [] : [[name, value]]
  })
  const properties = filters.propertyFilters.map(({ name, kind, text }): [string, string] => [
    'property',
    JSON.stringify([name, kind, text]),
  ])
  return [...fields, ...properties]
}

/** @param problems what is wrong is added to them, in sentences; then the filters are none */
export function readFilterParams(params: ReadParams, problems: string[]): Filters {
  const fields: Record<string, string> = {}
  for (const { key, name } of FILTER_FIELDS) {
    const value = params.get(name)
    if (value === null || value === '') continue
    fields[key] = value
    if (value.length > LONGEST_FILTER) problems.push(`“${name}” is longer than 2,000 characters.`)
  }
  for (const name of ['created_at_from', 'created_at_to']) {
    const value = params.get(name)
    if (value && (parseInstant(value) === null || !/[Zz]$/.test(value))) {
      problems.push(`“${name}” is not a time in UTC such as 2026-11-20T14:52:57Z.`)
    }
  }
  const instantOf = (name: string) => parseInstant(params.get(name) ?? '')
  const [from, to] = [instantOf('created_at_from'), instantOf('created_at_to')]
  if (from !== null && to !== null && compareInstants(from, to) > 0) {
    problems.push('“created_at_from” is after “created_at_to”.')
  }
  const type = params.get('event_type')
  if (type && type !== 'credit' && type !== 'debit') problems.push('“event_type” must be credit or debit.')
  const propertyFilters = params.getAll('property').flatMap((text) => {
    const parts = readJson(text, z.tuple([z.string(), z.string(), z.string()]), 'property', problems)
    if (parts === null) return []
    const filter = propertyFilterSchema.safeParse({ name: parts[0], kind: parts[1], text: parts[2] })
    if (!filter.success) problems.push(`The filter for the property “${parts[0].slice(0, 40)}” is not valid.`)
    else if (filter.data.name.length > LONGEST_FILTER || filter.data.text.length > LONGEST_FILTER) {
      problems.push('The name or the value of a property filter is longer than 2,000 characters.')
    }
    return filter.success ? [filter.data] : []
  })
  if (problems.length > 0) return { propertyFilters: [] }
  const read = filtersSchema.safeParse({ ...fields, propertyFilters })
  if (read.success) return read.data
  problems.push(read.error.issues[0]?.message ?? 'The filters are not valid.')
  return { propertyFilters: [] }
}

/** Null where there is none, and where it does not fit, which is added to the problems. */
export function readJson<T>(text: string | null, schema: z.ZodType<T>, name: string, problems: string[]): T | null {
  const read = parseKept(text, schema)
  if (text !== null && read === null) problems.push(`“${name}” cannot be read.`)
  return read
}
