// The event as sent, formatted with every token unchanged, lightly coloured; long texts in steps and in blocks.
import { memo, useMemo, useState, useTransition } from 'react'
import { tookWords } from '../../../shared/duration-words.ts'
import type { AnswerInfo, Event } from '../../../shared/event.ts'
import { formatExact } from '../../../shared/format-exact.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { momentWords } from '../../ui/instant-words.ts'
import { eventCurl } from './curl.ts'
import { blocksOfLines, jsonTokens } from './json-colours.ts'
import styles from './raw-event.module.css'
import { SectionHead } from './section-head.tsx'

/** Characters shown at first. */
const FIRST_PART = 20_000
/** Characters laid out together; blocks out of sight cost nothing. */
const BLOCK = 4_000

/** Begins with more than may be left of a line. */
const UNBROKEN = /^\S{20}/

interface RawEventProps {
  event: Event
  info: AnswerInfo | null
  baseUrl: string
  zone: string
}

export function RawEvent({ event, info, baseUrl, zone }: RawEventProps) {
  const json = useMemo(() => formatExact(event.source, 2), [event.source])
  return (
    <section aria-label="Raw">
      <SectionHead title="Raw">
        <CopyButton text={json} label="Copy JSON">
          Copy JSON
        </CopyButton>
        {event.eventId !== null && (
          <CopyButton text={eventCurl(baseUrl, event.eventId)} label="Copy as cURL" hint="A command for bash">
            Copy as cURL
          </CopyButton>
        )}
      </SectionHead>
      <JsonText key={event.eventId ?? event.source} json={json} />
      {info !== null && <p className={styles.info}>{answerInWords(info, zone)}</p>}
    </section>
  )
}

function JsonText({ json }: { json: string }) {
  const [whole, setWhole] = useState(false)
  const [isPending, startTransition] = useTransition()
  const cut = !whole && json.length > FIRST_PART
  const blocks = useMemo(() => blocksOfLines(cut ? json.slice(0, FIRST_PART) : json, BLOCK), [json, cut])
  return (
    <div className={styles.frame}>
      <pre className={styles.json}>
        {blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
          <Block key={at} json={block} />
        ))}
        {cut && '…'}
      </pre>
      {cut && (
        <button
          type="button"
          className={styles.more}
          disabled={isPending}
          onClick={() => startTransition(() => setWhole(true))}
        >
          {isPending ? 'One moment…' : `Show all ${json.length.toLocaleString('en')} characters`}
        </button>
      )}
    </div>
  )
}

const Block = memo(function Block({ json }: { json: string }) {
  let offset = 0
  return (
    <code className={styles.block}>
      {jsonTokens(json).map(({ role, text }) => {
        const key = offset
        offset += text.length
        return role === 'punctuation' ? (
          text
        ) : (
          <span key={key} className={`${styles[role]} ${UNBROKEN.test(text) ? styles.unbroken : ''}`}>
            {text}
          </span>
        )
      })}
    </code>
  )
})

function answerInWords(info: AnswerInfo, zone: string): string {
  const parts = [`Received ${momentWords(info.receivedAt, zone) ?? info.receivedAt}`]
  parts.push(`took ${tookWords(info.durationMs)}`)
  if (info.attempts > 1) parts.push(`${info.attempts} attempts`)
  if (info.requestId !== null) parts.push(`request ID ${info.requestId}`)
  return parts.join(' · ')
}
