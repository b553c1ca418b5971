// The small capitals above a part of the details, with room for its tools.
import type { ReactNode } from 'react'
import styles from './section-head.module.css'

/** `count` is beside the title ("5", "12 of 400"), `hint` is faint. */
export function SectionHead({
  title,
  count,
  hint,
  children,
}: {
  title: string
  count?: string
  hint?: string
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h3 className={styles.title}>
        {title} {count !== undefined && <span className={styles.count}>{count}</span>}
      </h3>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      {children !== undefined && <div className={styles.tools}>{children}</div>}
    </div>
  )
}
