// The lines under every table that is copied from a comparison: both snapshots, each with its verdict.
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { type CopiedSource, snapshotSource } from '../figures/snapshot-source.ts'
import type { ComparedSides } from '../store/compared-sides.ts'
import { incompleteWords } from './comparison-words.ts'

/** @param events null: not known */
export function sidesSource(
  sides: ComparedSides,
  scope: Scope,
  events: { here: number | null; there: number | null },
): CopiedSource {
  const incomplete = incompleteWords(sides)
  return [
    ...snapshotSource(sides.here, { scope, events: events.here }),
    ...snapshotSource(sides.there, { scope, events: events.there }).map(
      ([name, words]) => [`There: ${name}`, words] as const,
    ),
    ...(incomplete === null ? [] : [['Not complete', incomplete] as const]),
  ]
}
