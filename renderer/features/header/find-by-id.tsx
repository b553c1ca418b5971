// One field, one Enter: the event with this id, whatever the filters say.
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent, RefObject } from 'react'
import styles from './header.module.css'

interface FindByIdProps {
  field: RefObject<HTMLInputElement | null>
  onFind: (eventId: string) => void
}

export function FindById({ field, onFind }: FindByIdProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    const eventId = field.current?.value.trim() ?? ''
    if (eventId === '') return
    field.current?.select()
    onFind(eventId)
  }
  return (
    <search aria-label="Find an event" className={styles.findForm}>
      <form onSubmit={submit}>
        <TextInput
          ref={field}
          size="sm"
          type="text"
          aria-label="Find by event ID"
          placeholder="Find by event ID"
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: styles.findInput ?? '' }}
        />
      </form>
    </search>
  )
}
