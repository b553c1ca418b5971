// How a file is read: a row of choices, and what most files say by themselves behind "More".
import { type ReactNode, useId, useState } from 'react'
import { DECIMAL_SIGNS, ENCODINGS, SEPARATORS } from '../../../shared/check/checked-file.ts'
import { shortened } from '../../ui/excerpt.ts'
import { FoldButton } from '../../ui/fold-button.tsx'
import type { LookedFile } from '../store/file-check-state.ts'
import type { FileKind, ReadingChoices as Reading } from '../store/file-choices.ts'
import { BY_ITSELF, Choice, type Option, Typed } from './choice-field.tsx'
import styles from './file-check.module.css'
import { DECIMAL_WORDS, ENCODING_WORDS, SEPARATOR_WORDS } from './reading-words.ts'

interface ReadingChoicesProps {
  kind: FileKind
  /** Null: it could not be read yet. */
  look: LookedFile | null
  choices: Reading
  /** What only files of this kind leave open: in sight, and behind "More". */
  first: ReactNode
  further?: ReactNode
  /** Whether something behind "More" is not as usual, which is in sight then. */
  isFurtherChosen?: boolean
  onKind: (kind: FileKind) => void
  onChoose: (change: Partial<Reading>) => void
}

export function ReadingChoices(props: ReadingChoicesProps) {
  const { kind, look, choices, first, further = null, isFurtherChosen = false, onKind, onChoose } = props
  const [opened, setOpened] = useState<boolean | null>(null)
  const moreId = useId()
  const isUnusual = choices.encoding !== null || choices.headLine !== null || isFurtherChosen
  // What differs from usual is in sight unless somebody put it away.
  const isOpen = opened ?? (look === null || isUnusual)
  const isText = look === null || look.format === 'delimited'
  return (
    <>
      <div className={styles.choices}>
        {look !== null && (
          <Choice
            label="Read as"
            value={kind}
            options={[
              { value: 'ledger', label: 'Ledger' },
              { value: 'invoice', label: 'Invoice' },
            ]}
            onChange={(value) => onKind(value === 'invoice' ? 'invoice' : 'ledger')}
          />
        )}
        {first}
        {isText && (
          <Choice
            label="Separator"
            value={choices.separator ?? look?.separator ?? BY_ITSELF}
            options={orByItself(
              choices.separator === null && look?.separator == null,
              SEPARATORS.map((value) => ({ value, label: SEPARATOR_WORDS[value] })),
            )}
            onChange={(value) => onChoose({ separator: SEPARATORS.find((one) => one === value) ?? null })}
          />
        )}
        <Choice
          label="Decimal sign"
          value={choices.decimal ?? BY_ITSELF}
          options={orByItself(
            true,
            DECIMAL_SIGNS.map((value) => ({ value, label: DECIMAL_WORDS[value] })),
          )}
          onChange={(value) => onChoose({ decimal: DECIMAL_SIGNS.find((one) => one === value) ?? null })}
        />
        {look !== null && look.sheets.length > 1 && (
          <Choice
            label="Sheet"
            value={choices.sheet ?? look.sheet ?? BY_ITSELF}
            options={look.sheets.map((value) => ({ value, label: shortened(value, 60) }))}
            onChange={(sheet) => onChoose({ sheet })}
          />
        )}
        <FoldButton isOpen={isOpen} controls={moreId} onClick={() => setOpened(!isOpen)}>
          More
        </FoldButton>
      </div>
      {isOpen && (
        <div id={moreId} className={styles.choices}>
          {isText && (
            <Choice
              label="Encoding"
              value={choices.encoding ?? BY_ITSELF}
              options={orByItself(
                true,
                ENCODINGS.map((value) => ({ value, label: ENCODING_WORDS[value] })),
              )}
              onChange={(value) => onChoose({ encoding: ENCODINGS.find((one) => one === value) ?? null })}
            />
          )}
          {look?.format !== 'ndjson' && (
            <Typed
              label="Heads in line"
              hint="0 where the file has no heads"
              value={choices.headLine === null ? '' : String(choices.headLine)}
              placeholder={look === null ? 'first' : String(look.headLine)}
              onType={(text) => onChoose({ headLine: lineOf(text) })}
            />
          )}
          {further}
        </div>
      )}
    </>
  )
}

/** Null for what is no number of a line. */
function lineOf(text: string): number | null {
  const line = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null
  return line !== null && line <= 1_000 ? line : null
}

const orByItself = (isOffered: boolean, options: Option[]): Option[] =>
  isOffered ? [{ value: BY_ITSELF, label: 'as the file says' }, ...options] : options
