// What the service sent, as it stands on the screen: texts, names and values of properties, event types and instants.

import { Fragment, type ReactNode } from 'react'
import type { Property } from '../../shared/event/event.ts'
import { inZone } from '../../shared/time/instant.ts'
import styles from './exact-text.module.css'
import { AMONG_OTHERS, beginning, ONE_LINE, type Part, shortened, splitAtMatches } from './excerpt.ts'

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
    <bdi>
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
  return splitAtMatches(text, highlight, MOST_MATCHES).map((chunk) => {
    const key = offset
    offset += chunk.text.length
    return chunk.isMatch ? (
      <mark key={key} className={styles.match}>
        {chunk.text}
      </mark>
    ) : (
      <Fragment key={key}>{chunk.text}</Fragment>
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
   * It is for one-line places such as a table cell: strings are between quotes, and without `part` they are cut to a
   * line.
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

/** Writes `PropertyValue` with `quoted`: mostly without a component, for rows that hold hundreds of them. */
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

/** An instant, whose fraction of a second may have any number of digits, is cut there. */
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

// Characters that a reader would miss or be misled by, found in a text so that a component can show them.
// Nothing is replaced: the runs joined are the text, character for character.

/** `space`: plain spaces at the ends · `newline` · `escape`: all that draws nothing or reorders others. */
export type Run = { mark: null; text: string } | MarkedRun
interface MarkedRun {
  mark: 'space' | 'newline' | 'escape'
  text: string
  shown: string
  name: string
}

/** It is so many times the same character. */
interface Mark {
  character: string
  start: number
  end: number
}

/**
 * Its choices are tried in this order, and what the first three take is in neither group, so it stays as it is:
 *  1. a whole emoji, whose joiners belong to it;
 *  2. a joiner or non-joiner between letters of a script that needs it: between Latin, Greek or Cyrillic letters, each
 *     `--` in the sets, it would only make a look-alike;
 *  3. a variation selector behind a character that it can vary;
 *  4. `marked`: a control, half a surrogate pair, any space, or what draws nothing;
 *  5. `joined`: a sign above or below the letter before it.
 */
const NOTABLE =
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]])[\u200C\u200D](?=[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]])|(?<=[\P{ASCII}--\p{Default_Ignorable_Code_Point}])\p{Variation_Selector}|(?<marked>[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}])|(?<=\p{L})(?<joined>\p{M})/gv

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x09, 'tab'],
  [0x0a, 'line feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x20, 'space'],
  [0x7f, 'delete'],
  [0xa0, 'no-break space'],
  [0xad, 'soft hyphen'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x202f, 'narrow no-break space'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0x3000, 'ideographic space'],
  [0xfeff, 'byte order mark'],
])

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\f', '\\f'],
  ['\r', '\\r'],
])

/**
 * Without one of these, or a space at an end, nothing in a text is marked: names and words of most languages. Only other
 * texts need `NOTABLE`, which takes 10 ms to compile.
 */
const UNUSUAL = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\p{M}]--[ ]]|^ | $/v

/**
 * Splits a text into plain runs and marked ones. Adjacent escapes share a run, and so do spaces; line feeds do
 * not (each ends a line).
 * Where `text` is part of a longer one, `cutBefore` or `cutAfter` tells that its edge is not an end.
 */
export function visibleRuns(text: string, cutBefore = false, cutAfter = false): Run[] {
  if (!UNUSUAL.test(text)) return plainRun(text)
  const marks = marksIn(text, cutBefore, cutAfter)
  const runs: Run[] = []
  /** All before this offset is in `runs`. */
  let done = 0
  let at = 0
  while (at < marks.length) {
    const first = marks[at] as Mark
    const together = escapesFrom(marks, at)
    runs.push(...plainRun(text.slice(done, first.start)), together.length > 1 ? escapedRun(together) : markedRun(first))
    at += together.length
    done = marks[at - 1]?.end ?? text.length
  }
  return [...runs, ...plainRun(text.slice(done))]
}

/** What is to be shown of a text, in its order: one mark for each run of the same character, line feeds one each. */
function marksIn(text: string, cutBefore: boolean, cutAfter: boolean): Mark[] {
  // Spaces between these offsets are between words, and not marked.
  const bodyStart = cutBefore ? 0 : text.length - text.trimStart().length
  const bodyEnd = cutAfter ? text.length : text.trimEnd().length
  const marks: Mark[] = []
  for (const { groups, index } of text.matchAll(NOTABLE)) {
    const character = groups?.marked ?? (isLookAlike(text, index) ? groups?.joined : undefined)
    if (character === undefined) continue
    if (character === ' ' && index >= bodyStart && index < bodyEnd) continue
    const end = index + character.length
    const before = marks.at(-1)
    if (before?.end === index && before.character === character && character !== '\n') before.end = end
    else marks.push({ character, start: index, end })
  }
  return marks
}

/**
 * Whether the sign at `index` and the letter before it have a character of their own: two names that differ by that
 * alone are drawn alike. Scripts that write their signs apart have none.
 */
function isLookAlike(text: string, index: number): boolean {
  const sign = String.fromCodePoint(text.codePointAt(index) ?? 0)
  const letter = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? ''
  return `${letter}${sign}`.normalize('NFC').length < letter.length + sign.length
}

/** The mark, and those behind it where all of them are escapes: each run is an element, which takes time to draw. */
function escapesFrom(marks: readonly Mark[], at: number): Mark[] {
  const together = marks.slice(at, at + 1)
  for (let next = at + 1; next < marks.length; next += 1) {
    const [before, mark] = [marks[next - 1], marks[next]]
    if (mark === undefined || before?.end !== mark.start) break
    if (markOf(before.character) !== 'escape' || markOf(mark.character) !== 'escape') break
    together.push(mark)
  }
  return together
}

function escapedRun(marks: readonly Mark[]): Run {
  const runs = marks.map(markedRun)
  const names = [...new Set(runs.map(({ name }) => name))]
  return {
    mark: 'escape',
    text: runs.map(({ text }) => text).join(''),
    shown: runs.map(({ shown }) => shown).join(''),
    name: names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} and others` : names.join(', '),
  }
}

/** One run has at most so many. */
const MOST_NAMES = 4

const plainRun = (text: string): Run[] => (text === '' ? [] : [{ mark: null, text }])

function markedRun({ character, start, end }: Mark): MarkedRun {
  const count = (end - start) / character.length
  const shown = shownAs(character).repeat(count)
  return { mark: markOf(character), text: character.repeat(count), shown, name: nameOf(character) }
}

function markOf(character: string): 'space' | 'newline' | 'escape' {
  if (character === ' ') return 'space'
  return character === '\n' ? 'newline' : 'escape'
}

function shownAs(character: string): string {
  if (character === ' ') return '·'
  if (character === '\n') return '↵'
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return SHORT_ESCAPES.get(character) ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`)
}

/** Names it "U+200B zero width space", or by the code point alone. */
function nameOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  const name = character.isWellFormed() ? NAMES.get(codePoint) : 'half of a surrogate pair'
  return name === undefined ? code : `${code} ${name}`
}
