// How a file is read: a row of choices, and what most files say by themselves behind "More".
import { Group, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { AMOUNT_UNITS, DAY_ORDERS, DECIMAL_SIGNS, ENCODINGS, SEPARATORS } from '../../../shared/check/checked-file.ts'
import choiceStyles from '../../ui/choice.module.css'
import { Choice } from '../../ui/choice-select.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FoldButton } from '../../ui/fold-button.tsx'
import type { FileKind, LookedFile, ReadingChoices as Reading } from '../store/file-check-state.ts'
import styles from './file-check.module.css'
import { AMOUNT_UNITS_WORDS, DAY_ORDER_WORDS, DECIMAL_WORDS, ENCODING_WORDS, SEPARATOR_WORDS } from './file-words.ts'

/** Nothing chosen, as the value of a select. */
export const BY_ITSELF = ''

interface TypedProps {
  label: string
  hint: string
  value: string
  placeholder: string
  /** The id of a datalist: what may be meant. */
  list?: string
  /** Whether what is typed cannot be understood: then it stays, and is not taken over. */
  isOdd?: (text: string) => boolean
  onType: (text: string) => void
}

/** It holds once it is left, or at Enter: each change reads the file again. */
export function Typed({ label, hint, value, placeholder, list, isOdd = () => false, onType }: TypedProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const isWrong = isOdd(typed)
  const keep = () => {
    if (typed !== value && !isWrong) onType(typed)
  }
  return (
    <TextInput
      label={label}
      className={`${choiceStyles.choice} ${styles.typed}`}
      title={hint}
      aria-description={hint}
      error={isWrong}
      placeholder={placeholder}
      list={list}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  )
}

export interface ReadingChoicesProps {
  kind: FileKind
  /** Null: it could not be read yet. */
  look: LookedFile | null
  choices: Reading
  /** Only files of this kind leave it open: in sight, and behind "More". */
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
  const isUnusual =
    choices.encoding !== null ||
    choices.days !== null ||
    choices.units !== null ||
    choices.charged !== null ||
    choices.headLine !== null ||
    isFurtherChosen
  // What differs from usual is in sight unless somebody put it away.
  const isOpen = opened ?? (look === null || isUnusual)
  const isText = look === null || look.format === 'delimited'
  return (
    <>
      <Group gap={8}>
        {look !== null && (
          <Choice
            label="Read as"
            value={kind}
            choices={[
              { value: 'ledger', label: 'Ledger' },
              { value: 'invoice', label: 'Invoice' },
            ]}
            onChange={onKind}
          />
        )}
        {first}
        {isText && (
          <Choice
            label="Separator"
            value={choices.separator ?? look?.separator ?? BY_ITSELF}
            choices={orByItself(SEPARATORS, SEPARATOR_WORDS, choices.separator === null && look?.separator == null)}
            onChange={(separator) => onChoose({ separator: separator || null })}
          />
        )}
        <Choice
          label="Decimal sign"
          value={choices.decimal ?? BY_ITSELF}
          choices={orByItself(DECIMAL_SIGNS, DECIMAL_WORDS)}
          onChange={(decimal) => onChoose({ decimal: decimal || null })}
        />
        {look !== null && look.sheets.length > 1 && (
          <Choice
            label="Sheet"
            value={choices.sheet ?? look.sheet ?? BY_ITSELF}
            choices={look.sheets.map((value) => ({ value, label: shortened(value, 60) }))}
            onChange={(sheet) => onChoose({ sheet })}
          />
        )}
        <FoldButton isOpen={isOpen} controls={moreId} onClick={() => setOpened(!isOpen)}>
          Options
        </FoldButton>
      </Group>
      {isOpen && (
        <Group gap={8} id={moreId}>
          {isText && (
            <Choice
              label="Encoding"
              value={choices.encoding ?? BY_ITSELF}
              choices={orByItself(ENCODINGS, ENCODING_WORDS)}
              onChange={(encoding) => onChoose({ encoding: encoding || null })}
            />
          )}
          {look?.format !== 'ndjson' && (
            <Typed
              label="Header row"
              hint="0 where the file has no header row"
              value={choices.headLine === null ? '' : String(choices.headLine)}
              placeholder={look === null ? 'first' : String(look.headLine)}
              onType={(text) => onChoose({ headLine: lineOf(text) })}
            />
          )}
          <Choice
            label="Day and month"
            value={choices.days ?? BY_ITSELF}
            choices={orByItself(DAY_ORDERS, DAY_ORDER_WORDS)}
            onChange={(days) => onChoose({ days: days || null })}
          />
          <Choice
            label="Amounts are in"
            value={choices.units ?? BY_ITSELF}
            choices={orByItself(AMOUNT_UNITS, AMOUNT_UNITS_WORDS)}
            onChange={(units) => onChoose({ units: units || null })}
          />
          <Choice
            label="Of debits and credits, charged are"
            value={choices.charged ?? BY_ITSELF}
            choices={[
              { value: BY_ITSELF, label: 'automatic' },
              { value: 'debit', label: 'debits' },
              { value: 'credit', label: 'credits' },
            ]}
            onChange={(charged) => onChoose({ charged: charged || null })}
          />
          {further}
        </Group>
      )}
    </>
  )
}

/** Null for what is not a number of a line. */
function lineOf(text: string): number | null {
  const line = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null
  return line !== null && line <= 1_000 ? line : null
}

/** The choices, and before them that the file says it by itself. */
export function orByItself<T extends string>(
  values: readonly T[],
  words: Readonly<Record<T, string>>,
  isOffered = true,
) {
  const choices: { value: T | typeof BY_ITSELF; label: string }[] = values.map((value) => ({
    value,
    label: words[value],
  }))
  return isOffered ? [{ value: BY_ITSELF, label: 'automatic' } as const, ...choices] : choices
}
