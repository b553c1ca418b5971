// A property's value coloured by its kind; without colour, quotes or a label beside it show the kind.
import type { ReactNode } from 'react'
import type { Property } from '../../shared/event/event.ts'
import { ExactText } from './exact-text.tsx'
import { AMONG_OTHERS, beginning, ONE_LINE, type Part } from './excerpt.ts'
import styles from './values.module.css'

/** Printable ASCII without spaces at its ends has nothing unseen and one direction: in a table, half the elements less. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

interface PropertyValueProps {
  property: Property
  /** For one-line places such as a table cell: strings are between quotes and long values are cut. */
  quoted?: boolean
  /** A pattern of `searchPattern`: its matches are marked. */
  highlight?: RegExp | null
  /** The part to show; without it a beginning that is short enough to stand among others (one line, when quoted). */
  part?: Part
}

export function PropertyValue({ property, quoted = false, highlight = null, part }: PropertyValueProps) {
  const { kind, text } = property
  const plain = quoted && highlight === null && part === undefined ? plainValue(property) : null
  if (plain !== null) return plain
  const shown = part ?? beginning(text, quoted ? ONE_LINE : AMONG_OTHERS)
  const quote = quoted && kind === 'string' ? '"' : ''
  return (
    <span className={styles[kind]}>
      {quote}
      <ExactText text={text} highlight={highlight} part={shown} />
      {quote}
    </span>
  )
}

/** As `PropertyValue` with `quoted`: mostly without a component, for rows that hold hundreds of them. */
export function quotedValue(property: Property): ReactNode {
  return plainValue(property) ?? <PropertyValue property={property} quoted />
}

/** Null where more than its text is to be shown. */
function plainValue({ kind, text }: Property): ReactNode {
  if (text.length > ONE_LINE.characters || !PLAIN.test(text)) return null
  return <span className={styles[kind]}>{kind === 'string' ? `"${text}"` : text}</span>
}
