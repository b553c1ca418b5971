// JSON as sent, lightly coloured; long texts in steps and in blocks. A name is broken only where it is longer than a line.
import { Fragment, memo, type ReactNode, useMemo, useState, useTransition } from 'react'
import type { AnswerInfo, Event } from '../../../shared/event/event.ts'
import { formatExact } from '../../../shared/exact/exact-json.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { CollapseButton } from './collapse-button.tsx'
import { blocksOfTokens, type JsonPiece, type JsonToken, jsonPieces } from './json-colours.ts'
import styles from './json-text.module.css'

/** Characters shown at first, and how many more each time that more are asked for: as many as are drawn in good time. */
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
    <div className={styles.frame}>
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
      {jsonPieces(tokens).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
        <Fragment key={at}>{drawn(piece)}</Fragment>
      ))}
    </code>
  )
})

function drawn(piece: JsonPiece): ReactNode {
  switch (piece.role) {
    case 'punctuation':
      return piece.text
    case 'name':
      return (
        <span className={styles.line}>
          {piece.indent}
          <span className={styles.name}>{piece.text}</span>
          {piece.colon}
        </span>
      )
    default:
      return (
        <span className={`${styles[piece.role]} ${UNBROKEN.test(piece.text) ? styles.unbroken : ''}`}>
          {piece.text}
        </span>
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
      {info !== null && <p className={styles.info}>{answerInWords(info, zone)}</p>}
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
