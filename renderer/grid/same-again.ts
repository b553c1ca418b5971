// Whether a row looks like the event in the details again, and by what, in a few words for its mark.
import { type Event, eventKey, type Property } from '../../shared/event/event.ts'
import { waitWords } from '../../shared/time/duration-words.ts'
import { type Instant, parseInstant } from '../../shared/time/instant.ts'
import { isIdempotencyName, isRequestName } from '../../shared/worth/property-meanings.ts'
import { shortened } from '../ui/excerpt.ts'

/**
 * "2 s earlier, same idempotency_key", or "same time, all the same but its ID": `other` beside `event`. Null where it
 * does not look like the same event. Names of requests may differ where all else is the same: each sending has its own.
 */
export function sameAgain(event: Event, other: Event): string | null {
  if (eventKey(event) === eventKey(other)) return null
  const key = sharedKey(event, other)
  const at = event.createdAt === null ? null : parseInstant(event.createdAt)
  const otherAt = other.createdAt === null ? null : parseInstant(other.createdAt)
  if (key !== null)
    return [at && otherAt && betweenWords(at, otherAt), `same ${shortened(key, NAME_CHARACTERS)}`]
      .filter(Boolean)
      .join(', ')
  if (at === null || otherAt === null || millisecondsBetween(at, otherAt) !== 0) return null
  return isAlike(event, other) ? 'same time, all the same but its ID' : null
}

const NAME_CHARACTERS = 60

/** Said of one event. */
const MOST_SAID = 3

/** "Looks like event evt_1 again: 2 s later, same idempotency_key.": the first three rows that it looks like. */
export function againReasons(event: Event, among: readonly Event[]): string[] {
  const reasons: string[] = []
  for (const one of among) {
    const words = sameAgain(one, event)
    if (words === null) continue
    const name = one.eventId === null ? NO_ID : `event ${shortened(one.eventId, NAME_CHARACTERS)}`
    if (reasons.push(`Looks like ${name} again: ${words}.`) === MOST_SAID) break
  }
  return reasons
}

/** The name under which both have one idempotency key. */
function sharedKey(event: Event, other: Event): string | null {
  const keys = event.properties.filter(({ name, text }) => text !== '' && isIdempotencyName(name))
  return keys.find((key) => other.properties.some((one) => isSame(one, key)))?.name ?? null
}

function isAlike(event: Event, other: Event): boolean {
  if (event.customerId !== other.customerId || event.eventCode !== other.eventCode) return false
  if (event.eventType !== other.eventType) return false
  const [own, others] = [event, other].map(({ properties }) => properties.filter(({ name }) => !isRequestName(name)))
  const texts = (properties: readonly Property[] = []) =>
    properties.map(({ name, kind, text }) => JSON.stringify([name, kind, text])).sort()
  return own?.length === others?.length && texts(own).join() === texts(others).join()
}

const isSame = (one: Property, other: Property) =>
  one.name === other.name && one.kind === other.kind && one.text === other.text

function betweenWords(at: Instant, other: Instant): string {
  const ms = millisecondsBetween(at, other)
  return ms === 0 ? 'same time' : `${waitWords(Math.abs(ms))} ${ms < 0 ? 'earlier' : 'later'}`
}

const millisecondsBetween = (at: Instant, other: Instant) =>
  (other.seconds - at.seconds) * 1_000 + (other.nanoseconds - at.nanoseconds) / 1e6

/** This is what a row is called that has none. */
export const NO_ID = 'an event without an ID'

/** Why a row is marked that the search should not have found. */
export const missesWords = (filter: string): string => `Does not match the filter ${filter}.`
