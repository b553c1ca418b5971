// These stand around the rows, in one file of the build. Two of them are tools beside the rows: when the matches were
// created, and what the rows add up to.
import { Popover } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { lazy, memo, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { useEventActions } from '../../grid/event-panes.tsx'
import { useEventJudge } from '../../shape/kept-shapes.ts'
import { unexpectedWords } from '../../shape/shape-words.ts'
import { takeFocus } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ToolPopover, useCommandTarget, usePopover } from '../../ui/tool-popover.tsx'
import { whyNoTimes } from '../over-time/time-offer.ts'
import type { LiveSession } from '../store/live-session.ts'
import { PAGE_TOTALS, useLiveActions } from './live-actions.ts'

export { AutoRefreshMenu } from './auto-refresh-menu.tsx'
export { AnswerSource, BarNotes } from './bar-notes.tsx'
export { ExportMenu } from './export-menu.tsx'
export { NoRows } from './no-rows.tsx'

const OverTimePanel = lazy(() =>
  import('../over-time/over-time-panel.tsx').then((part) => ({ default: part.OverTimePanel })),
)

interface SearchToolsProps {
  session: LiveSession
  zone: string
  /** Days are counted in it. */
  days: string
}

/** The button "Over time"; its panel is loaded when first opened. */
export const SearchTools = memo(function SearchTools({ session, zone, days }: SearchToolsProps) {
  const { search, times, clock } = session
  const live = useLiveActions()
  const { open } = useEventActions()
  // A string, which stays the same while paging: then nothing is rendered again.
  const why = useSyncExternalStore(search.subscribe, () => whyNoTimes(search.state().shown))
  return (
    <ToolPopover
      name="Over time"
      icon={IconChartBar}
      yields="early"
      width={440}
      hint={why ?? 'The first and the last event, and how many in between'}
      description={why ?? undefined}
      isUnavailable={why !== null}
    >
      {({ close, closeToButton }) => (
        <OverTimePanel
          search={search}
          times={times}
          zone={zone}
          days={days}
          now={clock.now}
          onFilters={(filters) => {
            closeToButton()
            live.search(filters)
          }}
          onOpen={(event) => {
            close()
            open(event)
          }}
        />
      )}
    </ToolPopover>
  )
})

const PageTotalsPanel = lazy(() =>
  import('../page-totals/page-totals-panel.tsx').then((part) => ({ default: part.PageTotalsPanel })),
)

interface PageSumsProps {
  session: LiveSession
  billingZone: string
  only: readonly Event[] | null
}

/** They stand below the rows: what these rows alone add up to. Its panel is loaded when first opened. */
export const PageSums = memo(function PageSums({ session, billingZone, only }: PageSumsProps) {
  const { popover, button, dropdown } = usePopover()
  useCommandTarget(PAGE_TOTALS, button.ref, popover.opened ? null : button.onClick)
  return (
    // It is in a portal, because the footer clips its overflow.
    <Popover position="top-start" trapFocus {...popover} withinPortal>
      <Popover.Target>
        <LinkButton tone="dim" quiet {...button}>
          {PAGE_TOTALS}
        </LinkButton>
      </Popover.Target>
      {/* What is higher than the window above its button is scrolled. */}
      <Popover.Dropdown
        ref={takeFocus}
        p={0}
        maw="calc(100vw - 24px)"
        mah="calc(100dvh - 56px)"
        style={{ overflow: 'auto' }}
        {...dropdown}
      >
        {popover.opened ? (
          <Suspense fallback={null}>
            <PageTotalsPanel
              search={session.search}
              connectionId={session.connection.id}
              billingZone={billingZone}
              only={only}
            />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
})

interface ShapeMarksProps {
  connectionId: string
  events: readonly Event[]
  /** Given the words of each event that is not as expected; the same from render to render. */
  onMarks: (marks: ReadonlyMap<Event, string>) => void
}

const NONE: ReadonlyMap<Event, string> = new Map()

/** One event names so many: a row has little room. */
const MOST_NAMED = 3

/** Rows that are not as expected for their connection, found once the first rows are there. Draws nothing. */
export function ShapeMarks({ connectionId, events, onMarks }: ShapeMarksProps) {
  const judge = useEventJudge(connectionId)
  useEffect(() => {
    if (judge === null) return onMarks(NONE)
    const marks = new Map<Event, string>()
    for (const event of events) {
      const found = judge(event)
      if (found.length === 0) continue
      const more = found.length > MOST_NAMED ? [`${found.length - MOST_NAMED} more that is not expected`] : []
      marks.set(event, [...found.slice(0, MOST_NAMED).map(unexpectedWords), ...more].join('; '))
    }
    onMarks(marks)
  }, [judge, events, onMarks])
  return null
}
