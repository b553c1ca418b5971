// What the reader should know about a page as a whole, for the bar: the service is checked, not believed.
import type { Filters, SearchPage, SearchRequest } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { mismatchSummary } from '../../../shared/search/matches.ts'
import { shortened } from '../../ui/excerpt.ts'
import { repeatedIds } from './row-marks.ts'

export interface RowsNote {
  /** A few words for the bar. */
  short: string
  /** The rest of the sentence, where the bar has no room for it. */
  tail: string | null
  /** What it means, a sentence or two a line. */
  explanation: string[]
}

/** Of names and values, in a sentence. */
const MOST_CHARACTERS = 200

/** The most important first. */
export function rowsNotes(request: SearchRequest, page: SearchPage): RowsNote[] {
  return [
    ...cutNote(request, page),
    ...mismatchNote(page, request.filters),
    ...eventNotes(page),
    ...answerOddities(request, page).map(({ short, explanation }) => ({
      short,
      tail: null,
      explanation: [`${short}.`, explanation],
    })),
  ]
}

/** What is wrong with events themselves: one kind of it in its own words, several as the number of events. */
function eventNotes(page: SearchPage): RowsNote[] {
  const notes = [...repetitionNote(page), ...problemNote(page)]
  if (notes.length < 2) return notes
  const repeated = repeatedIds(page.events)
  const count = page.events.filter(
    (event) => event.problems.length > 0 || (event.eventId !== null && repeated.has(event.eventId)),
  ).length
  return [
    {
      short: `${grouped(count)} events with problems`,
      tail: null,
      explanation: notes.flatMap(({ explanation }) => explanation),
    },
  ]
}

function cutNote({ limit }: SearchRequest, { events, sent }: SearchPage): RowsNote[] {
  if (sent <= events.length) return []
  const short = `The service sent ${grouped(sent)} events for a limit of ${limit}`
  const tail = `the first ${grouped(events.length)} are shown`
  return [
    {
      short,
      tail,
      explanation: [
        `${short}; ${tail}.`,
        'The others were left out to keep this window fast. The next page starts after the last row shown.',
      ],
    },
  ]
}

function mismatchNote({ events }: SearchPage, filters: Filters): RowsNote[] {
  const { count, of, names } = mismatchSummary(events, filters)
  if (count === 0) return []
  const applied = filterWords(filters).filter(({ name }) => names.includes(name))
  const [only] = applied
  const all = applied.length === 1 && only ? `${only.name} = ${only.value}` : names.join(', ')
  const missed = shortened(all, MOST_CHARACTERS)
  const short = `${count} of ${of} ${count === 1 ? 'does' : 'do'} not match ${missed}`
  const tail = isRangeAlone(filters)
    ? 'the service may compare dates less exactly'
    : 'the service may combine filters with OR'
  return [
    {
      short,
      tail,
      explanation: [
        `${short}; ${tail}.`,
        'Each row was checked against the applied filters. Rows that do not match are marked at their left edge.',
      ],
    },
  ]
}

/** From and To are one filter: there is nothing to combine it with. */
function isRangeAlone({ createdAtFrom: _from, createdAtTo: _to, propertyFilters, ...others }: Filters): boolean {
  return propertyFilters.length === 0 && Object.values(others).every((value) => value === undefined)
}

function repetitionNote({ events }: SearchPage): RowsNote[] {
  const repeated = [...repeatedIds(events)]
  if (repeated.length === 0) return []
  const ids = new Set(repeated)
  const count = events.filter(({ eventId }) => eventId !== null && ids.has(eventId)).length
  const short = `${count} events share ${repeated.length === 1 ? 'one ID' : `${repeated.length} IDs`}`
  const named = repeated
    .slice(0, 5)
    .map((eventId) => shortened(eventId, MOST_CHARACTERS))
    .join(', ')
  return [
    {
      short,
      tail: null,
      explanation: [
        `${short}: ${named}${repeated.length > 5 ? ' …' : ''}`,
        'Rows with the same ID are selected together, and each is marked at its left edge.',
      ],
    },
  ]
}

function problemNote({ events }: SearchPage): RowsNote[] {
  const unfit = events.filter(({ problems }) => problems.length > 0)
  if (unfit.length === 0) return []
  const [first] = unfit[0]?.problems ?? []
  const short =
    unfit.length === 1 ? '1 event does not fit the interface' : `${unfit.length} events do not fit the interface`
  return [
    {
      short,
      tail: 'fields are missing or of the wrong type',
      explanation: [
        `${unfit.length} of ${events.length} events lack a field that the interface requires, or have the wrong type in it. For example: ${first?.field} ${first?.message}.`,
        'They are shown as far as possible and marked at their left edge.',
      ],
    },
  ]
}

interface Oddity {
  /** A few words for the bar. */
  short: string
  /** What it means for the reader, in sentences. */
  explanation: string
}

/**
 * What a page's counts say that its request and its rows do not bear out (docs/interface.md 4.2 leaves them open), the one
 * that matters most first.
 */
function answerOddities(request: SearchRequest, page: SearchPage): Oddity[] {
  const all = [tooMany(page), clampedLimit(request, page), otherOffset(request, page), unusableFields(page)]
  return all.filter((oddity) => oddity !== null)
}

function clampedLimit(request: SearchRequest, { limit }: SearchPage): Oddity | null {
  if (limit === null || limit >= request.limit) return null
  return {
    short: `The service gave at most ${limit} a page`,
    explanation: `${request.limit} were requested. Pages advance in steps of ${limit}, so no event is left out.`,
  }
}

function tooMany({ events, sent, limit }: SearchPage): Oddity | null {
  if (limit === null || sent <= limit || sent > events.length) return null
  return {
    short: `${grouped(sent)} events for a limit of ${limit}`,
    explanation: `The service sent more events than the limit it states. All of them are shown; some may appear again on the next page.`,
  }
}

function otherOffset(request: SearchRequest, { offset }: SearchPage): Oddity | null {
  if (offset === null || offset === request.offset) return null
  return {
    short: `The service skipped ${grouped(offset)} events, not ${grouped(request.offset)}`,
    explanation: `These are not the rows that were requested: the service answered with another offset.`,
  }
}

function unusableFields({ problems }: SearchPage): Oddity | null {
  if (problems.length === 0) return null
  return {
    short:
      problems.length === 1
        ? `The answer’s ${problems[0]?.field} cannot be used`
        : 'Parts of the answer cannot be used',
    explanation: problems.map(({ field, message }) => `${field} ${message}.`).join('\n'),
  }
}
