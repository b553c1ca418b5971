// How an event is asked for by its id.

/**
 * The path of docs/interface.md 4.1 below the base URL, the id as one encoded segment. Ids that no segment can carry are to
 * be searched for with the event_id filter: `.` and `..` (URLs resolve them away), the empty one, lone surrogates.
 */
export function eventPath(eventId: string): { kind: 'path'; path: string } | { kind: 'search' } {
  if (/^\.{0,2}$/.test(eventId) || !eventId.isWellFormed()) return { kind: 'search' }
  return { kind: 'path', path: `/v1/events/${encodeURIComponent(eventId)}` }
}
