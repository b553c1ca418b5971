// What the reader should know about the rows: the first thing as a chip in the bar, the others behind a second one;
// explanations are one click away.
import { Popover, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { ChipButton } from '../../ui/link-button.tsx'
import { usePopover } from '../../ui/tool-popover.tsx'
import type { ShownRows } from '../store/search-state.ts'
import styles from './results-bar.module.css'
import { type RowsNote, rowsNotes } from './rows-notes.ts'

/** The most important one comes first. */
export function BarNotes({ shown }: { shown: ShownRows }) {
  const [first, ...others] = useMemo(() => rowsNotes(shown.request, shown.answer.page), [shown])
  if (first === undefined) return null
  return (
    <div className={styles.notes}>
      <Chip notes={[first]}>
        <IconAlertTriangle size={13} stroke={2} aria-hidden />
        <span>
          {first.short}
          {first.tail === null ? null : <span className={styles.tail}>; {first.tail}</span>}
        </span>
      </Chip>
      {others.length === 0 ? null : (
        <Chip notes={others}>
          +{others.length} more<VisuallyHidden>: {others.map(({ short }) => short).join('; ')}</VisuallyHidden>
        </Chip>
      )}
    </div>
  )
}

function Chip({ notes, children }: { notes: readonly RowsNote[]; children: ReactNode }) {
  const { popover, button, dropdown } = usePopover()
  return (
    <Popover position="bottom-start" width={340} {...popover}>
      <Popover.Target>
        <ChipButton isWarning {...button}>
          {children}
        </ChipButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.explanation ?? ''} {...dropdown}>
        {notes.map(({ short, explanation }) => (
          <section key={short}>
            {explanation.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
