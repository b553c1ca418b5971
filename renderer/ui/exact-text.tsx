// A text of the service's on screen: isolated from its surroundings' direction, its unseen characters shown.
// The DOM holds the exact text (marks are drawn by the style sheet), so that selecting and copying keeps it.
import { Fragment, type ReactNode } from 'react'
import { AMONG_OTHERS, beginning, type Part } from './excerpt.ts'
import { splitAtMatches } from './text-search.ts'
import styles from './values.module.css'
import { visibleRuns } from './visible-characters.ts'

interface ExactTextProps {
  text: string
  /** A pattern of `searchPattern`: its matches are marked. */
  highlight?: RegExp | null
  /** The part to show, the cuts marked by dots; without it a beginning that is short enough to stand among others. */
  part?: Part
}

/** Each becomes an element. */
const MOST_HITS = 200

export function ExactText({ text, highlight = null, part }: ExactTextProps) {
  const { start, end } = part ?? beginning(text, AMONG_OTHERS)
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
  return splitAtMatches(text, highlight, MOST_HITS).map((piece) => {
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
