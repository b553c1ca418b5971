// The button "Over time"; its panel is loaded when first opened.
import { IconChartBar } from '@tabler/icons-react'
import { lazy, memo, useSyncExternalStore } from 'react'
import { ToolPopover } from '../../ui/tool-popover.tsx'
import type { OverTimePanelProps } from './over-time-panel.tsx'
import { whyNoTimes } from './time-offer.ts'

const Panel = lazy(() => import('./over-time-panel.tsx').then(({ OverTimePanel }) => ({ default: OverTimePanel })))

export const OverTimeButton = memo(function OverTimeButton(props: OverTimePanelProps) {
  const { search, onFilters, onOpen } = props
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
        <Panel
          {...props}
          onFilters={(filters) => {
            closeToButton()
            onFilters(filters)
          }}
          onOpen={(event) => {
            close()
            onOpen(event)
          }}
        />
      )}
    </ToolPopover>
  )
})
