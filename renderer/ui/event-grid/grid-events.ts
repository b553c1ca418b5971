// The rows of a grid as it draws them: all there, or of a long list those that have come.
import type { Event } from '../../../shared/event.ts'

export interface GridEvents {
  count: number
  /** As it stands on screen, from 0. Null: it has not come yet. */
  at: (row: number) => Event | null
}

export const allThere = (events: readonly Event[]): GridEvents => ({
  count: events.length,
  at: (row) => events[row] ?? null,
})
