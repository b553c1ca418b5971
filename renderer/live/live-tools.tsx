// Tools beside the rows: when the matches were created, and what the rows add up to.
import { memo } from 'react'
import type { Event, Filters } from '../../shared/event/event.ts'
import { OverTimeButton } from './over-time/over-time-button.tsx'
import { PageSumsButton } from './page-totals/page-sums-button.tsx'
import type { LiveSession } from './store/live-session.ts'

interface SearchToolsProps {
  session: LiveSession
  zone: string
  onFilters: (filters: Filters) => void
  onOpen: (event: Event) => void
}

export const SearchTools = memo(function SearchTools({ session, zone, onFilters, onOpen }: SearchToolsProps) {
  const { search, times, clock } = session
  return (
    <OverTimeButton search={search} times={times} zone={zone} onFilters={onFilters} now={clock.now} onOpen={onOpen} />
  )
})

export const PageSums = memo(function PageSums({ session }: Pick<SearchToolsProps, 'session'>) {
  return <PageSumsButton search={session.search} connectionId={session.connection.id} />
})
