// One of the checks: its title, its result in a sentence, and the findings below.
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import common from '../../ui/common.module.css'
import styles from './checks.module.css'

interface CheckItemProps {
  check: 'possible-duplicates' | 'amount-differs' | 'unexpected-shapes' | 'mixed-kinds' | 'misfits' | 'repeated-ids'
  title: string
  /** Null until it is known. */
  count: number | null
  /** What was found, in a sentence. */
  words: string
  children?: ReactNode
}

export function CheckItem({ check, title, count, words, children }: CheckItemProps) {
  const titleId = useId()
  return (
    <li
      className={styles.item}
      data-check={check}
      data-count={count ?? undefined}
      aria-labelledby={titleId}
      aria-busy={count === null || undefined}
    >
      <div className={styles.head} data-found={(count !== null && count > 0) || undefined}>
        {count !== null && count > 0 ? (
          <IconAlertTriangle size={16} stroke={1.7} className={common.warning} aria-hidden />
        ) : (
          <IconCheck
            size={16}
            stroke={1.7}
            className={styles.clean}
            aria-hidden
            data-waiting={count === null || undefined}
          />
        )}
        <h3 id={titleId} className={common.title}>
          {title}
        </h3>
        <p className={`${common.dim} ${styles.words}`}>{count === null ? 'Checking…' : words}</p>
      </div>
      {children}
    </li>
  )
}
