// The details of an event of the live page, with why its row is marked among those on screen.
import { useMemo } from 'react'
import { DetailPane, type DetailPaneProps } from '../event/details/detail-pane.tsx'
import { rowReasons } from '../live/results/row-reasons.ts'
import type { ShownRows } from '../live/store/search-state.ts'

interface LiveDetailsProps extends Omit<DetailPaneProps, 'reasons'> {
  shown: ShownRows | null
}

export function LiveDetails({ shown, ...pane }: LiveDetailsProps) {
  const { view } = pane
  const reasons = useMemo(
    () =>
      view.state === 'event' && shown !== null
        ? rowReasons(view.event, shown.answer.page.events, shown.request.filters)
        : NO_REASONS,
    [view, shown],
  )
  return <DetailPane {...pane} reasons={reasons} />
}

const NO_REASONS: readonly string[] = []
