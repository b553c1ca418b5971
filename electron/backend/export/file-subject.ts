// What a file is about: the snapshot that it was made from. "About" and the receipt say it, each in its own form.
import type { Filters } from '../../../shared/event.ts'
import { FILTER_FIELDS } from '../../../shared/event-fields.ts'
import { verdictName } from '../../../shared/verdict-name.ts'
import type { ReadingState } from '../snapshots/reading-state.ts'
import type { Slice } from '../snapshots/slice.ts'
import type { SnapshotHeader } from '../snapshots/snapshot-header.ts'

type SubjectSlice = Pick<
  Slice,
  'from' | 'to' | 'state' | 'total' | 'returned' | 'kept' | 'leftOut' | 'repeats' | 'missing'
>

export interface FileSubject {
  /** As "Eventscope 0.1.0". */
  program: string
  header: SnapshotHeader
  state: ReadingState
  slices: readonly SubjectSlice[]
  /** Whether rows that miss a filter of the search are in the file. */
  includesMisses: boolean
  /** A filter that was set within the snapshot, in words, and of how many rows it leaves these; null for none. */
  filtered: { words: string; of: number } | null
  /** As "oldest first". */
  order: string
}

/** What a file of rows of the screen is about. */
export interface ScreenSubject {
  program: string
  /** Null for a customer. */
  connection: { name: string; baseUrl: string } | null
  /** The applied ones, as name and value. */
  filters: ReturnType<typeof filterPairs>
  zone: string
  /** Which rows they are: "this page". */
  rows: string
}

/** Events that were read or returned and are not in the file. */
export interface LeftOut {
  why: string
  rows: number
}

/** Why and how many, where any were. */
export function leftOutOf({ slices, includesMisses, filtered }: FileSubject, rows: number): LeftOut[] {
  const sum = (of: (slice: SubjectSlice) => number) => slices.reduce((total, slice) => total + of(slice), 0)
  const atEnd = sum(({ leftOut }) => leftOut.atEnd)
  const list: LeftOut[] = [
    { why: 'Before the range', rows: sum(({ leftOut }) => leftOut.before) },
    { why: 'After the range', rows: sum(({ leftOut }) => leftOut.after) - atEnd },
    { why: 'Exactly at the end of the range, so part of the next one', rows: atEnd },
    { why: 'Returned more than once', rows: sum(({ repeats }) => repeats) },
    { why: 'Not matching a filter of the search', rows: includesMisses ? 0 : sum(({ missing }) => missing) },
    { why: 'Filtered', rows: filtered === null ? 0 : filtered.of - rows },
  ]
  return list.filter((one) => one.rows > 0)
}

/** A search's filters as name and value; a property's text with its quotes. */
export function filterPairs(filters: Filters): [name: string, value: string][] {
  const fields = FILTER_FIELDS.flatMap(({ key, label }): [string, string][] => {
    const value = filters[key]
    return value === undefined ? [] : [[label, value]]
  })
  const properties = filters.propertyFilters.map(({ name, kind, text }): [string, string] => [
    `Property ${name}`,
    kind === 'string' ? JSON.stringify(text) : text,
  ])
  return [...fields, ...properties]
}

/** The verdict's name as the screen shows it. */
export const verdictWord = ({ state: { verdict } }: FileSubject): string => verdictName(verdict)
