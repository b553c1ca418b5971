// Asks before an API key or a connection is gone, and again where the keychain will not give up its part.
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { Failure } from '../../shared/failure/failure.ts'
import { failureOf } from '../bridge.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import styles from './connections.module.css'
import { useMounted } from './use-mounted.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  words: string
  /** What the button does, such as "Delete connection". */
  action: string
  /** The same where the keychain refuses, such as "Delete anyway". */
  insist: string
  /** The dialog closes once it is done. Rejects with what went wrong; said here. `anyway`: whatever the keychain says. */
  onConfirm: (anyway: boolean) => Promise<void>
  onClose: () => void
}

/** Stays mounted while closed, so that Mantine knows where the focus came from and returns it there. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={440}>
      {opened && <Question {...props} />}
    </Modal>
  )
}

function Question({ words, action, insist, onConfirm, onClose }: ConfirmDialogProps) {
  const isOpen = useMounted()
  const [busy, setBusy] = useState<'asked' | 'insisted' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function confirm(anyway: boolean) {
    setBusy(anyway ? 'insisted' : 'asked')
    try {
      await onConfirm(anyway)
      // Another dialog may be open by now.
      if (isOpen.current) onClose()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(null)
    }
  }
  const refusedBy = failure?.kind === 'keychain' ? failure.name : null
  return (
    <div className={styles.form}>
      <p className={styles.confirmWords}>{words}</p>
      {failure && <FailureNotice failure={failure} compact />}
      {refusedBy !== null && (
        <p className={styles.confirmWords}>
          “{insist}” does not wait for {refusedBy}: the entry may stay there until it answers and can be removed.
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="sm" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button
          size="sm"
          {...(refusedBy === null ? { className: styles.dangerButton ?? '' } : { variant: 'default' })}
          loading={busy === 'asked'}
          disabled={busy === 'insisted'}
          onClick={() => void confirm(false)}
        >
          {refusedBy === null ? action : 'Try again'}
        </Button>
        {refusedBy !== null && (
          <Button
            size="sm"
            className={styles.dangerButton ?? ''}
            loading={busy === 'insisted'}
            disabled={busy === 'asked'}
            onClick={() => void confirm(true)}
          >
            {insist}
          </Button>
        )}
      </div>
    </div>
  )
}
