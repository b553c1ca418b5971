// "Totals": what all matches add up to. Computed from the page where its rows are all of them; otherwise from a snapshot
// that is taken first, whose cost shows on hover and focus.
import { Button, Popover, Tooltip } from '@mantine/core'
import { IconSum } from '@tabler/icons-react'
import { lazy, memo, Suspense, useSyncExternalStore } from 'react'
import { isWholeAnswer } from '../../../shared/paging.ts'
import styles from '../../ui/tool-button.module.css'
import { usePopover } from '../../ui/use-popover.ts'
import type { PageTotalsProps } from './page-totals-panel.tsx'

const Panel = lazy(() =>
  import('./page-totals-panel.tsx').then(({ PageTotalsPanel }) => ({ default: PageTotalsPanel })),
)

interface TotalsButtonProps extends PageTotalsProps {
  /** The cost of a snapshot, in words. */
  cost: string
  /** Why none can be taken; null where one can. */
  unavailable: string | null
  onTake: () => void
}

export const TotalsButton = memo(function TotalsButton(props: TotalsButtonProps) {
  const { search, connectionId, cost, unavailable, onTake } = props
  const { popover, button, dropdown } = usePopover()
  const isWhole = useSyncExternalStore(search.subscribe, () => isAllOnPage(search))
  const words = isWhole
    ? 'Adds up the rows of this page: they are all that match'
    : (unavailable ?? `Takes a snapshot on its way. ${cost}`)
  const isOpen = popover.opened && isWhole
  const why = isWhole ? null : unavailable
  return (
    <Popover position="bottom-end" trapFocus {...popover} opened={isOpen}>
      <Tooltip label={words} disabled={isOpen} events={{ hover: true, focus: true, touch: false }}>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconSum size={15} stroke={1.7} />}
            classNames={{ label: styles.label ?? '', section: styles.section ?? '' }}
            aria-label="Totals"
            aria-description={words}
            aria-disabled={why !== null || undefined}
            data-disabled={why !== null}
            {...button}
            onClick={isWhole ? button.onClick : () => why === null && onTake()}
          >
            Totals
          </Button>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown p={0} maw="calc(100vw - 24px)" {...dropdown}>
        {isOpen ? (
          <Suspense fallback={null}>
            <Panel search={search} connectionId={connectionId} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
})

function isAllOnPage(search: PageTotalsProps['search']): boolean {
  const { shown } = search.state()
  return shown !== null && shown.answer.page.events.length > 0 && isWholeAnswer(shown.request, shown.answer.page)
}
