// What dialogs of kept lines share: rules, and expected shapes.
import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import common from './common.module.css'
import { CopyButton } from './copy-button.tsx'
import styles from './kept-lines.module.css'

interface PastedTextProps<Read> {
  /** What it is, such as "rules". */
  name: string
  /** As it is kept now. */
  keptText: string
  /** Of the text, in a sentence. */
  note: string
  typed: string
  onType: (typed: string) => void
  /** Null: nothing is typed. */
  read: Read | { ok: false; problems: readonly string[] } | null
  outcome: (read: Read) => ReactNode
  /** On the button that uses it. */
  use: string
  /** False where it cannot be kept, which is said elsewhere. */
  onUse: (read: Read) => boolean
  /** More buttons beside "Copy". */
  children?: ReactNode
}

/** All of it as one text: copied, and pasted with what it would come to before it is used. */
export function PastedText<Read extends { ok: true }>(props: PastedTextProps<Read>) {
  const { name, keptText, note, typed, onType, read, outcome, use, onUse, children } = props
  return (
    <div className={styles.part}>
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
        classNames={{ input: styles.text ?? '' }}
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
    </div>
  )
}

/** What is wrong, a sentence each. */
export function Sentences({ all }: { all: readonly string[] }) {
  return (
    <ul className={styles.sentences}>
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
