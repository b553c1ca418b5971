// What does not fit the interface about one field, beside it: the message follows the field's name.
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FieldProblem } from '../../../shared/event/event.ts'
import styles from './event-notices.module.css'

/** `absent`: the field has no usable value, which is said even when no problem names it. `field` as in docs/interface.md. */
export function FieldTrouble({
  field,
  absent,
  problems,
}: {
  field: string
  absent: boolean
  problems: readonly FieldProblem[]
}) {
  const messages = problems.filter((problem) => problem.field === field).map((problem) => problem.message)
  if (messages.length === 0 && absent) messages.push('is missing')
  return [...new Set(messages)].map((message) => (
    <p key={message} className={styles.trouble}>
      <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
      <span>{message}</span>
    </p>
  ))
}
