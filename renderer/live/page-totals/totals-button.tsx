// "Totals of this page", below the rows.
import { Popover } from '@mantine/core'
import { lazy, memo, Suspense } from 'react'
import { takeFocus } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useCommandTarget, usePopover } from '../../ui/tool-popover.tsx'
import type { PageTotalsProps } from './page-totals-panel.tsx'

const Panel = lazy(() =>
  import('./page-totals-panel.tsx').then(({ PageTotalsPanel }) => ({ default: PageTotalsPanel })),
)

const NAME = 'Totals of this page'

/** Below the rows: what these rows alone add up to. Its panel is loaded when first opened. */
export const PageSumsButton = memo(function PageSumsButton(props: PageTotalsProps) {
  const { popover, button, dropdown } = usePopover()
  useCommandTarget(NAME, button.ref, popover.opened ? null : button.onClick)
  return (
    // In a portal, because the footer clips its overflow.
    <Popover position="top-start" trapFocus {...popover} withinPortal>
      <Popover.Target>
        <LinkButton tone="dim" quiet {...button}>
          {NAME}
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
