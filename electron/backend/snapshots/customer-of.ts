import { parseEventText } from '../../../shared/search/search-page.ts'

/** The customer of an event's exact text, or null where it names none. */
export function customerOf(source: string): string | null {
  const event = parseEventText(source)
  return event.ok ? event.event.customerId : null
}
