// Which event codes are known: as confirmed, and as a snapshot proposes.
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import { type ExpectedShapes, LONGEST_NAME, MOST_CODES, normalShapes } from '../../shared/shape/expected-shapes.ts'
import type { LearnAnswer } from '../../shared/snapshot/snapshot-shapes.ts'
import common from '../ui/common.module.css'
import { shortened } from '../ui/excerpt.ts'
import dialog from '../ui/kept-lines.module.css'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './shapes.module.css'

interface KnownCodesProps {
  shapes: ExpectedShapes
  learned: LearnAnswer | null
  onShapes: (shapes: ExpectedShapes) => boolean
  onShowRow: (row: number) => void
}

const MOST_NAMED = 12
const MOST_RARE = 5

export function KnownCodes({ shapes, learned, onShapes, onShowRow }: KnownCodesProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isDropped, setDropped] = useState(false)
  const { codes } = shapes
  const shown = learned === null || learned.codes.length === 0 ? null : learned.codes.map(({ code }) => code)
  const isProposed = shown !== null && !isDropped && shown.some((code) => !codes?.includes(code))
  const joined = isProposed ? [...new Set([...(codes ?? []), ...shown])] : null
  const keep = (next: readonly string[] | null) => onShapes(normalShapes({ ...shapes, codes: next }))
  const wrong = typed === null ? null : codesProblem(codesOf(typed))
  return (
    <section className={styles.codes} aria-label="Known event codes">
      <p>
        <b>Known event codes</b>{' '}
        {codes === null ? 'Any code is expected.' : `${grouped(codes.length)}: ${named(codes)}`}
      </p>
      {joined !== null && (
        <p>
          <span className={styles.state}>Proposed</span> {grouped(joined.length)}: {named(joined)}
        </p>
      )}
      {learned !== null && isProposed && learned.rareCodes.length > 0 && (
        <p className={common.hint}>
          Not proposed, as they have fewer than 20 events:{' '}
          {learned.rareCodes.slice(0, MOST_RARE).map(({ code, events, example }, at) => (
            <span key={code ?? ''}>
              {at > 0 && ', '}
              <LinkButton tone="accent" quiet onClick={() => onShowRow(example.row)}>
                {code === null ? 'no event code' : shortened(code, 40)}
              </LinkButton>{' '}
              ({countWords(events, 'event')})
            </span>
          ))}
          {learned.rareCodes.length > MOST_RARE && ` and ${learned.rareCodes.length - MOST_RARE} more`}
        </p>
      )}
      {typed !== null && (
        <Textarea
          label="Event codes, one on each line"
          rows={6}
          spellCheck={false}
          classNames={{ input: dialog.text ?? '' }}
          value={typed}
          error={wrong}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={dialog.tools}>
        {(joined !== null || typed !== null) && (
          <Button
            size="compact-sm"
            disabled={wrong !== null}
            aria-label="Confirm the known event codes"
            onClick={() => (typed === null ? keep(joined) : keep(codesOf(typed)) && setTyped(null))}
          >
            Confirm
          </Button>
        )}
        {typed === null ? (
          <>
            <Button
              size="compact-sm"
              variant="default"
              aria-label="Change the known event codes"
              onClick={() => setTyped((joined ?? codes ?? []).join('\n'))}
            >
              Change
            </Button>
            {(joined !== null || codes !== null) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label="Drop the known event codes"
                onClick={() => (joined === null ? keep(null) : setDropped(true))}
              >
                Drop
              </Button>
            )}
          </>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setTyped(null)}>
            Cancel
          </Button>
        )}
      </div>
    </section>
  )
}

const codesOf = (typed: string) => typed.split('\n').filter((line) => line !== '')

function codesProblem(codes: readonly string[]): string | null {
  if (codes.length > MOST_CODES) return 'There can be 10,000 event codes.'
  return codes.some(({ length }) => length > LONGEST_NAME) ? 'An event code can have 1,000 characters.' : null
}

function named(codes: readonly string[]): string {
  const shown = codes.slice(0, MOST_NAMED).map((code) => shortened(code, 40))
  return `${shown.join(', ')}${codes.length > MOST_NAMED ? ` and ${grouped(codes.length - MOST_NAMED)} more` : ''}`
}
