// A new API key in place of one that was refused, forgotten or lost; everything on screen stays.
import { Button, Modal } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { readToken } from '../../shared/connection/connection-input.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { bridge, failureOf } from '../bridge.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { notifyFailure } from '../ui/notify.tsx'
import styles from './connections.module.css'
import { TokenField } from './token-field.tsx'
import { useMounted } from './use-connection-form.ts'

interface ReplaceTokenProps {
  opened: boolean
  connection: Connection
  /** Also called when the dialog was closed while the key was saved. */
  onReplaced: (connection: Connection, isFormGone: boolean) => void
  onClose: () => void
}

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
        notifyFailure(refusal)
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
      <p className={styles.url}>{connection.baseUrl}</p>
      <TokenField field={field} error={error} autoFocus onEdit={() => setError(null)} />
      {failure && <FailureNotice failure={failure} compact />}
      <div className={styles.buttons}>
        <Button size="sm" type="submit" loading={saving}>
          Save and retry
        </Button>
      </div>
    </form>
  )
}
