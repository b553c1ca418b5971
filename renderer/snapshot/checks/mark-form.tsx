// Asks why groups are legitimate, as a note for later; by Escape nothing is marked.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ThisRunOnly } from '../../ui/this-run-only.tsx'
import styles from './duplicates.module.css'

interface MarkFormProps {
  /** On the button that marks. */
  words: string
  /** Resolves once it is kept, or refused. */
  onMark: (note: string) => Promise<unknown>
  onCancel: () => void
}

export function MarkForm({ words, onMark, onCancel }: MarkFormProps) {
  const [note, setNote] = useState('')
  const [isKeeping, setKeeping] = useState(false)
  const keep = async () => {
    setKeeping(true)
    await onMark(note)
    setKeeping(false)
  }
  return (
    <form
      className={styles.marking}
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <TextInput
        aria-label="Why it is legitimate"
        placeholder="Reason, as a note for later"
        value={note}
        maxLength={2_000}
        data-autofocus
        ref={(field) => field?.focus({ preventScroll: true })}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button type="submit" loading={isKeeping}>
        {words}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
      <ThisRunOnly />
    </form>
  )
}
