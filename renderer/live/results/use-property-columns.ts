// Which properties are columns: those that were chosen, else those that are offered. An offer lasts as long as the search
// does, so that no page of it moves a column.
import { useMemo, useState } from 'react'
import type { ColumnChoice } from '../../grid/column-choice.ts'
import { offeredProperties } from '../../grid/offered-properties.ts'
import type { ShownRows } from '../store/search-state.ts'

/** Names; the same array as long as they are the same. */
export function usePropertyColumns(choice: ColumnChoice, shown: ShownRows | null): readonly string[] {
  const filters = shown?.request.filters ?? null
  const events = shown?.answer.page.events ?? NONE
  const [offer, setOffer] = useState<{ filters: string | null; names: readonly string[] }>(NO_OFFER)
  const asked = useMemo(() => JSON.stringify(filters), [filters])
  let names = offer.names
  if (choice.properties === null && events.length > 0 && offer.filters !== asked) {
    const found = offeredProperties(events)
    names = JSON.stringify(found) === JSON.stringify(names) ? names : found
    setOffer({ filters: asked, names })
  }
  return choice.properties ?? names
}

const NONE: never[] = []
const NO_OFFER = { filters: null, names: NONE }
