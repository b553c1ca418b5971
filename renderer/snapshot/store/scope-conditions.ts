// Conditions of an opened snapshot, made from values on screen, from a search's filters and from rows.
import type { Filters } from '../../../shared/event/event.ts'
import { TEXT_FILTERS } from '../../../shared/event/event-fields.ts'
import { fieldIs, oneOf } from '../../../shared/snapshot/scopes.ts'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { formatUtc, type Instant, parseInstant } from '../../../shared/time/instant.ts'
import type { FilterValue } from '../../grid/filter-by.ts'

/** Exactly this value, as it was sent. */
export function conditionOf(value: FilterValue): Condition {
  if (value.kind === 'field') return fieldIs(value.field, [value.text])
  const { name, kind, text } = value.property
  return oneOf({ of: 'property', name }, [{ kind, text }])
}

/** Whether it has this very condition; one that means the same but is written differently does not count. */
export function isInScope({ where }: Scope, condition: Condition): boolean {
  return where.some((one) => sameCondition(one, condition))
}

/** Adds the condition, or removes it where it is present. */
export function toggledScope(scope: Scope, condition: Condition): Scope {
  const others = scope.where.filter((one) => !sameCondition(one, condition))
  return { ...scope, where: others.length < scope.where.length ? others : [...others, condition] }
}

/**
 * Takes out the condition at this place. A finding, which names its rows or shapes that do not fit, is shown whole: its
 * condition came with events that miss the search's own filters (`misses`), and they go with the last such condition.
 */
export function scopeWithout({ where, misses }: Scope, at: number): Scope {
  const left = where.toSpliced(at, 1)
  const wasLastFinding = where.slice(at, at + 1).some(isFinding) && !left.some(isFinding)
  return { where: left, misses: misses && !wasLastFinding }
}

/** Takes out all conditions, with the same outcome as one by one. */
export const scopeWithoutConditions = ({ where, misses }: Scope): Scope => ({
  where: [],
  misses: misses && !where.some(isFinding),
})

const isFinding = ({ is }: Condition) => is === 'rows' || is === 'misfit'

const sameCondition = (a: Condition, b: Condition) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** A search's filters as conditions; To is inclusive. */
export function conditionsOfFilters(filters: Filters): Condition[] {
  const { eventType, createdAtFrom, createdAtTo, propertyFilters } = filters
  const fields = TEXT_FILTERS.flatMap(({ key }): Condition[] => {
    const text = filters[key]
    return text === undefined ? [] : [conditionOf({ kind: 'field', field: key, text })]
  })
  const type = eventType === undefined ? [] : [conditionOf({ kind: 'field', field: 'eventType', text: eventType })]
  const until = createdAtTo === undefined ? null : parseInstant(createdAtTo)
  const range: Condition[] =
    createdAtFrom === undefined && until === null
      ? []
      : [{ is: 'created', from: createdAtFrom ?? null, until: until && formatUtc(nanosecondAfter(until)) }]
  const properties = propertyFilters.map(({ name, kind, text }): Condition => {
    const key = { of: 'property', name } as const
    return kind === 'number' ? { is: 'number', key, number: text } : oneOf(key, [{ kind, text }])
  })
  return [...fields, ...type, ...range, ...properties]
}

function nanosecondAfter({ seconds, nanoseconds }: Instant): Instant {
  return nanoseconds === 999_999_999
    ? { seconds: seconds + 1, nanoseconds: 0 }
    : { seconds, nanoseconds: nanoseconds + 1 }
}

/** Events named by their rows. It ignores the filters that are set, as a finding is shown whole. */
export const scopeOfRows = (rows: readonly number[]): Scope => ({
  where: [{ is: 'rows', rows: [...rows] }],
  misses: true,
})
