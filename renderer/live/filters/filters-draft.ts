// What the form holds while it is edited, and what it means: read into Filters, or refused field by field in words.
import type { Filters, PropertyFilter } from '../../../shared/event/event.ts'
import { TEXT_FILTERS, type TextFilter } from '../../../shared/event/event-fields.ts'
import { LONGEST_FILTER } from '../../../shared/event/filter-params.ts'
import { jsonNumberProblem } from '../../../shared/exact/exact-number.ts'
import type { ConditionOperator } from '../../../shared/snapshot/condition-draft.ts'
import { compareInstants, parseInstant } from '../../../shared/time/instant.ts'
import { TOO_LONG_TO_FILTER } from '../../grid/filter-by.ts'
import { shortened } from '../../ui/excerpt.ts'
import { sameInstant } from '../store/filters-meaning.ts'
import {
  type Clock,
  type DateDraft,
  type DateMeaning,
  type Edge,
  isWholeDay,
  NO_DATE,
  readDate,
  readText,
  writeDate,
  type Zones,
} from './date-text.ts'

interface IdDraft {
  text: string
  /** Spaces around the text are part of it. Otherwise they count as a copying accident: not sent, as the field says. */
  exact: boolean
}

export interface PropertyDraft {
  /** Tells rows apart while names are edited. */
  key: number
  name: string
  kind: PropertyFilter['kind']
  text: string
  /** Absent: "is". Others are conditions of a snapshot, which no search asks for. */
  operator?: Exclude<ConditionOperator, 'is'>
}

export interface FiltersDraft extends Record<TextFilter, IdDraft> {
  eventType: 'all' | 'credit' | 'debit'
  from: DateDraft
  to: DateDraft
  properties: PropertyDraft[]
}

/** They say what is wrong, by the field's path in the draft (`from.text`, `properties.0.name`), in the form's order. */
export type DraftProblems = Record<string, string>

export type FiltersReading = { ok: true; filters: Filters } | { ok: false; problems: DraftProblems }

/**
 * Filters as the form shows them. Reading the draft in the same zones gives them back: ids and property values
 * unchanged, numbers digit for digit, instants to the nanosecond.
 */
export function draftOf(filters: Filters, zones: Zones): FiltersDraft {
  return {
    ...eachText((key) => idDraft(filters[key])),
    eventType: filters.eventType ?? 'all',
    from: dateDraft(filters.createdAtFrom, zones, 'from'),
    to: dateDraft(filters.createdAtTo, zones, 'to'),
    properties: filters.propertyFilters.map((filter, key) => ({ key, ...filter })),
  }
}

/** The draft of filters that came from elsewhere, keeping a date's text as it was typed where it means the same. */
export function followFilters(draft: FiltersDraft, filters: Filters, clock: Clock): FiltersDraft {
  const next = draftOf(filters, clock)
  return {
    ...next,
    from: means(draft.from, filters.createdAtFrom, clock, 'from') ? draft.from : next.from,
    to: means(draft.to, filters.createdAtTo, clock, 'to') ? draft.to : next.to,
  }
}

/** It comes of a change of the zones; `hours` are the former instants of days that mean other instants now. */
export interface Rezoned {
  draft: FiltersDraft
  hours: { from?: string; to?: string }
}

/**
 * The draft after a change of the zones: a day stays that day, in the new one; a time that is applied stays the
 * same instant, written again; what was typed since stays as it was typed.
 */
export function rezoneDraft(draft: FiltersDraft, applied: Filters, before: Clock, now: Clock): Rezoned {
  const hours: Rezoned['hours'] = {}
  function rezone(date: DateDraft, utc: string | undefined, edge: Edge): DateDraft {
    const isApplied = means(date, utc, before, edge)
    if (utc === undefined || !isApplied || means(date, utc, now, edge)) return date
    if (!isWholeDay(date, before)) return dateDraft(utc, now, edge)
    hours[edge] = utc
    return date
  }
  const from = rezone(draft.from, applied.createdAtFrom, 'from')
  const to = rezone(draft.to, applied.createdAtTo, 'to')
  return { draft: { ...draft, from, to }, hours }
}

/** The draft after its search: dates in words become the dates they meant, because tomorrow they would mean others. */
export function settleDates(draft: FiltersDraft, filters: Filters, clock: Clock): FiltersDraft {
  const settled = (date: DateDraft, utc: string | undefined, edge: Edge) =>
    utc === undefined || isExact(date, clock, edge) ? date : writeDate(utc, clock, edge)
  return {
    ...draft,
    from: settled(draft.from, filters.createdAtFrom, 'from'),
    to: settled(draft.to, filters.createdAtTo, 'to'),
  }
}

/** Whether it will mean the same tomorrow: it is a date in digits, year first, and no date in words. */
function isExact({ text, chosen }: DateDraft, clock: Clock, edge: Edge): boolean {
  const meaning = readText(text, clock, edge)
  const isDate = meaning.kind === 'instant' && meaning.understoodAs === null
  // As "2026-10-25 02:30", of which there are two; "3/11", which has a choice too, is in words.
  const isChosenHour = chosen !== null && /^\s*\d{4}-/.test(text)
  return isDate || isChosenHour
}

