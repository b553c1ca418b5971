// What the questions about time ask of a service: passed in, so that requests are paced, noted and cancelled elsewhere.
import type { Event } from '../../../shared/event/event.ts'
import type { Result } from '../../../shared/failure/failure.ts'

/** The applied filters between two instants, as RFC 3339 in UTC; null: that side is open. */
export type AskBetween = (
  from: string | null,
  to: string | null,
  limit: number,
) => Promise<Result<{ events: Event[]; total: number | null }>>
