// One thing about the rows that the reader should know: a chip in the bar, its explanation one click behind.
import { Popover } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './results-bar.module.css'
import type { RowsNote } from './rows-notes.ts'
import { usePopover } from './use-popover.ts'

export function BarNote({ note: { short, tail, explanation } }: { note: RowsNote }) {
  const { popover, button, dropdown } = usePopover()
  return (
    <Popover position="bottom-start" width={340} {...popover}>
      <Popover.Target>
        <button type="button" className={styles.chip} {...button}>
          <IconAlertTriangle size={13} stroke={2} aria-hidden />
          <span className={styles.short}>
            {short}
            {tail === null ? null : <span className={styles.tail}>; {tail}</span>}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.explanation ?? ''} {...dropdown}>
        {explanation.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
