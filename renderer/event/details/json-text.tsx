// JSON as sent, lightly coloured; long texts in steps and in blocks. A name is broken only where it is longer than a
// line.
import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef, useState, useTransition } from 'react'
import type { AnswerInfo, Event } from '../../../shared/event/event.ts'
import { formatExact } from '../../../shared/exact/exact-json.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import common from '../../ui/common.module.css'
import { excerpt, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import styles from './json-text.module.css'

/** Characters shown at first, and added each time more are asked for: as many as are drawn in good time. */
const FIRST_PART = 20_000
const STEP = 200_000
/** Characters laid out together; blocks out of sight cost nothing. */
const BLOCK = 4_000

/** Begins with more than may be left of a line. */
const UNBROKEN = /^\S{20}/

/** `json` is formatted already. Another text is another key. */
export function JsonText({ json }: { json: string }) {
  const [length, setLength] = useState(FIRST_PART)
  const [isPending, startTransition] = useTransition()
  const isLong = json.length > FIRST_PART
  const cut = json.length > length
  const blocks = useMemo(() => blocksOfTokens(json.slice(0, length), BLOCK), [json, length])
  return (
    <div className={`${common.box} ${styles.frame}`}>
      <pre className={styles.json}>
        {blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
          <Block key={at} tokens={block} />
        ))}
        {cut && '…'}
      </pre>
      {isLong && (
        <CollapseButton
          whole={!cut}
          showAll={isPending ? 'Loading…' : moreWords(json.length, length)}
          onWhole={(more) => startTransition(() => setLength(more ? length + STEP : FIRST_PART))}
        />
      )}
    </div>
  )
}

function moreWords(total: number, shown: number): string {
  const characters = `${grouped(total)} characters`
  return total - shown <= STEP ? `Show all ${characters}` : `Show ${grouped(STEP)} more of ${characters}`
}

const Block = memo(function Block({ tokens }: { tokens: JsonToken[] }) {
  return (
    <code className={styles.block}>
      {jsonSpans(tokens).map((span, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
        <Fragment key={at}>{drawn(span)}</Fragment>
      ))}
    </code>
  )
})

function drawn(span: JsonSpan): ReactNode {
  switch (span.role) {
    case 'punctuation':
      return span.text
    case 'name':
      return (
        <span className={styles.line}>
          {span.indent}
          <span className={styles.name}>{span.text}</span>
          {span.colon}
        </span>
      )
    default:
      return (
        <span className={`${styles[span.role]} ${UNBROKEN.test(span.text) ? styles.unbroken : ''}`}>{span.text}</span>
      )
  }
}

interface RawEventProps {
  event: Event
  /** Null for an event that came with a page. */
  info: AnswerInfo | null
  zone: string
}

/** The event as sent, formatted with every token unchanged, and how it came. */
export function RawEvent({ event, info, zone }: RawEventProps) {
  const json = useMemo(() => formatExact(event.source, 2), [event.source])
  return (
    <>
      <JsonText key={event.eventId ?? event.source} json={json} />
      {info !== null && <p className={`${common.faint} ${styles.info}`}>{answerInWords(info, zone)}</p>}
    </>
  )
}

function answerInWords(info: AnswerInfo, zone: string): string {
  const parts = [`Received ${momentWords(info.receivedAt, zone) ?? info.receivedAt}`]
  parts.push(`took ${tookWords(info.durationMs)}`)
  if (info.attempts > 1) parts.push(`${info.attempts} attempts`)
  if (info.requestId !== null) parts.push(`request ID ${shortened(info.requestId, ONE_LINE.characters)}`)
  return parts.join(' · ')
}

type JsonRole = 'name' | 'string' | 'number' | 'literal' | 'punctuation'

interface JsonToken {
  role: JsonRole
  text: string
}

/**
 * A string with the colon behind it if it is a name, a number, or a word of JSON. In a string a backslash escapes any
 * sign. An unclosed one ends with the text: otherwise every quote in it would be tried as the start of one.
 */
