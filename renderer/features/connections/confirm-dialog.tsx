// Asks before a token or a connection is gone.
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { failureOf } from '../../bridge.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import styles from './connections.module.css'
import { useMounted } from './use-mounted.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  words: string
  /** What the button does, as "Delete connection". */
  action: string
  /** The dialog closes once it is done. Rejects with what went wrong; said here. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Stays mounted while it is closed: only so does Mantine know where the focus came from, and take it back there. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={440}>
      {opened && <Question {...props} />}
    </Modal>
  )
}

function Question({ words, action, onConfirm, onClose }: ConfirmDialogProps) {
  const isOpen = useMounted()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
      // Another dialog may be open by now.
      if (isOpen.current) onClose()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.form}>
      <p className={styles.confirmWords}>{words}</p>
      {failure && <FailureNotice failure={failure} compact />}
      <div className={styles.buttons}>
        <Button size="sm" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button size="sm" className={styles.dangerButton ?? ''} loading={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </div>
  )
}
