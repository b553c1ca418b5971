// Marks a group as legitimate, with a note; the mark holds in every snapshot of the connection with the same events.
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import styles from './duplicates.module.css'
import { MarkForm } from './mark-form.tsx'
import type { GroupMarks } from './use-group-marks.ts'

interface MarkLegitimateProps extends Pick<GroupMarks, 'mark' | 'unmark'> {
  groupKey: string
  /** Null: it is not marked. */
  note: string | null
}

export function MarkLegitimate({ groupKey, note, mark, unmark }: MarkLegitimateProps) {
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function cancel() {
    flushSync(() => setAsking(false))
    opener.current?.focus()
  }

  if (isAsking && note === null) {
    return (
      <MarkForm
        words="Mark"
        onMark={async (reason) => {
          if (await mark([groupKey], reason)) setAsking(false)
        }}
        onCancel={cancel}
      />
    )
  }
  if (note !== null) {
    return (
      <>
        <span className={`${common.dim} ${styles.legitimate}`}>
          Legitimate{note !== '' && ': '}
          <ExactText text={note} />
        </span>
        <Button variant="subtle" onClick={() => void unmark([groupKey])}>
          Remove mark
        </Button>
      </>
    )
  }
  return (
    <Button ref={opener} variant="subtle" onClick={() => setAsking(true)}>
      Mark as legitimate
    </Button>
  )
}
