// The sides of a comparison in words, and what stands below every table that is copied from it.

import { EVENT_FIELDS, eventField, KEYS_BY_NAME } from '../../../shared/event/event-fields.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { EventPart } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { periodDays } from '../../../shared/snapshot/snapshot-periods.ts'
import { rangeRead } from '../../../shared/snapshot/snapshot-range.ts'
import { isProved, OF_WHAT_WAS_READ, verdictName, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { datesWords } from '../changes/changes-words.ts'
import { readInShort } from '../figures/read-at.ts'
import { snapshotSource } from '../figures/snapshot-source.ts'
import type { ComparedSides } from '../store/compared-snapshots.ts'

/** "October 2026", "cus_bluefin", "New billing", "October, read 1 Nov 2026 08:01": what tells sides apart. */
export function sideNames({ here, there, isOfOneConnection, isOfOneRange }: ComparedSides) {
  const periods = isOfOneRange ? null : both(periodName(here), periodName(there))
  const customers = both(here.search.customerId ?? null, there.search.customerId ?? null)
  const connections = isOfOneConnection ? null : both(here.connection.name, there.connection.name)
  const names = connections ?? periods ?? customers ?? both(here.name, there.name)
  // Copies have it as well, so that no day is "today".
  const readName = (side: SnapshotSummary) => `${side.name}, ${readInShort(side, side.range.zone, '')}`
  return {
    here: shortened(names?.[0] ?? readName(here), 60),
    there: shortened(names?.[1] ?? readName(there), 60),
  }
}

const both = (here: string | null, there: string | null): [string, string] | null =>
  here === null || there === null || here === there ? null : [here, there]

/** "October 2026", "4 Nov to 6 Nov 2026", in the snapshot's zone; null where the range has no beginning or end. */
export const periodName = (snapshot: SnapshotSummary): string | null =>
  datesWords(rangeRead(snapshot), snapshot.range.zone)

/** Why figures are only "of what was read"; null where all events of both sides were read. */
export function incompleteWords(sides: Pick<ComparedSides, 'here' | 'there'>): string | null {
  const incomplete = [sides.here, sides.there].flatMap(({ name, status }) => {
    const verdict = verdictOf({ status })
    return isProved(verdict) ? [] : [`“${shortened(name, 80)}” is “${verdictName(verdict)}”`]
  })
  return incomplete.length === 0 ? null : `${OF_WHAT_WAS_READ} ${incomplete.join(', and ')}.`
}

/** That one side is longer than the other, or is not over; null where they are of one length and over. */
export function lengthWords(sides: ComparedSides): string | null {
  const { here, there } = sides
  const names = sideNames(sides)
  const [ofHere, ofThere] = [periodDays(here), periodDays(there)]
  const isUnequal = ofHere !== null && ofThere !== null && ofHere.milliseconds !== ofThere.milliseconds
  const running = [there, here].flatMap((side) =>
    isSoFar(side) ? [`${periodName(side) ?? side.name} is not over.`] : [],
  )
  const words = [
    ...(isUnequal ? [`Unequal lengths: ${names.there} ${ofThere.words}, ${names.here} ${ofHere.words}.`] : []),
    ...running,
  ]
  return words.length === 0 ? null : words.join(' ')
}

/** Whether its range had not ended when it was read. */
export const isSoFar = ({ status }: SnapshotSummary): boolean => status.state === 'finished' && status.verdict.soFar

/** People read it so; a property that is named like a field says that it is one. */
export const partLabel = (part: EventPart): string =>
  part.of === 'field' ? eventField(part.field).label : propertyLabel(part.name)

const TAKEN: ReadonlySet<string> = new Set(EVENT_FIELDS.map(({ label }) => label))
const propertyLabel = (name: string) => (name === '' ? '(no name)' : TAKEN.has(name) ? `${name} (property)` : name)

const PROPERTY = 'event_properties.'

/** Labels a field by the name that it is sent under: "Customer ID", "amount". */
export function fieldLabel(field: string): string {
  if (field.startsWith(PROPERTY)) return propertyLabel(field.slice(PROPERTY.length))
  const key = KEYS_BY_NAME.get(field)
  return key === undefined ? field : eventField(key).label
}

/** The lines under a copied table: both snapshots, each with its verdict. @param events null: not known */
export function sidesSource(
  sides: ComparedSides,
  scope: Scope,
  events: { here: number | null; there: number | null },
): CopiedSource {
  const incomplete = incompleteWords(sides)
  const length = lengthWords(sides)
  const names = sideNames(sides)
  return [
    ...snapshotSource(sides.here, { scope, events: events.here }),
    ...snapshotSource(sides.there, { scope, events: events.there }).map(
      ([name, words]) => [`${names.there}: ${name}`, words] as const,
    ),
    ...(incomplete === null ? [] : [['Not all events read', incomplete] as const]),
    ...(length === null ? [] : [['Length', length] as const]),
  ]
}
