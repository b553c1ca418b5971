// Which properties are columns of a snapshot's rows.
import { useMemo, useState } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import type { ColumnChoice, Sorting } from '../../grid/column-choice.ts'
import { propertyOf } from '../../grid/event-columns.ts'
import { offeredProperties } from '../../grid/offered-properties.ts'

/** The chosen properties, else those that the first rows share and the sorted one; scrolling moves no column. */
export function useOfferedProperties(choice: ColumnChoice, sample: readonly Event[], sort: Sorting): readonly string[] {
  const [offered, setOffered] = useState<readonly string[] | null>(null)
  if (offered === null && sample.length > 0) {
    const sorted = sort === null ? null : propertyOf(sort.column)
    setOffered([...new Set([...offeredProperties(sample), ...(sorted === null ? [] : [sorted])])])
  }
  return useMemo(() => choice.properties ?? offered ?? [], [choice.properties, offered])
}
