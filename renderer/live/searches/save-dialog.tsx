// Saves the search on screen under a name, and removes saved ones.
import { ActionIcon, Button, Group, Modal, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import type { SavedSearch } from '../store/search-memory.ts'
import styles from './searches.module.css'

interface SaveDialogProps {
  opened: boolean
  /** The search on screen, in words. */
  words: string
  saved: readonly SavedSearch[]
  /** Why the name is refused, in words; null: it is saved. */
  onSave: (name: string) => string | null
  onRemove: (name: string) => void
  onClose: () => void
}

export function SaveDialog({ opened, onClose, ...rest }: SaveDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Save this search" size={440}>
      <SaveForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function SaveForm({ words, saved, onSave, onRemove, onClose }: Omit<SaveDialogProps, 'opened'>) {
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const refused = onSave(field.current?.value ?? '')
    setProblem(refused)
    if (refused === null) onClose()
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <p className={styles.what}>{words}</p>
      <TextInput
        ref={field}
        label="Name of the search"
        data-autofocus
        autoComplete="off"
        error={problem}
        onChange={() => setProblem(null)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </Group>
      {saved.length > 0 && (
        <>
          <h3 className={styles.head}>Saved already</h3>
          <ul className={styles.saved}>
            {saved.map(({ name }) => (
              <li key={name}>
                <span className={styles.words}>{name}</span>
                <ActionIcon variant="subtle" size={24} aria-label={`Remove “${name}”`} onClick={() => onRemove(name)}>
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
    </form>
  )
}
