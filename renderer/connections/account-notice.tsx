// After a changed API key: rows cached under the earlier one stay hidden until the user says whose they are.
import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import type { Connection } from '../../shared/connection/connection.ts'
import common from '../ui/common.module.css'
import styles from './account-notice.module.css'

interface AccountNoticeProps {
  connection: Connection
  onDecide: (id: string, same: boolean) => void
}

export function AccountNotice({ connection: { id }, onDecide }: AccountNoticeProps) {
  return (
    <section className={`${common.box} ${styles.notice}`} aria-label="Cached rows">
      <IconUserQuestion size={18} stroke={1.7} className={styles.icon} aria-hidden />
      <p className={styles.words}>
        Rows cached with the previous API key are hidden. Is the new key for the same account?
      </p>
      <div className={styles.actions}>
        <Button size="compact-sm" variant="default" onClick={() => onDecide(id, true)}>
          Same account – show them
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onDecide(id, false)}>
          Different account – delete them
        </Button>
      </div>
    </section>
  )
}
