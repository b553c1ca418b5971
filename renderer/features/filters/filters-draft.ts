// What the form holds while it is edited, and what it means: read into Filters, or refused field by field in words.
import type { Filters, PropertyFilter } from '../../../shared/event.ts'
import { TEXT_FILTERS, type TextFilter } from '../../../shared/event-fields.ts'
import { jsonNumberProblem } from '../../../shared/exact-number.ts'
import { compareInstants, type DateReading, parseInstant } from '../../../shared/instant.ts'
import { sameInstant } from '../../session/filters-meaning.ts'
import { shortened } from '../../ui/excerpt.ts'
import { type DateDraft, type Edge, readDate, writeDate } from './date-text.ts'

interface IdDraft {
  text: string
  /** Spaces around the text belong to it. Else they are taken for a slip of copying and not sent; the field says so. */
  exact: boolean
}

export interface PropertyDraft {
  /** Tells rows apart while names are edited. */
  key: number
  name: string
  kind: PropertyFilter['kind']
  text: string
}

export interface FiltersDraft extends Record<TextFilter, IdDraft> {
  eventType: 'all' | 'credit' | 'debit'
  from: DateDraft
  to: DateDraft
  properties: PropertyDraft[]
}

/** What is wrong, by the path of the field in the draft (`from.text`, `properties.0.name`), in the order of the form. */
export type DraftProblems = Record<string, string>

type DraftReading = { ok: true; filters: Filters } | { ok: false; problems: DraftProblems }

/**
 * Filters as the form shows them. Reading the draft in the same zone gives them back: ids and property values unchanged,
 * numbers digit for digit, instants to the nanosecond.
 */
export function draftOf(filters: Filters, zone: string): FiltersDraft {
  return {
    ...eachText((key) => idDraft(filters[key])),
    eventType: filters.eventType ?? 'all',
    from: dateDraft(filters.createdAtFrom, zone, 'from'),
    to: dateDraft(filters.createdAtTo, zone, 'to'),
    properties: filters.propertyFilters.map((filter, key) => ({ key, ...filter })),
  }
}

/** The draft of filters that came from elsewhere, keeping a date's text as it was typed where it means the same. */
export function followFilters(draft: FiltersDraft, filters: Filters, zone: string): FiltersDraft {
  const next = draftOf(filters, zone)
  return {
    ...next,
    from: means(draft.from, filters.createdAtFrom, zone, 'from') ? draft.from : next.from,
    to: means(draft.to, filters.createdAtTo, zone, 'to') ? draft.to : next.to,
  }
}

/**
 * The draft after a change of the header's zone: dates that are applied stay the same instants, written anew where their
 * text would mean others; what was typed since stays as it was typed.
 */
export function rezoneDraft(
  draft: FiltersDraft,
  applied: Filters,
  zone: { before: string; now: string },
): FiltersDraft {
  function rezone(date: DateDraft, utc: string | undefined, edge: Edge): DateDraft {
    const isApplied = means(date, utc, zone.before, edge)
    return isApplied && !means(date, utc, zone.now, edge) ? dateDraft(utc, zone.now, edge) : date
  }
  return {
    ...draft,
    from: rezone(draft.from, applied.createdAtFrom, 'from'),
    to: rezone(draft.to, applied.createdAtTo, 'to'),
  }
}

/** What the draft asks for, dates without an offset read in the zone. An empty field is no filter. */
export function readDraft(draft: FiltersDraft, zone: string): DraftReading {
  const from = readDate(draft.from, zone, 'from')
  const to = readDate(draft.to, zone, 'to')
  const problems: DraftProblems = {
    ...dateProblems('from', from),
    ...dateProblems('to', to),
    ...orderProblem(from, to),
    ...propertyProblems(draft.properties),
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const fields: Omit<Filters, 'propertyFilters'> = {
    ...eachText((key) => readId(draft[key])),
    eventType: draft.eventType === 'all' ? undefined : draft.eventType,
    createdAtFrom: from.kind === 'instant' ? from.utc : undefined,
    createdAtTo: to.kind === 'instant' ? to.utc : undefined,
  }
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ok: true, filters: { ...present, propertyFilters: draft.properties.map(readProperty) } }
}

const eachText = <T>(of: (key: TextFilter) => T) =>
  Object.fromEntries(TEXT_FILTERS.map(({ key }) => [key, of(key)])) as Record<TextFilter, T>

/** A property filter with nothing in it yet. */
export function newProperty(properties: PropertyDraft[]): PropertyDraft {
  const highest = properties.reduce((most, { key }) => Math.max(most, key), -1)
  return { key: 1 + highest, name: '', kind: 'string', text: '' }
}

/** An id as it is sent; undefined when it is no filter. */
export function readId({ text, exact }: IdDraft): string | undefined {
  return (exact ? text : text.trim()) || undefined
}

/** A number is sent digit for digit, without the spaces around it; a string exactly as typed. */
function readProperty({ name, kind, text }: PropertyDraft): PropertyFilter {
  return { name, kind, text: kind === 'number' ? text.trim() : text }
}

function idDraft(id = ''): IdDraft {
  return { text: id, exact: id !== id.trim() }
}

function dateDraft(utc: string | undefined, zone: string, edge: Edge): DateDraft {
  return utc === undefined ? { text: '', chosen: null } : writeDate(utc, zone, edge)
}

function means(draft: DateDraft, utc: string | undefined, zone: string, edge: Edge): boolean {
  const reading = readDate(draft, zone, edge)
  if (reading.kind === 'empty') return utc === undefined
  return reading.kind === 'instant' && utc !== undefined && sameInstant(reading.utc, utc)
}

function dateProblems(edge: Edge, reading: DateReading): DraftProblems {
  switch (reading.kind) {
    case 'empty':
    case 'instant':
      return {}
    case 'ambiguous':
      return { [`${edge}.chosen`]: 'Choose which of the two is meant.' }
    case 'invalid':
      return { [`${edge}.text`]: reading.message }
    default:
      return reading satisfies never
  }
}

function orderProblem(from: DateReading, to: DateReading): DraftProblems {
  const first = from.kind === 'instant' ? parseInstant(from.utc) : null
  const last = to.kind === 'instant' ? parseInstant(to.utc) : null
  return first && last && compareInstants(first, last) > 0 ? { 'from.text': 'From is after To.' } : {}
}

function propertyProblems(properties: PropertyDraft[]): DraftProblems {
  const problems: DraftProblems = {}
  for (const [index, { name, kind, text }] of properties.entries()) {
    const first = properties.findIndex((other) => other.name === name)
    if (name === '') problems[`properties.${index}.name`] = 'Name the property.'
    else if (first < index) problems[`properties.${index}.name`] = doubled(name, first)
    const problem = kind === 'number' ? jsonNumberProblem(text.trim()) : null
    if (problem !== null) problems[`properties.${index}.text`] = problem
  }
  return problems
}

function doubled(name: string, first: number): string {
  return `Property filter ${first + 1} is for “${shortened(name, 60)}” already: a search takes one filter a name.`
}
