// The event's properties: counted, searchable, each exact.
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { shortened } from '../../ui/excerpt.ts'
import { searchPattern } from '../../ui/text-search.ts'
import { FieldTrouble } from './field-trouble.tsx'
import { findProperties, repeatedNames } from './find-properties.ts'
import styles from './property-list.module.css'
import { PropertyRows } from './property-rows.tsx'
import { SectionHead } from './section-head.tsx'

const QUERY_CHARACTERS = 60

/** What was typed to find stays while stepping from event to event. */
export function PropertyList({ event, scroller }: { event: Event; scroller: HTMLElement | null }) {
  const [query, setQuery] = useState('')
  const pattern = useDeferredValue(useMemo(() => searchPattern(query), [query]))
  const found = useMemo(() => findProperties(event.properties, pattern), [event, pattern])
  const repeated = useMemo(() => repeatedNames(event.properties), [event])
  const total = event.properties.length
  const isMissing = total === 0 && event.problems.some(({ field }) => field === 'event_properties')

  const onKeyDown = (key: KeyboardEvent) => {
    if (key.key !== 'Escape' || query === '') return
    key.stopPropagation()
    setQuery('')
  }

  return (
    <section aria-label="Properties">
      <SectionHead title="Properties" count={pattern === null ? `${total}` : `${found.length} of ${total}`}>
        {(total > 0 || query !== '') && (
          <TextInput
            className={styles.find}
            aria-label="Find property"
            placeholder="Find…"
            value={query}
            onChange={(change) => setQuery(change.currentTarget.value)}
            onKeyDown={onKeyDown}
            leftSection={<IconSearch size={13} stroke={1.75} aria-hidden />}
            rightSection={
              query === '' ? null : <CloseButton size="xs" aria-label="Clear find" onClick={() => setQuery('')} />
            }
          />
        )}
      </SectionHead>
      <FieldTrouble field="event_properties" absent={false} problems={event.problems} />
      {found.length > 0 ? (
        <PropertyRows
          owner={event.eventId ?? event.source}
          label="Properties"
          what="property"
          placed={found}
          repeated={repeated}
          highlight={pattern}
          scroller={scroller}
        />
      ) : (
        !isMissing && (
          <p className={styles.none}>
            {total === 0
              ? 'No properties'
              : `No property has “${shortened(query, QUERY_CHARACTERS)}” in its name or value`}
          </p>
        )
      )}
    </section>
  )
}
