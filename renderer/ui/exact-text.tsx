// A text of the service's on screen: isolated from its surroundings' direction, its unseen characters shown.
// The DOM holds the exact text (marks are drawn by the style sheet), so that selecting and copying keeps it.
import { Fragment, type ReactNode } from 'react'
import styles from './exact-text.module.css'
import { splitAtMatches } from './text-search.ts'
import { visibleRuns } from './visible-characters.ts'

interface ExactTextProps {
  text: string
  /** A pattern of `searchPattern`: its matches are marked. */
  highlight?: RegExp | null
  /** Offsets of the part to show, the cuts marked by dots; without it the whole. */
  part?: { start: number; end: number }
}

export function ExactText({ text, highlight = null, part }: ExactTextProps) {
  const { start, end } = part ?? { start: 0, end: text.length }
  const [cutBefore, cutAfter] = [start > 0, end < text.length]
  let offset = 0
  return (
    <bdi className={styles.text}>
      {cutBefore && <span className={styles.cut} />}
      {visibleRuns(text.slice(start, end), cutBefore, cutAfter).map((run) => {
        const key = offset
        offset += run.text.length
        if (run.mark === null) return <Fragment key={key}>{plain(run.text, highlight)}</Fragment>
        return (
          <span key={key} className={styles[run.mark]} data-shown={run.shown} title={run.name}>
            {run.text}
          </span>
        )
      })}
      {cutAfter && <span className={styles.cut} />}
    </bdi>
  )
}

function plain(text: string, highlight: RegExp | null): ReactNode {
  if (highlight === null) return text
  let offset = 0
  return splitAtMatches(text, highlight).map((piece) => {
    const key = offset
    offset += piece.text.length
    return piece.hit ? (
      <mark key={key} className={styles.hit}>
        {piece.text}
      </mark>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    )
  })
}
