// The field for an API key. Uncontrolled and masked, it leaves nothing behind: no state, no autofill, no spell checker.
// A textarea of one line, because an input would join the lines of a bad paste in silence.
import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { readToken } from '../../shared/connection/connection-input.ts'
import styles from './connections.module.css'

interface TokenFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  error: string | null
  onEdit: () => void
  /** Shown while the field is empty, such as "Leave empty to keep the current key". */
  hint?: string
  autoFocus?: boolean
}

export function TokenField({ field, error, onEdit, hint, autoFocus }: TokenFieldProps) {
  const [shown, setShown] = useState(false)
  const [stripped, setStripped] = useState(false)

  // The element may outlive the dialog for a while; the key may not.
  useLayoutEffect(() => {
    const element = field.current
    return () => {
      if (element) element.value = ''
    }
  }, [field])

  function tidy() {
    const element = field.current
    const read = element && readToken(element.value)
    if (!element || !read?.ok) return
    if (read.strippedBearer) {
      element.value = read.token
      setStripped(true)
    }
  }

  return (
    <Textarea
      ref={field}
      label="API key"
      name="token"
      rows={1}
      size="sm"
      data-autofocus={autoFocus || undefined}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      placeholder={hint ?? ''}
      error={error}
      description={
        stripped && error === null ? '“Bearer ” was removed from the beginning: Eventscope adds it itself.' : null
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ root: styles.field ?? '', input: styles.token ?? '' }}
      {...(shown ? {} : { 'data-masked': true })}
      rightSection={
        <Tooltip label={shown ? 'Hide the key' : 'Show the key'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={shown ? 'Hide API key' : 'Show API key'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <IconEyeOff size={16} stroke={1.7} /> : <IconEye size={16} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
      }
      onInput={() => {
        setStripped(false)
        onEdit()
      }}
      onBlur={tidy}
      onPaste={() => queueMicrotask(tidy)}
      onKeyDown={submitOnEnter}
    />
  )
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
