// How a file is read and its lines are found: a row of choices, and what most files say by themselves behind "More".
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import {
  DECIMAL_SIGNS,
  ENCODINGS,
  type FileChoices,
  NOTHING_CHOSEN,
  SEPARATORS,
} from '../../../shared/check/checked-file.ts'
import { zones } from '../../../shared/time/instant.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { LookedFile } from '../store/file-check.ts'
import { meantColumns, usualKey } from './column-meanings.ts'
import styles from './file-check.module.css'
import { DECIMAL_WORDS, ENCODING_WORDS, SEPARATOR_WORDS } from './reading-words.ts'

interface ReadingChoicesProps {
  /** Null: it could not be read yet. */
  look: LookedFile | null
  choices: FileChoices
  /** In which times stand that say no offset, unless another is chosen. */
  snapshotZone: string
  onChoose: (change: Partial<FileChoices>) => void
}

/** Nothing chosen, as the value of a select. */
const BY_ITSELF = ''

export function ReadingChoices({ look, choices, snapshotZone, onChoose }: ReadingChoicesProps) {
  const [opened, setOpened] = useState<boolean | null>(null)
  const moreId = useId()
  // What differs from usual is in sight unless somebody put it away.
  const isOpen = opened ?? (look === null || isUnusual(choices))
  const isText = look === null || look.format === 'delimited'
  return (
    <>
      <div className={styles.choices}>
        {look !== null && (
          <Choice
            label="Lines are found by"
            value={choices.key === null ? 'id' : 'key'}
            options={[
              { value: 'id', label: 'Event ID' },
              { value: 'key', label: 'Other columns' },
            ]}
            onChange={(value) =>
              onChoose({ key: value === 'id' ? null : usualKey(meantColumns(look, choices), look.lines) })
            }
          />
        )}
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
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={isOpen ? moreId : undefined}
          rightSection={
            isOpen ? (
              <IconChevronUp size={14} stroke={1.7} aria-hidden />
            ) : (
              <IconChevronDown size={14} stroke={1.7} aria-hidden />
            )
          }
          onClick={() => setOpened(!isOpen)}
        >
          More
        </Button>
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
          <Choice
            label="Times without an offset are in"
            value={choices.zone ?? BY_ITSELF}
            options={[
              { value: BY_ITSELF, label: snapshotZone.replaceAll('_', ' ') },
              ...zones()
                .filter((zone) => zone !== snapshotZone)
                .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
            ]}
            onChange={(zone) => onChoose({ zone: zone === BY_ITSELF ? null : zone })}
          />
          <Typed
            label="Currency of all amounts"
            hint="Where no column says it"
            value={choices.currency ?? ''}
            placeholder="not known"
            onType={(text) => onChoose({ currency: text.trim() === '' ? null : text.trim().slice(0, 100) })}
          />
          <Choice
            label="Amounts of credits"
            value={choices.amounts}
            options={[
              { value: 'as-sent', label: 'as the service sends them' },
              { value: 'as-counted', label: 'below zero, as they count' },
            ]}
            onChange={(value) => onChoose({ amounts: value === 'as-counted' ? 'as-counted' : 'as-sent' })}
          />
        </div>
      )}
    </>
  )
}

const BEHIND_MORE = ['encoding', 'headLine', 'zone', 'currency', 'amounts'] as const

const isUnusual = (choices: FileChoices) => BEHIND_MORE.some((name) => choices[name] !== NOTHING_CHOSEN[name])

/** Null for what is no number of a line. */
function lineOf(text: string): number | null {
  const line = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null
  return line !== null && line <= 1_000 ? line : null
}

interface Option {
  value: string
  label: string
}

const orByItself = (isOffered: boolean, options: Option[]): Option[] =>
  isOffered ? [{ value: BY_ITSELF, label: 'as the file says' }, ...options] : options

interface ChoiceProps {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      className={styles.choice ?? ''}
      size="xs"
      data={options.map((option) => ({ ...option }))}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface TypedProps {
  label: string
  hint: string
  value: string
  placeholder: string
  onType: (text: string) => void
}

/** It holds once it is left, or at Enter: each change reads the file again. */
function Typed({ label, hint, value, placeholder, onType }: TypedProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const keep = () => {
    if (typed !== value) onType(typed)
  }
  return (
    <TextInput
      label={label}
      className={styles.choice ?? ''}
      title={hint}
      aria-description={hint}
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  )
}