const TOKENS =
  /(?<string>"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))(?<colon>\s*:)?|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)/gs

/**
 * Cuts JSON text into tokens for colouring; joined they are the text. It does not parse: what it does not know counts
 * as punctuation, and a string may be cut off.
 */
export function jsonTokens(json: string): JsonToken[] {
  const tokens: JsonToken[] = []
  let done = 0
  for (const match of json.matchAll(TOKENS)) {
    const { string, number, literal, colon } = match.groups ?? {}
    const text = string ?? number ?? literal ?? ''
    if (match.index > done) tokens.push({ role: 'punctuation', text: json.slice(done, match.index) })
    tokens.push({ role: roleOf(string, number, colon), text })
    done = match.index + text.length
  }
  if (done < json.length) tokens.push({ role: 'punctuation', text: json.slice(done) })
  return tokens
}

/** What is drawn as one: a token, or a name with its indentation and its colon, between which no line is broken. */
export type JsonSpan =
  | { role: Exclude<JsonRole, 'name'>; text: string }
  | { role: 'name'; indent: string; text: string; colon: string }

/**
 * The tokens as they are drawn; joined they are the tokens' text. Indentation and colon of a name are taken from the
 * punctuation before and behind it.
 */
export function jsonSpans(tokens: readonly JsonToken[]): JsonSpan[] {
  const spans: JsonSpan[] = []
  let indent = ''
  for (const [at, { role, text }] of tokens.entries()) {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (role === 'name') {
      spans.push({ role, indent, text, colon: after?.text.startsWith(':') ? ':' : '' })
      indent = ''
    } else if (role === 'punctuation') {
      const rest = before?.role === 'name' && text.startsWith(':') ? text.slice(1) : text
      // What stands behind the last line feed indents the name.
      const end = after?.role === 'name' ? rest.lastIndexOf('\n') + 1 : rest.length
      indent = rest.slice(end)
      if (end > 0) spans.push({ role, text: rest.slice(0, end) })
    } else spans.push({ role, text })
  }
  return spans
}

function roleOf(string: string | undefined, number: string | undefined, colon: string | undefined): JsonRole {
  if (string !== undefined) return colon === undefined ? 'string' : 'name'
  return number === undefined ? 'literal' : 'number'
}

/**
 * The tokens in blocks, so that each can be laid out by itself; joined they are the text. A block ends with the first
 * line that ends behind `length` characters; where none does before twice as many, it is cut there.
 */
export function blocksOfTokens(json: string, length: number): JsonToken[][] {
  const blocks: JsonToken[][] = []
  let block: JsonToken[] = []
  let size = 0
  function put(role: JsonRole, text: string) {
    if (text !== '') block.push({ role, text })
    size += text.length
  }
  function end() {
    if (block.length > 0) blocks.push(block)
    block = []
    size = 0
  }
  for (const { role, text } of jsonTokens(json)) {
    let rest = text
    // Formatted JSON has its line feeds outside of strings, and so in punctuation. 0: no line ends in this token.
    const lineEnd = role === 'punctuation' && size >= length ? text.indexOf('\n') + 1 : 0
    if (lineEnd > 0) {
      put(role, text.slice(0, lineEnd))
      end()
      rest = text.slice(lineEnd)
    }
    while (size + rest.length > 2 * length) {
      const cut = excerpt(rest, 2 * length - size, -1).end
      put(role, rest.slice(0, cut))
      end()
      rest = rest.slice(cut)
    }
    put(role, rest)
  }
  end()
  return blocks
}

interface CollapseButtonProps {
  whole: boolean
  /** This is what the button says while a part is shown. */
  showAll: string
  onWhole: (whole: boolean) => void
}

/** Shows a long text to its end, and stays in sight until it is folded again, however long that is. */
export function CollapseButton({ whole, showAll, onWhole }: CollapseButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const wasWhole = useRef(whole)
  useEffect(() => {
    // What was read last is not left far above.
    if (wasWhole.current && !whole) button.current?.parentElement?.scrollIntoView({ block: 'nearest' })
    wasWhole.current = whole
  }, [whole])
  return (
    <button
      ref={button}
      type="button"
      className={styles.collapse}
      aria-expanded={whole}
      onClick={() => onWhole(!whole)}
    >
      {whole ? 'Collapse' : showAll}
    </button>
  )
}
