// A property's value in a column of its own: numbers with their points below one another, texts as they were sent. A text
// that could be taken for a number is between quotes, and one that is named twice says so.
import type { CSSProperties, ReactNode } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { isJsonNumber } from '../../shared/exact/exact-number.ts'
import { ExactText } from '../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../ui/excerpt.ts'
import { fractionLength, MOST_PLACES, namedValue } from './cell-text.ts'
import styles from './events-grid.module.css'
import { PRINTABLE } from './fitting-properties.ts'
import type { GridColumn } from './grid-columns.ts'

/** Room behind a number whose fraction is this much shorter than the longest, as far as the column has it. */
const BEHIND: CSSProperties[] = Array.from({ length: MOST_PLACES + 1 }, (_, signs) => ({ paddingRight: `${signs}ch` }))

/** Null if the event has no such property; "2 values" if it has the name twice. */
export function propertyCell(
  event: Event,
  { name, places, figures }: Extract<GridColumn, { builtIn: null }>,
): ReactNode {
  const value = namedValue(event, name)
  if (value === null) return null
  const { property, times } = value
  const { kind, text } = property
  if (times > 1) return <span className={styles.missing}>{times} values</span>
  if (kind === 'number') {
    const shown = shortened(text, ONE_LINE.characters)
    const behind = Math.max(0, Math.min(places - fractionLength(text), figures - text.length))
    // Another number, or another place, is another node: its figures would count as shifted.
    return (
      <span key={`${behind} ${shown}`} className={styles.number} style={BEHIND[behind]}>
        {shown}
      </span>
    )
  }
  if (kind === 'string') return <span className={styles.string}>{quotedWhereUnclear(text)}</span>
  return <span className={styles[kind]}>{cut(text)}</span>
}

/** A text that reads like another kind of value, or like nothing at all. */
const UNCLEAR = /^(?:true|false|null|\s.*|.*\s|)$/s

function quotedWhereUnclear(text: string): ReactNode {
  if (text.length > ONE_LINE.characters || !(UNCLEAR.test(text) || isJsonNumber(text))) return cut(text)
  return <>"{cut(text)}"</>
}

function cut(text: string): ReactNode {
  const part = beginning(text, ONE_LINE)
  const shown = text.slice(0, part.end)
  if (!PRINTABLE.test(shown)) return <ExactText text={text} part={part} />
  return part.end < text.length ? `${shown}…` : shown
}
