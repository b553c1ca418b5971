// JSON as sent, lightly coloured; long texts in steps and in blocks. A name is broken only where it is longer than a line.
import { Fragment, memo, type ReactNode, useMemo, useState, useTransition } from 'react'
import { CollapseButton } from './collapse-button.tsx'
import { blocksOfLines, type JsonPiece, jsonPieces } from './json-colours.ts'
import styles from './json-text.module.css'

/** Characters shown at first. */
const FIRST_PART = 20_000
/** Characters laid out together; blocks out of sight cost nothing. */
const BLOCK = 4_000

/** Begins with more than may be left of a line. */
const UNBROKEN = /^\S{20}/

/** `json` is formatted already. Another text is another key. */
export function JsonText({ json }: { json: string }) {
  const [whole, setWhole] = useState(false)
  const [isPending, startTransition] = useTransition()
  const isLong = json.length > FIRST_PART
  const cut = isLong && !whole
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
      {isLong && (
        <CollapseButton
          whole={whole}
          showAll={isPending ? 'One moment…' : `Show all ${json.length.toLocaleString('en')} characters`}
          onWhole={(next) => startTransition(() => setWhole(next))}
        />
      )}
    </div>
  )
}

const Block = memo(function Block({ json }: { json: string }) {
  return (
    <code className={styles.block}>
      {jsonPieces(json).map((piece, at) => (
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
