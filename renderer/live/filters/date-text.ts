// The texts of the fields From and To: written from an instant, read back, changed by a pick in the calendar, set by a
// preset.
import { type DateReading, readDateInput } from '../../../shared/time/date-input.ts'
import { type DateWords, type Preset, presetRange, readDateWords } from '../../../shared/time/date-words.ts'
import { formatUtc, inZone, parseInstant } from '../../../shared/time/instant.ts'
import { dayWords, longDayWords } from '../../ui/instant-words.ts'

export type Edge = 'from' | 'to'

export interface DateDraft {
  text: string
  /** The chosen one of two instants, in UTC, where the text is ambiguous in the zone; otherwise ignored. */
  chosen: string | null
}

export const NO_DATE: DateDraft = { text: '', chosen: null }

/** The zones that a form's dates are in. */
export interface Zones {
  /** Times of day are shown in it. */
  zone: string
  /** Whole days, weeks and months are in it: the search's, else the billing zone; `zone` where there is none. */
  days: string
  /** It is the zone that the search was saved or sent in, where `days` is. */
  madeIn?: string | null
}

export interface Clock extends Zones {
  /** RFC 3339 UTC: from it "yesterday" is computed. */
  now: string
}

interface Choice {
  utc: string
  label: string
}

/** A text means this. `understoodAs` reads words back as a date, null where the text is one. */
export type DateMeaning =
  | { kind: 'empty' }
  | { kind: 'instant'; utc: string; understoodAs: string | null }
  /** The user has to choose. */
  | { kind: 'ambiguous'; question: string; choices: readonly [Choice, Choice] }
  | { kind: 'invalid'; message: string }

/** Tells what the field means: as `readText`, with a doubt settled once one of the two is chosen. */
export function readDate(draft: DateDraft, clock: Clock, edge: Edge): DateMeaning {
  const meaning = readText(draft.text, clock, edge)
  if (meaning.kind !== 'ambiguous') return meaning
  const chosen = meaning.choices.find(({ utc }) => utc === draft.chosen)
  return chosen === undefined ? meaning : { kind: 'instant', utc: chosen.utc, understoodAs: null }
}

/** RFC 3339, a date and time of the zone, or a date in words; a day is its start for From, its last instant for To. */
export function readText(text: string, clock: Clock, edge: Edge): DateMeaning {
  const { zone, days } = clock
  const exact = readDateInput(text, EXACT_DAY.test(text) ? days : zone, edge)
  if (exact.kind === 'empty') return exact
  if (exact.kind === 'instant') return { ...exact, understoodAs: null }
  if (exact.kind === 'ambiguous') return doubledHour(exact, zone)
  const words = wordsOf(text, clock)
  // A date in an exact notation has an exact problem, unless its time alone is written otherwise, as 2pm.
  if (words !== null && (words.kind === 'clock' || !STARTS_EXACT.test(text))) return readWords(words, clock, edge)
  return STARTS_EXACT.test(text) ? exact : { kind: 'invalid', message: HOW_TO_WRITE }
}

/** Reads words: whole days, as "yesterday", in the zone of days, all others, as "3 hours ago", in that of times. */
function wordsOf(text: string, { zone, days, now }: Clock): DateWords | null {
  const words = readDateWords(text, days, now)
  return days === zone || words === null || isOfDays(words) ? words : readDateWords(text, zone, now)
}

const isOfDays = (words: DateWords) => words.kind === 'days' || (words.kind === 'either' && words.time === '')

function readWords(words: DateWords, { zone, days }: Zones, edge: Edge): DateMeaning {
  switch (words.kind) {
    case 'days': {
      const day = edge === 'from' ? words.first : words.last
      return understood(
        readDateInput(day, days, edge),
        days,
        `${edge === 'from' ? 'Start' : 'End'} of ${longDayWords(day)}`,
      )
    }
    case 'clock':
      return understood(
        readDateInput(words.text, zone, edge),
        zone,
        `${longDayWords(words.text.slice(0, 10))}, ${words.text.slice(11)}`,
      )
    case 'span':
      return { kind: 'instant', utc: words[edge], understoodAs: edge === 'from' ? 'From then' : 'Until now' }
    case 'moment':
      return { kind: 'instant', utc: words.utc, understoodAs: edge === 'from' ? 'From then' : 'Until then' }
    case 'either':
      return dayOrMonth(words, isOfDays(words) ? days : zone, edge)
    case 'invalid':
      return words
  }
}

function understood(reading: DateReading, zone: string, words: string): DateMeaning {
  if (reading.kind === 'instant') return { ...reading, understoodAs: words }
  return reading.kind === 'ambiguous' ? doubledHour(reading, zone) : reading
}

