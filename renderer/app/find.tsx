// The one box of an open connection, wired to everything it can offer.
import { notifications } from '@mantine/notifications'
import { type RefObject, useCallback } from 'react'
import { fieldIs } from '../../shared/snapshot/scopes.ts'
import type { Condition, Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { DetailSession } from '../event/store/detail-session.ts'
import { FindBox } from '../find/find-box.tsx'
import type { FindSources } from '../find/offers.ts'
import { focusGrid } from '../grid/events-grid.tsx'
import { NO_FILTERS } from '../live/store/filters-meaning.ts'
import { FIRST_VIEW, type OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import { conditionsOfFilters } from '../snapshot/store/scope-conditions.ts'
import { namesByConnection } from '../ui/names-by-connection.ts'
import { type InspectorNow, inspectorCommands } from './inspector-commands.ts'
import type { ShownLink } from './link/shown-link.ts'

interface Offered extends InspectorNow {
  opened: OpenedSnapshot
  showLink: ShownLink['show']
}

interface FindProps {
  field: RefObject<HTMLInputElement | null>
  mac: boolean
  /** The page as it is at the moment of typing. */
  latest: RefObject<Offered>
}

export function Find({ field, mac, latest }: FindProps) {
  const sources = useCallback(() => findSources(latest.current), [latest])
  return <FindBox field={field} mac={mac} sources={sources} onRows={focusGrid} />
}

function findSources(props: Offered): FindSources {
  const { session, settings, live, openers, changeSettings } = props
  const { seen, details } = session
  const state = props.opened.state()
  const isLive = state.kind === 'live'
  const sources: FindSources = {
    commands: inspectorCommands(props, isLive ? null : props.opened.backToLive),
    seen,
    names: namesByConnection.getState()[props.current.id] ?? new Map(),
    applied: session.search.state().shown?.request.filters ?? NO_FILTERS,
    search: live.search,
    findEvent: (exact, cleaned) => findEvent({ details, onCleaned: notifyCleaned }, exact, cleaned),
    findEvents: (ids, leftOut) => openers.lookUp({ ids, leftOut }),
    searches: session.searches.state(),
    connections: props.connections,
    current: props.current,
    goTo: props.goTo,
    zone: settings.zone,
    days: props.current.billingZone ?? settings.zone,
    now: session.clock.now(),
    chooseZone: (zone) => changeSettings({ zone }),
    showLink: props.showLink,
    showIds: null,
  }
  return state.kind === 'open' ? findInSnapshot(sources, state.scope, props.opened.showEvents) : sources
}

/** Says that the event on screen is not of the ID as it was pasted, but of the one within it. */
function notifyCleaned(exact: string, cleaned: string): void {
  notifications.show({
    message: `No event has the ID ${short(exact)}. This is ${short(cleaned)}.`,
    autoClose: 6_000,
    role: 'status',
  })
}

/** Enough to know it by. */
const short = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}”`

// This is what the one box does while a snapshot is open: it looks there, and leaves it only where an offer says so.

/** @param scope what holds in the snapshot now */
export function findInSnapshot(sources: FindSources, scope: Scope, showEvents: (scope: Scope) => void): FindSources {
  return {
    ...sources,
    applied: NO_FILTERS,
    search(filters) {
      const asked = conditionsOfFilters(filters)
      // Events found by their IDs are few: those of a customer or a day are not looked for among them.
      const { where, misses } = scope.where.some(isOfIds) ? FIRST_VIEW.scope : scope
      const others = where.filter((one) => !asked.some((another) => isOfSame(one, another)))
      showEvents({ where: [...others, ...asked], misses })
    },
    // Conditions do not hide what is looked for by its ID.
    showIds: (ids) => showEvents({ where: [fieldIs('eventId', ids)], misses: true }),
  }
}

const isOfIds = (condition: Condition) =>
  condition.is === 'one-of' && !condition.not && condition.key.of === 'field' && condition.key.field === 'eventId'

/** Whether both choose by the same field, or are of a kind that has none: no event would fulfil two of them. */
function isOfSame(one: Condition, another: Condition): boolean {
  if (one.is !== another.is) return false
  return !('key' in one && 'key' in another) || JSON.stringify(one.key) === JSON.stringify(another.key)
}

// An event by what was pasted: exactly that first, and what it says within its quotes only where there is no such
// event.

interface FindEventEffects {
  details: Pick<DetailSession, 'find' | 'view' | 'subscribe'>
  /** Nothing has the exact text as its ID, so the cleaned one was looked up. */
  onCleaned: (exact: string, cleaned: string) => void
}

/** Whatever is opened meanwhile, by anybody, ends the waiting for the exact one's answer. */
export function findEvent({ details, onCleaned }: FindEventEffects, exact: string, cleaned: string | null): void {
  details.find(exact)
  if (cleaned === null) return
  const stop = details.subscribe(look)
  look()

  function look() {
    const view = details.view()
    const isAwaited = view?.state === 'loading' && view.eventId === exact
    if (isAwaited) return
    stop()
    // It was found, or something else is shown by now.
    if (view?.state !== 'failure' || view.eventId !== exact || cleaned === null) return
    // Any other failure does not say that there is no such event.
    if (view.failure.kind !== 'not-found' && view.failure.kind !== 'rejected') return
    onCleaned(exact, cleaned)
    details.find(cleaned)
  }
}
