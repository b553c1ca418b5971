// Everything that belongs to one opening of a connection: its live page, its open event and its place, joined.
import type { Connection } from '../../shared/connection/connection.ts'
import { createEventSession, type EventSession } from '../event/store/event-session.ts'
import { createEventWatch } from '../event/store/event-watch.ts'
import { createLiveSession, type LiveSession, type LiveSessionEffects } from '../live/store/live-session.ts'
import type { Place } from '../live/store/place.ts'
import { createPlaceSession, type PlaceSession } from './place-session.ts'

export interface ConnectionSession extends LiveSession, EventSession {
  place: PlaceSession
  /** Continues with the same connection after an edit. */
  adopt: (connection: Connection) => void
  /** Writes now what waits to be written: the window may be closing. */
  keep: () => void
  /** Starts, and returns how to stop everything that is under way. */
  start: () => () => void
}

export interface ConnectionSessionEffects extends Omit<LiveSessionEffects, 'onSent'> {
  /** Where the first search leads; null: where the connection was left. */
  arrival: Place | null
}

export function createConnectionSession(
  { arrival, ...effects }: ConnectionSessionEffects,
  connection: Connection,
  epoch: number,
): ConnectionSession {
  const { bridge, now, later } = effects
  const { id: connectionId, baseUrl } = connection
  const watch = createEventWatch(bridge, connection)
  const { live, ...running } = createLiveSession({ ...effects, onSent: watch.compare }, connection, epoch)
  const { search, columns } = live
  const { details } = createEventSession({ bridge, watch, live, now, later }, connection)
  const place = createPlaceSession({ bridge, connectionId, baseUrl, search, details, columns, later, arrival })
  return {
    ...live,
    details,
    watch,
    place,
    adopt(next) {
      for (const part of [running, details, watch]) part.adopt(next)
    },
    keep() {
      for (const part of [place, running]) part.keep()
    },
    start() {
      const stop = running.start(place.start)
      return () => {
        place.close()
        details.close()
        stop()
      }
    },
  }
}
