// Fields that the interface does not name: shown all the same, in a section of their own.
import { useMemo } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { findProperties, repeatedNames } from './find-properties.ts'
import { PropertyRows } from './property-rows.tsx'
import { SectionHead } from './section-head.tsx'

export function ExtraFields({ event, scroller }: { event: Event; scroller: HTMLElement | null }) {
  const placed = useMemo(() => findProperties(event.extra, null), [event])
  const repeated = useMemo(() => repeatedNames(event.extra), [event])
  if (placed.length === 0) return null
  return (
    <section aria-label="Other fields">
      <SectionHead title="Other fields" count={`${placed.length}`} hint="not part of the interface" />
      <PropertyRows
        owner={event.eventId ?? event.source}
        label="Other fields"
        what="field"
        placed={placed}
        repeated={repeated}
        highlight={null}
        scroller={scroller}
      />
    </section>
  )
}
