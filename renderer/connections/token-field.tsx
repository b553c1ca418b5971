// The field for an API key. Uncontrolled and masked, it leaves nothing behind: no state, no autofill, no spell checker.
// A textarea of one line, because an input would join the lines of a bad paste in silence. The dialog that takes a new
// key is below it.
import { ActionIcon, Button, Group, Modal, Textarea, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { readToken } from '../../shared/connection/connection-input.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { bridge, failureOf } from '../bridge.ts'
import common from '../ui/common.module.css'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { notifyError } from '../ui/notify.tsx'
import styles from './connections.module.css'
import { useMounted } from './use-connection-form.ts'

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
    if (!element || !read?.ok || !read.strippedBearer) return
    element.value = read.token
    setStripped(true)
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
      // A browser tells of a paste first, and then puts the text into the field.
      onPaste={() => setTimeout(tidy)}
      onKeyDown={submitOnEnter}
    />
  )
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

interface ReplaceTokenProps {
  opened: boolean
  connection: Connection
  /** Also called when the dialog was closed while the key was saved. */
  onReplaced: (connection: Connection, isFormGone: boolean) => void
  onClose: () => void
}

/** A new API key in place of one that was refused, forgotten or lost; everything on screen stays. */
export function ReplaceToken({ opened, connection, onReplaced, onClose }: ReplaceTokenProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`API key for ${connection.name}`} size={440}>
      {opened && <ReplaceTokenForm connection={connection} onReplaced={onReplaced} />}
    </Modal>
  )
}

function ReplaceTokenForm({ connection, onReplaced }: Pick<ReplaceTokenProps, 'connection' | 'onReplaced'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [saving, setSaving] = useState(false)
  const isOpen = useMounted()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const read = readToken(field.current?.value ?? '')
    if (!read.ok) {
      setError(read.message)
      field.current?.focus()
      return
    }
    setSaving(true)
    setFailure(null)
    try {
      const replaced = await bridge.connections.replaceToken({ connectionId: connection.id, token: read.token })
      onReplaced(replaced, !isOpen.current)
    } catch (refusal) {
      if (!isOpen.current) {
        notifyError(refusal)
        return
      }
      const why = failureOf(refusal)
      if (why.kind === 'invalid') setError(why.message)
      else setFailure(why)
      setSaving(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate autoComplete="off">
      <p className={`${common.hint} ${common.mono} ${common.wrapped}`}>{connection.baseUrl}</p>
      <TokenField field={field} error={error} autoFocus onEdit={() => setError(null)} />
      {failure && <FailureNotice failure={failure} compact />}
      <Group justify="flex-end">
        <Button size="sm" type="submit" loading={saving}>
          Save and retry
        </Button>
      </Group>
    </form>
  )
}
