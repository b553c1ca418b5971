// Rows that are not as expected for their connection, found once the first rows are there. Draws nothing.
import { useEffect, useMemo } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { eventJudge } from '../../../shared/shape/judge-event.ts'
import { EXPECTED_SHAPES } from '../../shape/kept-shapes.ts'
import { unexpectedWords } from '../../shape/shape-words.ts'
import { useRemembered } from '../../ui/use-remembered.tsx'

interface ShapeMarksProps {
  connectionId: string
  events: readonly Event[]
  /** Given the words of each event that is not as expected; the same from render to render. */
  onMarks: (marks: ReadonlyMap<Event, string>) => void
}

const NONE: ReadonlyMap<Event, string> = new Map()

/** Of one event: a row has little room. */
const MOST_NAMED = 3

export function ShapeMarks({ connectionId, events, onMarks }: ShapeMarksProps) {
  const [kept] = useRemembered(connectionId, EXPECTED_SHAPES)
  const judge = useMemo(() => (kept === null || kept.text === null ? null : eventJudge(kept.shapes)), [kept])
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
