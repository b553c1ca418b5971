// A sentence about a file, in the tone of what it says.
import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './file-check.module.css'

interface FileNoticeProps {
  tone: 'plain' | 'warning' | 'danger'
  /** `alert` for a refusal, `status` for news; none for what is read with the page anyway. */
  role?: 'alert' | 'status'
  children: ReactNode
  onClose?: () => void
}

export function FileNotice({ tone, role, children, onClose }: FileNoticeProps) {
  const Icon = tone === 'plain' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={styles.notice} data-tone={tone} {...(role && { role })}>
      <Icon size={16} stroke={1.7} aria-hidden />
      <div className={styles.noticeWords}>{children}</div>
      {onClose && <CloseButton size={28} aria-label="Close this notice" onClick={onClose} />}
    </div>
  )
}

/** Says that the result on screen is out of date, or gone; `words` say which. */
export function CheckAgainNotice({ words, onCheckAgain }: { words: string; onCheckAgain: () => void }) {
  return (
    <FileNotice tone="plain" role="status">
      <p>
        {words}{' '}
        <LinkButton tone="accent" onClick={onCheckAgain}>
          Check again
        </LinkButton>
      </p>
    </FileNotice>
  )
}

export const LINES_GONE = 'These lines are not held any more.'
