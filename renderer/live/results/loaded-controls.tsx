// The parts of controls.tsx, in one file of the build. Two of them are tools beside the rows: when the matches were created,
// and what the rows add up to.
import { memo } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { useEventActions } from '../../grid/event-actions.ts'
import { OverTimeButton } from '../over-time/over-time-button.tsx'
import { PageSumsButton } from '../page-totals/totals-button.tsx'
import type { LiveSession } from '../store/live-session.ts'
import { useLiveActions } from './live-actions.ts'

interface SearchToolsProps {
  session: LiveSession
  zone: string
}

export const SearchTools = memo(function SearchTools({ session, zone }: SearchToolsProps) {
  const { search, times, clock } = session
  const live = useLiveActions()
  const { open } = useEventActions()
  return (
    <OverTimeButton search={search} times={times} zone={zone} onFilters={live.search} now={clock.now} onOpen={open} />
  )
})

interface PageSumsProps {
  session: LiveSession
  billingZone: string
  only: readonly Event[] | null
}

export const PageSums = memo(function PageSums({ session, ...rest }: PageSumsProps) {
  return <PageSumsButton search={session.search} connectionId={session.connection.id} {...rest} />
})

export { AnswerSource } from './answer-source.tsx'
export { AutoRefreshMenu } from './auto-refresh-menu.tsx'
export { BarNotes } from './bar-notes.tsx'
export { ExportMenu } from './export-menu.tsx'
export { NoRows } from './no-rows.tsx'
export { ShapeMarks } from './shape-marks.tsx'
