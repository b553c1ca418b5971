// This is what the dialogs of kept lines share, which are rules and expected shapes.
import { Button, Modal, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import common from './common.module.css'
import { CopyButton } from './copy-button.tsx'
import styles from './kept-lines.module.css'
import { useThisRunOnly } from './use-remembered.tsx'

interface KeptLinesDialogProps<Lines, Kept> {
  opened: boolean
  onClose: () => void
  title: string
  /** This is what the lines are for, in sentences. */
  about: string
  /** Null until they are known. `problems`: why they cannot be read. */
  kept: Kept | null
  /** Said before the problems. */
  unreadWords: string
  /** It stands between what cannot be read and what cannot be kept. */
  notice?: ReactNode
  /** Lines as they are kept, or why they cannot be, in a sentence. */
  made: (lines: Lines) => Kept | string
  onKept: (kept: Kept) => void
  /** `change`: false where lines cannot be kept, which the dialog says. */
  children: (kept: Kept, change: (lines: Lines) => boolean) => ReactNode
}

/** Draws nothing of the lines before they are known, and forgets what could not be kept once it is closed. */
export function KeptLinesDialog<Lines, Kept extends { problems: readonly string[] }>(
  props: KeptLinesDialogProps<Lines, Kept>,
) {
  const { opened, onClose, title, about, kept, ...rest } = props
  const keptWords = useThisRunOnly() ?? 'Kept for this connection on this computer.'
  return (
    // It is not centred: what is loaded later would move its buttons away from the pointer.
    <Modal opened={opened} onClose={onClose} title={title} size={1_080} xOffset={16} centered={false}>
      {opened && kept !== null && <Content {...rest} about={`${about} ${keptWords}`} kept={kept} />}
    </Modal>
  )
}

interface ContentProps<Lines, Kept> extends Omit<KeptLinesDialogProps<Lines, Kept>, 'opened' | 'onClose' | 'title'> {
  kept: Kept
}

function Content<Lines, Kept extends { problems: readonly string[] }>(props: ContentProps<Lines, Kept>) {
  const { about, kept, unreadWords, notice, made, onKept, children } = props
  const [problem, setProblem] = useState<string | null>(null)
  const change = (lines: Lines): boolean => {
    const next = made(lines)
    setProblem(typeof next === 'string' ? next : null)
    if (typeof next !== 'string') onKept(next)
    return typeof next !== 'string'
  }
  return (
    <Stack gap={12} miw={0}>
      <p className={common.hint}>{about}</p>
      {kept.problems.length > 0 && (
        <div role="alert" className={common.warningBox}>
          <p>{unreadWords}</p>
          <Sentences all={kept.problems} />
        </div>
      )}
      {notice}
      {problem !== null && (
        <p role="alert" className={common.danger}>
          {problem}
        </p>
      )}
      {children(kept, change)}
    </Stack>
  )
}

interface PastedTextProps<Read> {
  /** It names the lines, such as "rules". */
  name: string
  /** The lines as they are kept. */
  keptText: string
  /** About the text, in a sentence. */
  note: string
  typed: string
  onType: (typed: string) => void
  /** This is what was read from `typed`; null: nothing is typed. */
  read: Read | { ok: false; problems: readonly string[] } | null
  /** Tells what the typed text would come to. */
  outcome: (read: Read) => ReactNode
  /** The words of the button that keeps what was read. */
  use: string
  /** Keeps it; false where it cannot be kept, which is said elsewhere. */
  onUse: (read: Read) => boolean
  /** More buttons beside "Copy". */
  children?: ReactNode
}

/** All lines as one text: to be copied, or pasted, with what the pasted text would come to before it is used. */
export function PastedText<Read extends { ok: true }>(props: PastedTextProps<Read>) {
  const { name, keptText, note, typed, onType, read, outcome, use, onUse, children } = props
  return (
    <Stack gap={12} miw={0} className={common.part ?? ''}>
      <div className={styles.tools}>
        <CopyButton text={keptText} label={`Copy ${name}`}>
          Copy {name}
        </CopyButton>
        {children}
        <span className={common.hint}>{note}</span>
      </div>
      <Textarea
        label={`Paste ${name}`}
        rows={8}
        spellCheck={false}
        classNames={{ input: `${common.mono} ${common.small}` }}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {read?.ok === false && (
        <div role="alert" className={common.danger}>
          <Sentences all={read.problems} />
        </div>
      )}
      {read?.ok && (
        <div className={styles.outcome} role="status">
          {outcome(read)}
        </div>
      )}
      <div className={styles.tools}>
        <Button
          disabled={read?.ok !== true}
          onClick={() => {
            if (read?.ok && onUse(read)) onType('')
          }}
        >
          {use}
        </Button>
      </div>
    </Stack>
  )
}

/** Sentences of what is wrong, each in a line. */
export function Sentences({ all, children }: { all: readonly string[]; children?: (sentence: string) => ReactNode }) {
  return (
    <ul className={common.bullets}>
      {all.map((sentence) => (
        <li key={sentence}>{children?.(sentence) ?? sentence}</li>
      ))}
    </ul>
  )
}
