// The rows of "Values": every field, then every property, commonest first; and the conditions behind each count.
import { EVENT_FIELDS, eventField } from '../../../shared/event/event-fields.ts'
import type { Condition, KeyValue, Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesAnswer } from '../../../shared/snapshot/snapshot-rows.ts'

/** The interface's own name, or the property's. */
export function nameOfKey(key: SnapshotKey): string {
  switch (key.of) {
    case 'field':
      return eventField(key.field).name
    case 'property':
      return key.name
    case 'time':
      return key.every
    default:
      return key satisfies never
  }
}

/** Keys whose name contains the typed text; case does not matter. */
export function listedKeys(names: ValuesAnswer['names'], typed: string): SnapshotKey[] {
  const wanted = typed.trim().toLowerCase()
  const fields = EVENT_FIELDS.map(({ key }): SnapshotKey => ({ of: 'field', field: key }))
  const properties = names.map(({ name }): SnapshotKey => ({ of: 'property', name }))
  const all = [...fields, ...properties]
  return wanted === '' ? all : all.filter((key) => nameOfKey(key).toLowerCase().includes(wanted))
}

/** Undefined: events of any code; null: events without one. */
export type ChosenCode = string | null | undefined

export function scopeOfCode(scope: Scope, code: ChosenCode): Scope {
  if (code === undefined) return scope
  const value: KeyValue | null = code === null ? null : { kind: 'string', text: code }
  return narrowed(scope, { is: 'one-of', key: { of: 'field', field: 'eventCode' }, values: [value], zone: null })
}

/** @param kind one of `COUNTED_KINDS`; "missing": events that do not have the key */
export function scopeOfKind(scope: Scope, key: SnapshotKey, kind: string): Scope {
  return narrowed(scope, kind === 'missing' ? { is: 'missing', key } : ({ is: 'kind', key, kind } as Condition))
}

/** Exactly as sent: `1` and `1.0` are two. */
export function scopeOfValue(scope: Scope, key: SnapshotKey, value: KeyValue): Scope {
  return narrowed(scope, { is: 'one-of', key, values: [value], zone: null })
}

const narrowed = (scope: Scope, condition: Condition): Scope => ({ ...scope, where: [...scope.where, condition] })
