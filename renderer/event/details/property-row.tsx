// One name and value: exact, wrapped, with its type in a word and a button that copies it.
import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import type { Property } from '../../../shared/event/event.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { Badge } from '../../ui/badge.tsx'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import values from '../../ui/exact-text.module.css'
import { ExactText, PropertyValue } from '../../ui/exact-text.tsx'
import {
  ALL_THAT_IS_DRAWN,
  AMONG_OTHERS,
  beginning,
  betweenPairs,
  excerpt,
  firstMatch,
  ONE_LINE,
  type Part,
  shortened,
} from '../../ui/excerpt.ts'
import { ValueOffers } from './detail-actions.tsx'
import pane from './detail-pane.module.css'
import { CollapseButton } from './json-text.tsx'
import styles from './property-list.module.css'

/** Longer values are collapsed. */
const COLLAPSE_ABOVE = { ...AMONG_OTHERS, characters: 600 }
/** Longer values, and those with longer names, get the whole width, below their name. */
const LONGEST_VALUE_BESIDE = 120
export const LONGEST_NAME_BESIDE = 20

export interface PropertyRowProps {
  property: Property
  index: number
  /** The copy button is named by it: "Copy property amount". */
  what: 'property' | 'field'
  /** It tells which of how many it is, when several have that name. */
  repeat: { nth: number; of: number } | null
  /** A pattern of `searchPattern`. */
  highlight: RegExp | null
  /** Whether a long value is shown to its end. */
  whole: boolean
  onWhole: (index: number, whole: boolean) => void
}

export const PropertyRow = memo(function PropertyRow(props: PropertyRowProps) {
  const { property, what, repeat, highlight } = props
  const { name, text } = property
  return (
    <div className={`${pane.line} ${styles.row}`} data-long={longPart(property)}>
      <div className={`${common.dim} ${common.wrapped} ${styles.rowName}`}>
        {name === '' ? (
          <Empty what="empty name" />
        ) : (
          <ExactText text={name} highlight={highlight} part={beginning(name, ONE_LINE)} />
        )}
        {repeat !== null && (
          <Badge wraps tone="warning" title="This name occurs more than once. Most programs keep only the last value.">
            duplicate, {repeat.nth} of {repeat.of}
          </Badge>
        )}
      </div>
      <div className={`${common.small} ${common.wrapped} ${styles.value}`}>
        {text === '' ? <Empty what="empty" /> : <Value {...props} />}
        {!text.isWellFormed() && property.raw !== undefined && (
          <p className={styles.note}>
            Broken Unicode, sent as <code>"{shortened(property.raw, AMONG_OTHERS.characters)}"</code>
          </p>
        )}
      </div>
      <Kind property={property} />
      <div className={`${pane.tools} ${styles.tools}`}>
        {what === 'property' && <ValueOffers value={{ kind: 'property', property }} />}
        <CopyButton
          text={text}
          label={`Copy ${what} ${shortened(name, ONE_LINE.characters)}${repeat ? ` (${repeat.nth} of ${repeat.of})` : ''}`}
        />
      </div>
    </div>
  )
})

function longPart({ name, text }: Property): 'value' | 'name' | undefined {
  if (text.length > LONGEST_VALUE_BESIDE || text.includes('\n')) return 'value'
  return name.length > LONGEST_NAME_BESIDE ? 'name' : undefined
}

function Empty({ what }: { what: string }) {
  return <span className={values.none} data-words={what} />
}

function Value({ property, index, highlight, whole, onWhole }: PropertyRowProps) {
  const { text } = property
  const short = beginning(text, COLLAPSE_ABOVE)
  if (short.end === text.length) return <PropertyValue property={property} highlight={highlight} part={short} />
  const part = whole ? beginning(text, ALL_THAT_IS_DRAWN) : excerptAround(text, highlight)
  const count = charactersIn(text)
  return (
    <>
      <PropertyValue property={property} highlight={highlight} part={part} />
      {whole && part.end < text.length && (
        <p className={styles.note}>
          The first {charactersIn(text.slice(0, part.end))} of {count}. More could freeze the window; copying takes the
          whole value.
        </p>
      )}
      <CollapseButton whole={whole} showAll={moreWords(text, count)} onWhole={(next) => onWhole(index, next)} />
    </>
  )
}

/** Contains the match, or else the text's beginning. */
function excerptAround(text: string, highlight: RegExp | null): Part {
  const around = highlight === null ? -1 : firstMatch(text, highlight)
  const { start, end } = excerpt(text, AMONG_OTHERS.characters, around)
  return { start, end: start + beginning(text.slice(start, end), AMONG_OTHERS).end }
}

function moreWords(text: string, count: string): string {
  const isAllDrawn = beginning(text, ALL_THAT_IS_DRAWN).end === text.length
  return isAllDrawn ? `Show all ${count}` : `Show more of ${count}`
}

const charactersIn = (text: string) => countWords(countCharacters(text), 'character')

/** A sign where it is no string, which the value's colour says as well; the word is for who sees neither. */
function Kind({ property }: { property: Property }) {
  const { word, sign } = kindOf(property)
  return (
    <span className={`${common.faint} ${styles.kind}`} data-sign={sign} title={sign === '' ? undefined : word}>
      <VisuallyHidden component="span">{word}</VisuallyHidden>
    </span>
  )
}

function kindOf({ kind, text }: Property): { word: string; sign: string } {
  switch (kind) {
    case 'string':
      return { word: 'string', sign: '' }
    case 'number':
      return { word: 'number', sign: '#' }
    case 'boolean':
      return { word: 'boolean', sign: 't/f' }
    case 'null':
      return { word: 'null', sign: '∅' }
    case 'json':
      return text.startsWith('[') ? { word: 'array', sign: '[ ]' } : { word: 'object', sign: '{ }' }
  }
}

/** Unicode characters, so that an emoji outside the first plane counts as one. */
export function countCharacters(text: string): number {
  // Each surrogate pair is one character of two units.
  let count = text.length
  let at = 0
  while (at < text.length) {
    const end = betweenPairs(text, Math.min(text.length, at + AT_ONCE))
    count -= text.slice(at, end).match(PAIRS)?.length ?? 0
    at = end
  }
  return count
}

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g
/** So many UTF-16 units are searched for pairs in one go: a text of 32 MiB may be nothing else. */
const AT_ONCE = 65_536
