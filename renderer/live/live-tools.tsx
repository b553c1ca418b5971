// Tools beside the rows: when the matches were created, and what the rows add up to.
import { memo } from 'react'
import type { Filters } from '../../shared/event/event.ts'
import type { ConnectionSession } from '../app/connection-session.ts'
import { OverTimeButton } from './over-time/over-time-button.tsx'
import { PageSumsButton } from './page-totals/page-sums-button.tsx'

interface SearchToolsProps {
  session: ConnectionSession
  zone: string
  onFilters: (filters: Filters) => void
}

export const SearchTools = memo(function SearchTools({ session, zone, onFilters }: SearchToolsProps) {
  const { search, times, clock, details } = session
  return (
    <OverTimeButton
      search={search}
      times={times}
      zone={zone}
      onFilters={onFilters}
      now={clock.now}
      onOpen={details.open}
    />
  )
})

export const PageSums = memo(function PageSums({ session }: Pick<SearchToolsProps, 'session'>) {
  return <PageSumsButton search={session.search} connectionId={session.connection.id} />
})