/** Tells what the draft asks for, dates without an offset read in the clock's zone. An empty field is not a filter. */
export function readFiltersDraft(draft: FiltersDraft, clock: Clock): FiltersReading {
  const from = readDate(draft.from, clock, 'from')
  const to = readDate(draft.to, clock, 'to')
  const problems: DraftProblems = {
    ...lengthProblems(draft),
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
  return { ok: true, filters: { ...present, propertyFilters: draft.properties.filter(isAsked).map(readProperty) } }
}

const eachText = <T>(of: (key: TextFilter) => T) =>
  Object.fromEntries(TEXT_FILTERS.map(({ key }) => [key, of(key)])) as Record<TextFilter, T>

/** Whether a search can ask for it; the other comparisons are for a snapshot. */
const isAsked = ({ operator }: PropertyDraft) => operator === undefined

/** A property filter with nothing in it yet. */
export function newProperty(properties: PropertyDraft[]): PropertyDraft {
  const highest = properties.reduce((most, { key }) => Math.max(most, key), -1)
  return { key: 1 + highest, name: '', kind: 'string', text: '' }
}

/** A field of the form: by its name, or the place of a property filter. */
export type FilterField = TextFilter | 'eventType' | Edge | number

/** Whether a field asks for something else than `applied`, however the others stand. */
export function differs(draft: FiltersDraft, applied: Filters, clock: Clock, field: FilterField): boolean {
  if (typeof field === 'number') {
    const property = draft.properties[field]
    return property !== undefined && isAsked(property) && !isApplied(property, applied)
  }
  switch (field) {
    case 'eventType':
      return draft.eventType !== (applied.eventType ?? 'all')
    case 'from':
      return !means(draft.from, applied.createdAtFrom, clock, 'from')
    case 'to':
      return !means(draft.to, applied.createdAtTo, clock, 'to')
    default:
      return readId(draft[field]) !== applied[field]
  }
}

/** Whether one of the applied filters is this one. */
function isApplied(property: PropertyDraft, { propertyFilters }: Filters): boolean {
  const { name, kind, text } = readProperty(property)
  return propertyFilters.some((filter) => filter.name === name && filter.kind === kind && filter.text === text)
}

/** An id as it is sent; undefined when it is not a filter. */
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

function dateDraft(utc: string | undefined, zones: Zones, edge: Edge): DateDraft {
  return utc === undefined ? NO_DATE : writeDate(utc, zones, edge)
}

/** Whether the field asks for this instant; with undefined, whether it is empty. */
function means(draft: DateDraft, utc: string | undefined, clock: Clock, edge: Edge): boolean {
  const reading = readDate(draft, clock, edge)
  if (reading.kind === 'empty') return utc === undefined
  return reading.kind === 'instant' && utc !== undefined && sameInstant(reading.utc, utc)
}

function dateProblems(edge: Edge, reading: DateMeaning): DraftProblems {
  switch (reading.kind) {
    case 'empty':
    case 'instant':
      return {}
    case 'ambiguous':
      return { [`${edge}.chosen`]: 'Choose which of the two you mean.' }
    case 'invalid':
      return { [`${edge}.text`]: reading.message }
  }
}

function orderProblem(from: DateMeaning, to: DateMeaning): DraftProblems {
  const first = from.kind === 'instant' ? parseInstant(from.utc) : null
  const last = to.kind === 'instant' ? parseInstant(to.utc) : null
  return first && last && compareInstants(first, last) > 0 ? { 'from.text': 'From is after To.' } : {}
}

function lengthProblems(draft: FiltersDraft): DraftProblems {
  const tooLong = TEXT_FILTERS.filter(({ key }) => (readId(draft[key]) ?? '').length > LONGEST_FILTER)
  return Object.fromEntries(tooLong.map(({ key }) => [`${key}.text`, TOO_LONG_TO_FILTER]))
}

function propertyProblems(properties: PropertyDraft[]): DraftProblems {
  const problems: DraftProblems = {}
  for (const [index, property] of properties.entries()) {
    if (!isAsked(property)) continue
    const { name, kind, text } = property
    const first = properties.findIndex((other) => other.name === name && isAsked(other))
    if (name === '') problems[`properties.${index}.name`] = 'Name the property.'
    else if (name.length > LONGEST_FILTER) problems[`properties.${index}.name`] = TOO_LONG_TO_FILTER
    else if (first < index) problems[`properties.${index}.name`] = doubled(name, first)
    const isTooLong = text.length > LONGEST_FILTER
    const problem = isTooLong ? TOO_LONG_TO_FILTER : kind === 'number' ? jsonNumberProblem(text.trim()) : null
    if (problem !== null) problems[`properties.${index}.text`] = problem
  }
  return problems
}

function doubled(name: string, first: number): string {
  return `Property filter ${first + 1} already uses “${shortened(name, 60)}”: a search takes one filter per property name.`
}
