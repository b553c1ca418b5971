// This says what is said of a file above the rest: a sentence in the tone of what it says, or what is under way with
// it.
import { Box, Button, CloseButton, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { HiddenRows } from '../../../shared/check/checked-file.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { FileWork as Work } from '../store/file-check-state.ts'
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
    <Group
      className={`${common.notice} ${common.marked} ${common.small} ${styles.notice}`}
      wrap="nowrap"
      align="flex-start"
      gap={8}
      data-tone={tone}
      {...(role && { role })}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
      <Stack flex="1 1 auto" gap={2} miw={0}>
        {children}
      </Stack>
      {onClose && <CloseButton size={28} aria-label="Close this notice" onClick={onClose} />}
    </Group>
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

/** Says in a sentence what came of a check. @param isAll whether everything agrees */
export function CheckedVerdict({ isAll, words }: { isAll: boolean; words: string }) {
  const Icon = isAll ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={`${common.heading} ${styles.verdict}`} data-all={isAll || undefined}>
      <Icon size={18} stroke={1.7} aria-hidden />
      {words}
    </p>
  )
}

export interface NoteProps {
  words: string
  hidden: HiddenRows | null
  /** Reads the file again with the rows that are hidden in it, or without them. */
  onHidden: (hidden: 'leave-out' | null) => void
}

/** Shows what is to be known of a checked file; of hidden rows with a way to leave them out. */
export function Note({ words, hidden, onHidden }: NoteProps) {
  if (words !== hidden?.words) return words
  return (
    <>
      {words}{' '}
      <LinkButton tone="accent" onClick={() => onHidden(hidden.areLeftOut ? null : 'leave-out')}>
        {hidden.areLeftOut ? 'Read them' : 'Leave them out'}
      </LinkButton>
    </>
  )
}

export const LINES_GONE = 'These lines are no longer in memory.'

/** Shows what is under way with a file, how far it is, and a way out of it. */
export function FileWork({ work, onCancel }: { work: Work; onCancel: () => void }) {
  const { done, of } = work.step === 'sending' ? work : (work.step === 'checking' && work.progress) || NOT_KNOWN
  return (
    <Group className={`${common.notice} ${common.numbers}`} gap="8px 12px" data-step={work.step}>
      <Box component="p" flex="1 1 200px" miw={0}>
        {workWords(work)}
      </Box>
      <ProgressBar
        label={work.step === 'checking' ? 'Checking the file' : 'Reading the file'}
        className={styles.progress}
        done={of === null ? null : done}
        of={of ?? 1}
      />
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  )
}

const NOT_KNOWN = { done: 0, of: null }

const PHASE_WORDS = {
  reading: 'Reading its lines',
  comparing: 'Comparing them with the events',
  searching: 'Searching for what explains the differences',
} as const

function workWords(work: Work): string {
  switch (work.step) {
    case 'sending':
      return `Reading ${shortened(work.name, 60)}: ${sizeWords(work.done)} of ${sizeWords(work.of)}`
    case 'looking':
      return `Looking at ${shortened(work.name, 60)}`
    case 'checking': {
      if (work.progress === null) return 'Checking'
      const { phase, done, of } = work.progress
      const words = PHASE_WORDS[phase]
      // Lines, or bytes: how much of it is what either says.
      return of === null || of === 0 ? words : `${words}: ${Math.floor((100 * Math.min(done, of)) / of)} %`
    }
  }
}
