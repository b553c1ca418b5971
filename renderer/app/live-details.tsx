// The details of an event of the live page, with why its row is marked among those on screen.
import { useMemo } from 'react'
import { eventJudge } from '../../shared/shape/judge-event.ts'
import { DetailPane, type DetailPaneProps } from '../event/details/detail-pane.tsx'
import { rowReasons } from '../live/results/row-reasons.ts'
import type { ShownRows } from '../live/store/search-state.ts'
import { EXPECTED_SHAPES } from '../shape/kept-shapes.ts'
import { unexpectedWords } from '../shape/shape-words.ts'
import { useRemembered } from '../ui/use-remembered.tsx'

interface LiveDetailsProps extends Omit<DetailPaneProps, 'reasons'> {
  shown: ShownRows | null
}

/** The rest is in "Checks" of a snapshot. */
const MOST_UNEXPECTED = 20

export function LiveDetails({ shown, ...pane }: LiveDetailsProps) {
  const { view, connection } = pane
  const [kept] = useRemembered(connection.id, EXPECTED_SHAPES)
  const judge = useMemo(() => (kept === null || kept.text === null ? null : eventJudge(kept.shapes)), [kept])
  const reasons = useMemo(() => {
    if (view.state !== 'event') return NO_REASONS
    const { event } = view
    const unexpected = judge === null ? [] : judge(event).slice(0, MOST_UNEXPECTED)
    return [
      ...(shown === null ? [] : rowReasons(event, shown.answer.page.events, shown.request.filters)),
      ...unexpected.map((part) => `Unexpected shape: ${unexpectedWords(part)}.`),
    ]
  }, [view, shown, judge])
  return <DetailPane {...pane} reasons={reasons} />
}

const NO_REASONS: readonly string[] = []
