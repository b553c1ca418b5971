// "Sums" below the rows: what these rows alone add up to. Its panel is loaded when first opened.
import { Popover } from '@mantine/core'
import { lazy, memo, Suspense } from 'react'
import { LinkButton } from '../../ui/link-button.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { usePopover } from '../../ui/use-popover.ts'
import type { PageTotalsProps } from './page-totals-panel.tsx'

const Panel = lazy(() =>
  import('./page-totals-panel.tsx').then(({ PageTotalsPanel }) => ({ default: PageTotalsPanel })),
)

export const PageSumsButton = memo(function PageSumsButton(props: PageTotalsProps) {
  const { popover, button, dropdown } = usePopover()
  return (
    // In a portal, because the footer clips its overflow.
    <Popover position="top-start" trapFocus {...popover} withinPortal>
      <Popover.Target>
        <LinkButton tone="dim" quiet aria-label="Sums of these rows" {...button}>
          Sums
        </LinkButton>
      </Popover.Target>
      <Popover.Dropdown ref={takeFocus} p={0} maw="calc(100vw - 24px)" {...dropdown}>
        {popover.opened ? (
          <Suspense fallback={null}>
            <Panel {...props} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
})
