// The dialog "Meanings": what each property means on this connection, as the user defines it.
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import {
  PROPERTY_MEANINGS,
  type PropertyMeaning,
  type PropertyMeanings,
  type SeenProperty,
} from '../../shared/worth/property-meanings.ts'
import { ExactText } from '../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../ui/excerpt.ts'
import { MEANING_WORDS, meaningsToOffer, NONE_LABEL, NOT_SAID, offeredWords, withMeanings } from './meaning-words.ts'
import styles from './meanings.module.css'

export interface MeaningsDialogProps {
  opened: boolean
  onClose: () => void
  connectionName: string
  seen: readonly SeenProperty[]
  /** Of all properties, commonest first. */
  names: readonly string[]
  meanings: PropertyMeanings
  onMeanings: (meanings: PropertyMeanings) => void
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 60
const OPTIONS = [
  { value: '', label: NOT_SAID },
  ...PROPERTY_MEANINGS.map((meaning) => ({ value: meaning, label: MEANING_WORDS[meaning].label })),
  { value: 'none', label: NONE_LABEL },
]

export function MeaningsDialog({ opened, onClose, connectionName, ...rest }: MeaningsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Meanings" size={560} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={styles.intro}>
        What the properties of events mean on {shortened(connectionName, 80)}. Amounts are split by currency, quantities
        by unit, and other numbers by both. Kept for this connection on this computer.
      </p>
      {opened && <Meanings {...rest} />}
    </Modal>
  )
}

function Meanings({
  seen,
  names,
  meanings,
  onMeanings,
}: Omit<MeaningsDialogProps, 'opened' | 'onClose' | 'connectionName'>) {
  const [typed, setTyped] = useState('')
  const known = meanings.map(({ name }) => name)
  const all = [...new Set([...known, ...seen.map(({ name }) => name), ...names])]
  const found = all.filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
  const meaningOf = (name: string) => meanings.find((one) => one.name === name)?.meaning ?? ''
  const change = (name: string, meaning: string) =>
    onMeanings(
      withMeanings(meanings, [{ name, meaning: meaning === '' ? null : (meaning as PropertyMeaning | 'none') }]),
    )
  return (
    <>
      {all.length > 12 && (
        <TextInput
          aria-label="Find a property"
          placeholder="Find a property"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ul className={styles.list}>
        {found.slice(0, MOST_LISTED).map((name) => (
          <li key={name} className={styles.property}>
            <span className={styles.name} title={name.length > 30 ? shortened(name, 2_000) : undefined}>
              <ExactText text={name} part={beginning(name, ONE_LINE)} />
              <span className={styles.seen}>{seenWords(seen.find((one) => one.name === name))}</span>
            </span>
            <NativeSelect
              size="xs"
              aria-label={`Meaning of ${shortened(name, 200)}`}
              data={OPTIONS}
              value={meaningOf(name)}
              onChange={({ currentTarget }) => change(name, currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {found.length > MOST_LISTED && (
        <p className={styles.intro}>
          {countWords(found.length - MOST_LISTED, 'more property', 'more properties')}: keep typing
        </p>
      )}
    </>
  )
}

/** "number 4,208, text 3: 12.50, 29.00". */
function seenWords(property: SeenProperty | undefined): string {
  if (property === undefined) return ''
  const { numbers, strings, commonest } = property
  const kinds = [
    ...(numbers > 0 ? [`number ${grouped(numbers)}`] : []),
    ...(strings > 0 ? [`text ${grouped(strings)}`] : []),
  ]
  const values = commonest.slice(0, 3).map((text) => shortened(text, 24))
  return [kinds.join(', '), ...(values.length === 0 ? [] : [values.join(', ')])].join(': ')
}

interface MeaningsNoticeProps {
  seen: readonly SeenProperty[]
  meanings: PropertyMeanings
  /** Properties that the user postponed answering for. */
  unasked: readonly string[]
  onMeanings: (meanings: PropertyMeanings) => void
  onUnasked: (names: readonly string[]) => void
  onChoose: () => void
}

/** Asks once what properties mean, with guesses from names and values. Figures do not wait for an answer, and say so. */
export function MeaningsNotice({ seen, meanings, unasked, onMeanings, onUnasked, onChoose }: MeaningsNoticeProps) {
  const offered = meaningsToOffer(seen, meanings, unasked)
  if (offered.length === 0) return null
  return (
    <span className={styles.offer}>
      {offeredWords(offered)}
      <span className={styles.actions}>
        <Button variant="default" onClick={() => onMeanings(withMeanings(meanings, offered))}>
          Confirm
        </Button>
        <Button variant="default" onClick={onChoose}>
          Choose…
        </Button>
        <Button variant="subtle" onClick={() => onUnasked(offered.map(({ name }) => name))}>
          Not now
        </Button>
      </span>
    </span>
  )
}
