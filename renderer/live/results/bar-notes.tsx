// This is what the reader should know about the rows: the first thing as a chip in the bar, the others behind a second
// one; explanations are one click away. The footer says how old they are.
import { Popover, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { AnswerInfo, Filters, SearchPage, SearchRequest } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { mismatchSummary } from '../../../shared/search/matches.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import { ageWords, sizeWords } from '../../ui/age-and-size-words.ts'
import { BEFORE_IT_STOPPED, useBackendAbsence } from '../../ui/backend-presence.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { clockWords } from '../../ui/instant-words.ts'
import { ChipButton } from '../../ui/link-button.tsx'
import { usePopover } from '../../ui/tool-popover.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { ShownRows } from '../store/search-session.ts'
import styles from './results-bar.module.css'
import { repeatedIds } from './row-marks.ts'

/** The most important one comes first. */
export function BarNotes({ shown }: { shown: ShownRows }) {
  const [first, ...others] = useMemo(() => rowsNotes(shown.request, shown.answer.page), [shown])
  if (first === undefined) return null
  return (
    <div className={styles.notes}>
      <Chip notes={[first]}>
        <IconAlertTriangle size={13} stroke={2} aria-hidden />
        <span>
          {first.short}
          {first.tail === null ? null : <span className={styles.tail}>; {first.tail}</span>}
        </span>
      </Chip>
      {others.length === 0 ? null : (
        <Chip notes={others}>
          +{others.length} more<VisuallyHidden>: {others.map(({ short }) => short).join('; ')}</VisuallyHidden>
        </Chip>
      )}
    </div>
  )
}

function Chip({ notes, children }: { notes: readonly RowsNote[]; children: ReactNode }) {
  const { popover, button, dropdown } = usePopover()
  return (
    <Popover position="bottom-start" width={340} {...popover}>
      <Popover.Target>
        <ChipButton isWarning {...button}>
          {children}
        </ChipButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.explanation ?? ''} {...dropdown}>
        {notes.map(({ short, explanation }) => (
          <section key={short}>
            {explanation.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

interface RowsNote {
  /** A few words for the bar. */
  short: string
  /** The rest of the sentence, where the bar has no room for it. */
  tail: string | null
  /** It says what it means, a sentence or two a line. */
  explanation: string[]
}

/** Names and values are cut there in a sentence. */
const MOST_CHARACTERS = 200

/**
 * Tells what the reader should know about a page as a whole, the most important first: the service is checked, not
 * believed. The last four are counts that its request and its rows do not bear out (docs/interface.md 4.2 leaves them
 * open).
 */
export function rowsNotes(request: SearchRequest, page: SearchPage): RowsNote[] {
  const all = [
    cutNote(request, page),
    mismatchNote(page, request.filters),
    eventsNote(page),
    tooManyNote(page),
    clampedLimitNote(request, page),
    otherOffsetNote(request, page),
    unusableFieldsNote(page),
  ]
  return all.filter((note) => note !== null)
}

const noteOf = (short: string, tail: string | null, explanation: string): RowsNote => ({
  short,
  tail,
  explanation: [tail === null ? `${short}.` : `${short}; ${tail}.`, explanation],
})

function cutNote({ limit }: SearchRequest, { events, sent }: SearchPage): RowsNote | null {
  if (sent <= events.length) return null
  return noteOf(
    `The service sent ${grouped(sent)} events for a limit of ${limit}`,
    `the first ${grouped(events.length)} are shown`,
    'The others were left out to keep this window fast. The next page starts after the last row shown.',
  )
}

function mismatchNote({ events }: SearchPage, filters: Filters): RowsNote | null {
  const { count, of, names } = mismatchSummary(events, filters)
  if (count === 0) return null
  const applied = filterWords(filters).filter(({ name }) => names.includes(name))
  const [only] = applied
  const all = applied.length === 1 && only ? `${only.name} = ${only.value}` : names.join(', ')
  return noteOf(
    `${count} of ${of} ${count === 1 ? 'does' : 'do'} not match ${shortened(all, MOST_CHARACTERS)}`,
    isRangeAlone(filters) ? 'the service may compare dates less exactly' : 'the service may combine filters with OR',
    'Each row was checked against the applied filters. Rows that do not match are marked at their left edge.',
  )
}

/** From and To are one filter: there is nothing to combine it with. */
function isRangeAlone({ createdAtFrom: _from, createdAtTo: _to, propertyFilters, ...others }: Filters): boolean {
  return propertyFilters.length === 0 && Object.values(others).every((value) => value === undefined)
}

/** Says what is wrong with events themselves: one kind of it in its own words, both as the number of events. */
function eventsNote(page: SearchPage): RowsNote | null {
  const [repetition, mismatch] = [repetitionNote(page), unfitNote(page)]
  if (repetition === null || mismatch === null) return repetition ?? mismatch
  const repeated = repeatedIds(page.events)
  const count = page.events.filter(
    (event) => event.problems.length > 0 || (event.eventId !== null && repeated.has(event.eventId)),
  ).length
  return {
    short: `${grouped(count)} events with problems`,
    tail: null,
    explanation: [...repetition.explanation, ...mismatch.explanation],
  }
}

function repetitionNote({ events }: SearchPage): RowsNote | null {
  const repeated = repeatedIds(events)
  if (repeated.size === 0) return null
  const count = events.filter(({ eventId }) => eventId !== null && repeated.has(eventId)).length
  const short = `${count} events share ${repeated.size === 1 ? 'one ID' : `${repeated.size} IDs`}`
  const named = [...repeated].slice(0, 5).map((eventId) => shortened(eventId, MOST_CHARACTERS))
  return {
    short,
    tail: null,
    explanation: [
      `${short}: ${named.join(', ')}${repeated.size > 5 ? ' …' : ''}`,
      'Rows with the same ID are selected together, and each is marked at its left edge.',
    ],
  }
}

function unfitNote({ events }: SearchPage): RowsNote | null {
  const unfit = events.filter(({ problems }) => problems.length > 0)
  if (unfit.length === 0) return null
  const [first] = unfit[0]?.problems ?? []
  return {
    short:
      unfit.length === 1 ? '1 event does not fit the interface' : `${unfit.length} events do not fit the interface`,
    tail: 'fields are missing or of the wrong type',
    explanation: [
      `${unfit.length} of ${events.length} events lack a field that the interface requires, or have the wrong type in it. For example: ${first?.field} ${first?.message}.`,
      'They are shown as far as possible and marked at their left edge.',
    ],
  }
}

function tooManyNote({ events, sent, limit }: SearchPage): RowsNote | null {
  if (limit === null || sent <= limit || sent > events.length) return null
  return noteOf(
    `${grouped(sent)} events for a limit of ${limit}`,
    null,
    'The service sent more events than the limit it states. All of them are shown; some may appear again on the next page.',
  )
}

function clampedLimitNote(request: SearchRequest, { limit }: SearchPage): RowsNote | null {
  if (limit === null || limit >= request.limit) return null
  return noteOf(
    `The service gave at most ${limit} a page`,
    null,
    `${request.limit} were requested. Pages advance in steps of ${limit}, so no event is left out.`,
  )
}

function otherOffsetNote(request: SearchRequest, { offset }: SearchPage): RowsNote | null {
  if (offset === null || offset === request.offset) return null
  return noteOf(
    `The service skipped ${countWords(offset, 'event')}, not ${grouped(request.offset)}`,
    null,
    'These are not the rows that were requested: the service answered with another offset.',
  )
}

function unusableFieldsNote({ problems }: SearchPage): RowsNote | null {
  if (problems.length === 0) return null
  return noteOf(
    problems.length === 1 ? `The answer’s ${problems[0]?.field} cannot be used` : 'Parts of the answer cannot be used',
    null,
    problems.map(({ field, message }) => `${field} ${message}.`).join('\n'),
  )
}

// How old the rows are, in the footer; where they came from and how long that took is in its tooltip.

interface AnswerSourceProps {
  shown: ShownRows
  zone: string
}

export function AnswerSource({ shown: { answer, fromCache }, zone }: AnswerSourceProps) {
  const now = useNow(30_000)
  const isGone = useBackendAbsence() !== null
  return (
    <span className={styles.source} title={sourceWords(answer.info, fromCache, zone, now)}>
      {updatedWords(answer.info, fromCache, isGone ? null : now)}
    </span>
  )
}

/**
 * Writes "Updated just now", or "Updated 3 min ago, from the cache". `nowMs` is this machine's clock; null: Eventscope
 * has stopped, and an age would be read as that of a window that goes on.
 */
export function updatedWords({ receivedAt }: AnswerInfo, fromCache: boolean, nowMs: number | null): string {
  const age = nowMs === null ? BEFORE_IT_STOPPED : ageWords(receivedAt, nowMs)
  return `Updated ${age}${fromCache ? ', from the cache' : ''}`
}

/** Writes "From the service at 14:57 UTC: 142 ms, 2 attempts, 12 kB. Activity has the request". */
export function sourceWords(info: AnswerInfo, fromCache: boolean, zone: string, nowMs: number): string {
  const at = clockWords(info.receivedAt, zone, new Date(nowMs).toISOString())
  const attempts = info.attempts > 1 ? `, ${info.attempts} attempts` : ''
  const took = `${tookWords(info.durationMs)}${attempts}, ${sizeWords(info.bytes)}`
  return fromCache
    ? `Kept on this computer since the service sent it at ${at}`
    : `From the service at ${at}: ${took}. Activity has the request`
}
