// The rows of a grid: all loaded, or of a long list those loaded so far.
import type { Event } from '../../shared/event/event.ts'

export interface GridEvents {
  count: number
  /** By index on screen, from 0. Null: not loaded yet. */
  at: (row: number) => Event | null
}

export const allThere = (events: readonly Event[]): GridEvents => ({
  count: events.length,
  at: (row) => events[row] ?? null,
})
