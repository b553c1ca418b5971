// The small capitals above a part of the details, with room for its tools.
import type { ReactNode } from 'react'
import common from '../../ui/common.module.css'
import styles from './detail-pane.module.css'

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
    <div className={styles.sectionHead}>
      <h3 className={common.title}>
        {title} {count !== undefined && <span className={styles.sectionCount}>{count}</span>}
      </h3>
      {hint !== undefined && <span className={common.faint}>{hint}</span>}
      {children !== undefined && <div className={styles.sectionTools}>{children}</div>}
    </div>
  )
}
