// What the service sent, as it stands on the screen: texts, names and values of properties, event types and instants.
import { Fragment, type ReactNode } from 'react'
import type { Property } from '../../shared/event/event.ts'
import { inZone } from '../../shared/time/instant.ts'
import styles from './exact-text.module.css'
import { AMONG_OTHERS, beginning, ONE_LINE, type Part, shortened } from './excerpt.ts'
import { splitAtMatches } from './text-search.ts'
import { visibleRuns } from './visible-characters.ts'

interface ExactTextProps {
  text: string
  /** A pattern of `searchPattern`: its matches are marked. */
  highlight?: RegExp | null
  /** The part to show, the cuts marked by dots; without it a beginning that is short enough to stand among others. */
  part?: Part
}

/** Each match becomes an element. */
const MOST_MATCHES = 200

/**
 * Isolated from its surroundings' direction, its unseen characters shown. The DOM holds the exact text (marks are drawn
 * by the style sheet), so that selecting and copying keeps it.
 */
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
        if (run.mark === null) return <Fragment key={key}>{withMarks(run.text, highlight)}</Fragment>
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

function withMarks(text: string, highlight: RegExp | null): ReactNode {
  if (highlight === null) return text
  let offset = 0
  return splitAtMatches(text, highlight, MOST_MATCHES).map((piece) => {
    const key = offset
    offset += piece.text.length
    return piece.isMatch ? (
      <mark key={key} className={styles.match}>
        {piece.text}
      </mark>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    )
  })
}

const NO_NAME = 'no name'

/** An empty name is shown as "no name", by the style sheet: what is copied stays empty. */
export function PropertyName({ text, part = beginning(text, ONE_LINE) }: Pick<ExactTextProps, 'text' | 'part'>) {
  return text === '' ? <span className={styles.none} data-words={NO_NAME} /> : <ExactText text={text} part={part} />
}

/** A property's name within an accessible name, cut at so many characters. */
export const propertyNameWords = (name: string, characters: number) =>
  name === '' ? NO_NAME : shortened(name, characters)

/**
 * Printable ASCII without spaces at its ends has nothing unseen and one direction: in a table, half the elements less.
 */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

interface PropertyValueProps extends Omit<ExactTextProps, 'text'> {
  property: Property
  /**
   * For one-line places such as a table cell: strings are between quotes, and without `part` they are cut to a line.
   */
  quoted?: boolean
}

/** Coloured by its kind; without colour, quotes or a label beside it show the kind. */
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

/**
 * An event's type in a word: credit stands out as a chip, other words than credit and debit are shown as they came,
 * null as missing. No arrows: the interface does not say which way the money goes.
 */
export const EventType = ({ type }: { type: string | null }) => typeWord(type)

/** The same without a component, for many rows. */
export function typeWord(type: string | null): ReactNode {
  switch (type) {
    case 'credit':
      return <span className={styles.credit}>Credit</span>
    case 'debit':
      return <span className={styles.debit}>Debit</span>
    case null:
      return <span className={styles.missing}>missing</span>
    default:
      return (
        <span className={styles.other} title="Neither credit nor debit: shown as the service sent it">
          <ExactText text={type} part={beginning(type, ONE_LINE)} />
        </span>
      )
  }
}

/** Of an instant, whose fraction of a second may have any number of digits. */
const MOST_CHARACTERS = 200

/**
 * An instant on one line, for reading down a column: the service's `text` seen in `zone` ('UTC' or IANA), its fraction
 * digit for digit as sent; outside UTC with the offset, which tells the doubled hours apart. The tooltip holds the
 * exact text. What is no RFC 3339 date-time is shown as it came, marked.
 */
export function InstantText({ text, zone }: { text: string; zone: string }) {
  const seen = inZone(text, zone)
  if (!seen) {
    return (
      <span className={styles.unreadable} title="Not an RFC 3339 date-time: shown as the service sent it">
        <ExactText text={text} part={beginning(text, ONE_LINE)} />
      </span>
    )
  }
  const sent = shortened(text, MOST_CHARACTERS)
  return (
    <time className={styles.instant} dateTime={sent} title={sent}>
      {seen.date} <b className={styles.time}>{seen.time}</b>
      {shortened(seen.fraction, MOST_CHARACTERS)}
      {zone === 'UTC' ? null : <span className={styles.offset}>{seen.offset}</span>}
    </time>
  )
}
