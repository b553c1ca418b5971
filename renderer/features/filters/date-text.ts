// The texts of the fields From and To: written from an instant, read back, and changed by a pick in the calendar.
import { type DateReading, inZone, readDateInput } from '../../../shared/instant.ts'

export type Edge = 'from' | 'to'

export interface DateDraft {
  text: string
  /** Which of the two instants is meant, in UTC, where the clock of the zone shows the text twice; else of no effect. */
  chosen: string | null
}

/** What the field means in the zone: as `readDateInput`, with a doubled hour settled once one of the two is chosen. */
export function readDate(draft: DateDraft, zone: string, edge: Edge): DateReading {
  const reading = readDateInput(draft.text, zone, edge)
  if (reading.kind !== 'ambiguous') return reading
  const chosen = reading.choices.find(({ utc }) => utc === draft.chosen)
  return chosen === undefined ? reading : { kind: 'instant', utc: chosen.utc }
}

/** The shortest text that reads back as exactly this instant: a day, a date and time of the zone, else the instant itself. */
export function writeDate(utc: string, zone: string, edge: Edge): DateDraft {
  const seen = inZone(utc, zone)
  const texts = seen === null ? [] : [seen.date, `${seen.date} ${shortTime(seen)}`]
  const text = texts.find((candidate) => {
    const reading = readDateInput(candidate, zone, edge)
    return reading.kind === 'instant' && reading.utc === utc
  })
  return { text: text ?? utc, chosen: null }
}

/** The instant that the field means; undefined while it means none. */
export function utcOf(draft: DateDraft, zone: string, edge: Edge): string | undefined {
  const reading = readDate(draft, zone, edge)
  return reading.kind === 'instant' ? reading.utc : undefined
}

/** The day that the calendar shows as picked, `YYYY-MM-DD` in the zone; null while the text means none. */
export function dayOf(draft: DateDraft, zone: string, edge: Edge): string | null {
  const reading = readDate(draft, zone, edge)
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

/** Without seconds that are none. */
export function shortTime({ time, fraction }: { time: string; fraction: string }): string {
  return fraction === '' ? time.replace(/^(\d\d:\d\d):00$/, '$1') : time + fraction
}
