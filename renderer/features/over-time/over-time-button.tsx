// The button "Over time"; its panel is loaded when first opened.
import { Button, Popover, Tooltip } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { lazy, memo, Suspense, useSyncExternalStore } from 'react'
import styles from '../../ui/tool-button.module.css'
import { usePopover } from '../../ui/use-popover.ts'
import type { OverTimePanelProps } from './over-time-panel.tsx'
import { whyNoTimes } from './time-offer.ts'

const Panel = lazy(() => import('./over-time-panel.tsx').then(({ OverTimePanel }) => ({ default: OverTimePanel })))

export const OverTimeButton = memo(function OverTimeButton(props: OverTimePanelProps) {
  const { search, onFilters, onOpen } = props
  const { popover, button, dropdown, closeToButton } = usePopover()
  // A string, which stays the same while paging: then nothing is rendered again.
  const why = useSyncExternalStore(search.subscribe, () => whyNoTimes(search.state().shown))
  const isOpen = popover.opened && why === null
  return (
    <Popover position="bottom-end" width={440} trapFocus {...popover} opened={isOpen}>
      <Tooltip
        label={why ?? 'When it began and ended, and how it lies between'}
        disabled={isOpen}
        events={{ hover: true, focus: true, touch: false }}
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconChartBar size={15} stroke={1.7} />}
            classNames={{ label: styles.wideLabel ?? '', section: styles.wideSection ?? '' }}
            aria-label="Over time"
            aria-description={why ?? undefined}
            aria-disabled={why !== null || undefined}
            data-disabled={why !== null}
            {...button}
            onClick={why === null ? button.onClick : undefined}
          >
            Over time
          </Button>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown p={0} {...dropdown}>
        {isOpen ? (
          <Suspense fallback={null}>
            <Panel
              {...props}
              onFilters={(filters) => {
                closeToButton()
                onFilters(filters)
              }}
              onOpen={(event) => {
                popover.onChange(false)
                onOpen(event)
              }}
            />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
})
