// What the one box does while a snapshot is open: it looks there, and leaves it only where an offer says so.
import type { Condition, Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { FindSources } from '../find/offer.ts'
import { NO_FILTERS } from '../live/store/filters-meaning.ts'
import { conditionsOfFilters } from '../snapshot/store/scope-conditions.ts'
import { FIRST_VIEW } from '../snapshot/store/snapshot-view.ts'

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
    showIds: (ids) => showEvents({ where: [ofIds(ids)], misses: true }),
  }
}

const ofIds = (ids: readonly string[]): Condition => ({
  is: 'one-of',
  key: { of: 'field', field: 'eventId' },
  values: ids.map((text) => ({ kind: 'string', text })),
  zone: null,
})

const isOfIds = (condition: Condition) =>
  condition.is === 'one-of' && condition.key.of === 'field' && condition.key.field === 'eventId'

/** Both choose by the same field: no event would fulfil two of them. */
function isOfSame(one: Condition, another: Condition): boolean {
  if (one.is !== another.is) return false
  return !('key' in one && 'key' in another) || JSON.stringify(one.key) === JSON.stringify(another.key)
}
