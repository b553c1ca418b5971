// Copies an exact text and says so: a check and "Copied" for a moment, announced once; a refusing clipboard is said.
import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './buttons.module.css'
import type { Copied } from './clipboard.ts'
import { copyText } from './clipboard.ts'
import common from './common.module.css'

const SUCCESS_MS = 1_500
const FAILURE_MS = 6_000

interface Outcome {
  copied: boolean
  words: string
  /** The text it is about: when the button's text changes, the outcome is no longer shown. */
  text: CopiedText
}

/** A function is asked when it is copied: for what takes long to make. Another function is another text. */
type CopiedText = string | (() => string | Copied)

interface CopyButtonProps {
  text: CopiedText
  /** The accessible name, unique on the page ("Copy customer ID"). */
  label: string
  /** This is what else is to be known before it is pasted. */
  hint?: string
  /** With words on it, it is a button of full size, else an icon. */
  children?: ReactNode
}

export function CopyButton({ text, label, hint, children }: CopyButtonProps) {
  const [latest, setLatest] = useState<Outcome | null>(null)
  const outcome = latest?.text === text ? latest : null

  useEffect(() => {
    if (latest === null) return
    const timer = setTimeout(() => setLatest(null), latest.copied ? SUCCESS_MS : FAILURE_MS)
    return () => clearTimeout(timer)
  }, [latest])

  const copy = async () => {
    const made = typeof text === 'string' ? text : text()
    const copied = typeof made === 'string' ? await copyText(made) : await copyText(made.text, made.html)
    setLatest({ ...copied, text })
  }
  const icon = <StateIcon outcome={outcome} />

  return (
    <>
      <Tooltip
        label={outcome?.words ?? hint ?? label}
        // Words on the button need no tooltip to repeat them.
        disabled={outcome === null && hint === undefined && children !== undefined}
        {...(outcome ? { opened: true } : {})}
      >
        {children === undefined ? (
          <ActionIcon
            variant="subtle"
            size={22}
            className={`${common.dim} ${styles.copy}`}
            aria-label={label}
            data-outcome={outcome !== null || undefined}
            onClick={copy}
          >
            {icon}
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={icon}
            aria-label={label}
            aria-description={hint}
            onClick={copy}
          >
            {children}
          </Button>
        )}
      </Tooltip>
      <VisuallyHidden aria-live="polite">{outcome?.words ?? ''}</VisuallyHidden>
    </>
  )
}

function StateIcon({ outcome }: { outcome: Outcome | null }) {
  if (outcome === null) return <IconCopy size={14} stroke={1.75} aria-hidden />
  if (outcome.copied) return <IconCheck size={14} stroke={2} className={common.good ?? ''} aria-hidden />
  return <IconAlertTriangle size={14} stroke={1.75} className={common.danger ?? ''} aria-hidden />
}
