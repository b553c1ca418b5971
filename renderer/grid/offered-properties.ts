// Properties that become columns by default: the numbers that most rows share, which is where the money is.
import { useState } from 'react'
import type { Event } from '../../shared/event/event.ts'
import type { ColumnChoice } from './column-choice.ts'

const OFFERED = 2
/** Names longer than this say too little in a column's head. */
const LONGEST_NAME = 60

/** At most two, each a number in at least half of the events; the commoner first, then the one that comes first. */
export function offeredProperties(events: readonly Event[]): string[] {
  const counts = new Map<string, number>()
  for (const { properties } of events) {
    const met = new Set<string>()
    for (const { name, kind } of properties) {
      if (kind !== 'number' || name.length > LONGEST_NAME || met.has(name)) continue
      met.add(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const shared = [...counts].filter(([, count]) => count * 2 >= events.length)
  return shared
    .sort(([, a], [, b]) => b - a)
    .slice(0, OFFERED)
    .map(([name]) => name)
}

/** Every name once, in the order in which they come. */
export function propertyNames(events: readonly Event[]): string[] {
  const names = new Set<string>()
  for (const { properties } of events) for (const { name } of properties) names.add(name)
  return [...names]
}

/** What columns are offered for: another text is another offer, so that neither paging nor scrolling moves a column. */
export interface ColumnOffer {
  of: string
  /** The first rows that are there. */
  events: readonly Event[]
  /** Offered besides, as the property that rows are sorted by. */
  besides: string | null
}

/** Names of the properties that are columns: the chosen ones, else those on offer; the same array while they are the same. */
export function usePropertyColumns({ properties }: ColumnChoice, { of, events, besides }: ColumnOffer) {
  const [offer, setOffer] = useState<{ of: string | null; names: readonly string[] }>(NO_OFFER)
  let { names } = offer
  if (properties === null && events.length > 0 && offer.of !== of) {
    const found = [...new Set([...offeredProperties(events), ...(besides === null ? [] : [besides])])]
    names = JSON.stringify(found) === JSON.stringify(names) ? names : found
    setOffer({ of, names })
  }
  return properties ?? names
}

const NO_OFFER = { of: null, names: [] }
