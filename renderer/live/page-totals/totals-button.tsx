// "Totals": what all matches add up to. Computed from the page where its rows are all of them; otherwise from a snapshot
// that is taken first, whose cost shows on hover and focus.
import { IconSum } from '@tabler/icons-react'
import { lazy, memo, useSyncExternalStore } from 'react'
import { isWholeAnswer } from '../../../shared/search/paging.ts'
import { ToolPopover } from '../../ui/tool-popover.tsx'
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
  const isWhole = useSyncExternalStore(search.subscribe, () => isAllOnPage(search))
  const words = isWhole
    ? 'Adds up this page, which has all matches'
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
      {() => <Panel search={search} connectionId={connectionId} />}
    </ToolPopover>
  )
})

function isAllOnPage(search: PageTotalsProps['search']): boolean {
  const { shown } = search.state()
  return shown !== null && shown.answer.page.events.length > 0 && isWholeAnswer(shown.request, shown.answer.page)
}