/** As "02:30 happens twice on 25 Oct. Which one?" */
function doubledHour({ choices: [one, two] }: Extract<DateReading, { kind: 'ambiguous' }>, zone: string): DateMeaning {
  const seen = inZone(one.utc, zone)
  const question =
    seen === null ? 'This time happens twice' : `${shortTime(seen)} happens twice on ${dayWords(seen.date)}`
  return {
    kind: 'ambiguous',
    question: `${question}. Which one?`,
    choices: [
      { utc: one.utc, label: `First (${one.offset})` },
      { utc: two.utc, label: `Second (${two.offset})` },
    ],
  }
}

function dayOrMonth({ choices, time }: Extract<DateWords, { kind: 'either' }>, zone: string, edge: Edge): DateMeaning {
  const [one, two] = choices.map(({ first }) => ({
    label: `${longDayWords(first)}${time && `, ${time}`}`,
    reading: readDateInput(time === '' ? first : `${first} ${time}`, zone, edge),
  }))
  if (one?.reading.kind === 'instant' && two?.reading.kind === 'instant') {
    return {
      kind: 'ambiguous',
      question: 'Which day do you mean?',
      choices: [
        { utc: one.reading.utc, label: one.label },
        { utc: two.reading.utc, label: two.label },
      ],
    }
  }
  return { kind: 'invalid', message: 'Day and month could be either here. Write 3 Nov 2026 or 2026-11-03.' }
}

/** As "2026-11-20", whatever follows. */
const STARTS_EXACT = /^\s*\d{4}-\d{2}-\d{2}/
/** "2026-11-20" alone. */
const EXACT_DAY = /^\s*\d{4}-\d{2}-\d{2}\s*$/
const HOW_TO_WRITE = 'Write 3 Nov, yesterday, 2026-11-20, 2026-11-20 14:52 or 2026-11-20T14:52:57Z.'

/** Whether the text means a whole day, which another zone has too. */
export function isWholeDay({ text }: DateDraft, clock: Clock): boolean {
  return wordsOf(text, clock)?.kind === 'days'
}

/** The shortest text that reads back as this instant: a day, a date and time of the zone, else itself. */
export function writeDate(utc: string, { zone, days }: Zones, edge: Edge): DateDraft {
  const day = inZone(utc, days)
  const time = inZone(utc, zone)
  const readsBack = (text: string, place: string) => {
    const reading = readDateInput(text, place, edge)
    return reading.kind === 'instant' && reading.utc === utc
  }
  if (day !== null && readsBack(day.date, days)) return { text: day.date, chosen: null }
  const text = time === null ? utc : `${time.date} ${shortTime(time)}`
  return { text: readsBack(text, zone) ? text : utc, chosen: null }
}

/** The instant that the field means; undefined while it means none. */
export function utcOf(draft: DateDraft, clock: Clock, edge: Edge): string | undefined {
  const reading = readDate(draft, clock, edge)
  return reading.kind === 'instant' ? reading.utc : undefined
}

/** The day that the calendar shows as picked, `YYYY-MM-DD` in its zone; null while the text means none. */
export function dayOf(draft: DateDraft, clock: Clock, edge: Edge): string | null {
  const zone = isWholeDay(draft, clock) ? clock.days : clock.zone
  const reading = readDate(draft, clock, edge)
  if (reading.kind === 'instant') return inZone(reading.utc, zone)?.date ?? null
  return reading.kind === 'ambiguous' ? (inZone(reading.choices[0].utc, zone)?.date ?? null) : null
}

/** The text after a pick in the calendar: another day, the time of day kept as typed (or as the zone shows it). */
export function withDay(text: string, zone: string, day: string): string {
  const typed = text.trim()
  const seen = inZone(typed, zone)
  if (seen !== null) return `${day} ${shortTime(seen)}`
  return day + (/^\d{4}-\d{2}-\d{2}([Tt ].*)$/.exec(typed)?.[1] ?? '')
}

/** Writes a time without seconds where they are zero. */
function shortTime({ time, fraction }: { time: string; fraction: string }): string {
  return fraction === '' ? time.replace(/^(\d\d:\d\d):00$/, '$1') : time + fraction
}

/** The ranges one click away, as people call them. */
export const PRESET_LABELS: Record<Preset, string> = {
  hour: 'Last hour',
  today: 'Today',
  yesterday: 'Yesterday',
  '7-days': 'Last 7 days',
  'this-month': 'This month',
  'last-month': 'Last month',
}

/**
 * Gives what a preset sets in From and To. Only the last hour rounds now up to a full second: at the end of a day that
 * would give the range of the next one.
 */
export function rangeFrom(preset: Preset, now: string, zone: string): { from: string; to: string } {
  return presetRange(preset, preset === 'hour' ? wholeSecond(now) : now, zone)
}

/** The end of the current second, so that texts stay short: all created until now is in a range to there. */
export function wholeSecond(now: string): string {
  const instant = parseInstant(now)
  if (instant === null) return now
  return formatUtc({ seconds: instant.seconds + Math.sign(instant.nanoseconds), nanoseconds: 0 })
}
