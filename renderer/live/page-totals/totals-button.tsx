// "Totals": what all matches add up to. Computed from the page where its rows are all of them; otherwise from a snapshot
// that is taken first, whose cost shows on hover and focus.
import { Popover } from '@mantine/core'
import { IconSum } from '@tabler/icons-react'
import { lazy, memo, Suspense, useSyncExternalStore } from 'react'
import { isWholeAnswer } from '../../../shared/search/paging.ts'
import { takeFocus } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ToolPopover, useCommandTarget, usePopover } from '../../ui/tool-popover.tsx'
import type { PageTotalsProps } from './page-totals-panel.tsx'

const Panel = lazy(() =>
  import('./page-totals-panel.tsx').then(({ PageTotalsPanel }) => ({ default: PageTotalsPanel })),
)

interface TotalsButtonProps extends Omit<PageTotalsProps, 'only'> {
  /** The cost of a snapshot, in words. */
  cost: string
  /** Why none can be taken; null where one can. */
  unavailable: string | null
  onTake: () => void
}

export const TotalsButton = memo(function TotalsButton(props: TotalsButtonProps) {
  const { search, connectionId, billingZone, cost, unavailable, onTake } = props
  const isWhole = useSyncExternalStore(search.subscribe, () => isAllOnPage(search))
  const words = isWhole
    ? 'Adds up this page, which has all matches by the service’s count'
    : (unavailable ?? `Takes a snapshot first. ${cost}`)
  return (
    <ToolPopover
      name="Totals"
      icon={IconSum}
      hint={words}
      description={words}
      isUnavailable={!isWhole && unavailable !== null}
      onPress={isWhole ? undefined : onTake}
    >
      {() => <Panel search={search} connectionId={connectionId} billingZone={billingZone} only={null} />}
    </ToolPopover>
  )
})

function isAllOnPage(search: PageTotalsProps['search']): boolean {
  const { shown } = search.state()
  return shown !== null && shown.answer.page.events.length > 0 && isWholeAnswer(shown.request, shown.answer.page)
}

const SUMS = 'Sums of these rows'

/** "Sums" below the rows: what these rows alone add up to. Its panel is loaded when first opened. */
export const PageSumsButton = memo(function PageSumsButton(props: PageTotalsProps) {
  const { popover, button, dropdown } = usePopover()
  useCommandTarget(SUMS, button.ref, popover.opened ? null : button.onClick)
  return (
    // In a portal, because the footer clips its overflow.
    <Popover position="top-start" trapFocus {...popover} withinPortal>
      <Popover.Target>
        <LinkButton tone="dim" quiet aria-label={SUMS} {...button}>
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
