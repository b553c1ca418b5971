// The page's address: a fragment, which is sent to no server. It holds the place in a connection, and the snapshot that
// covers it.
import { type Place, type PlaceReading, placeParams, readPlace } from '../live/store/place.ts'
import { readView, type SnapshotPlace, VIEW_NAMES, viewParams } from '../snapshot/store/snapshot-view.ts'

export interface PageAddress {
  connectionId: string | null
  snapshot: SnapshotPlace | null
  reading: PlaceReading
}

/** "#connection=c1&customer_id=cus_bluefin&limit=50"; an open snapshot and its view come before the place. */
export function addressOf(connectionId: string, place: Place, snapshot: SnapshotPlace | null): string {
  const ids = { connection: connectionId, ...(snapshot === null ? {} : { snapshot: snapshot.id }) }
  const parts = [
    new URLSearchParams(ids),
    ...(snapshot === null ? [] : [viewParams(snapshot.view)]),
    placeParams(place),
  ]
  return `#${parts.filter(({ size }) => size > 0).join('&')}`
}

/** Null where the fragment is empty or a launch link. */
export function readAddress(fragment: string): PageAddress | null {
  const text = fragment.replace(/^#/, '')
  if (text === '' || text.startsWith('launch=')) return null
  const params = new URLSearchParams(text)
  const id = params.get('snapshot') || null
  const problems: string[] = []
  const snapshot = id === null ? null : { id, view: readView(params, problems) }
  const reading = readPlace(params, ['connection', 'snapshot', ...VIEW_NAMES])
  return {
    connectionId: params.get('connection'),
    snapshot,
    reading: problems.length === 0 ? reading : { ok: false, problems },
  }
}
